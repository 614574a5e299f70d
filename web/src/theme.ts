/** The chosen shade for the pages that the server writes; nothing else of the page is loaded there. */

import { PREFERS_CONTRAST, PREFERS_DARK, shadeFor } from './room/shade'
import { checked, NAME } from './settings/choices'
import { read } from './settings/store'

document.documentElement.dataset['theme'] = shadeFor(checked(read(NAME)).theme, {
  dark: matchMedia(PREFERS_DARK).matches,
  contrast: matchMedia(PREFERS_CONTRAST).matches,
})
