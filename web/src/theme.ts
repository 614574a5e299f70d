/** The chosen appearance for the pages that the server writes. */

import { shade } from './room/theme.svelte'

document.documentElement.dataset['theme'] = shade()
