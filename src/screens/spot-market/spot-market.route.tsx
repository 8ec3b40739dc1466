/** `/pages/spot/index`: the spot markets, as a phone's list or a desk's table. */

import { useIsDesk } from "../../app/width.ts"
import { SpotMarketDesk } from "./spot-market-desk.view.tsx"
import { SpotMarketPhone } from "./spot-market-phone.view.tsx"

export function SpotMarketScreen() {
  return useIsDesk() ? <SpotMarketDesk /> : <SpotMarketPhone />
}
