/** One AI product: `/pages/ai/product?id=usdt-30`. */

import { useScreenSearch } from "../../places/screen-link.tsx"
import { AiProductView } from "./ai-product.view.tsx"

const PRODUCT = /^[a-z0-9][a-z0-9-]{0,39}$/

export function AiProductScreen() {
  const { id = "" } = useScreenSearch()
  return <AiProductView key={id} id={PRODUCT.test(id) ? id : undefined} />
}
