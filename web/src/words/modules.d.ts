declare module 'virtual:words/*' {
  import type { Catalogue } from '../../catalogue/read'

  const catalogue: Catalogue
  export default catalogue
}
