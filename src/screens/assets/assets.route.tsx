/** The asset center: `/pages/assets/index`. */

import { useMoney } from "../../panels/assets/use-money.ts"
import { AssetsView } from "./assets.view.tsx"

export function AssetsScreen() {
  return <AssetsView asked={useMoney()} />
}
