/** All markets of one kind: a phone's list or a desk's table. */

import type { MarketKind } from "#workers/market/market.api.ts"
import { useIsDesk } from "../../app/width.ts"
import { MarketsDesk } from "./markets-desk.view.tsx"
import { MarketsPhone } from "./markets-phone.view.tsx"

export function Markets({ kind }: { kind: MarketKind }) {
  return useIsDesk() ? <MarketsDesk kind={kind} /> : <MarketsPhone kind={kind} />
}
