/** All markets of one kind: a phone's list or a desk's table. */

import { useEffect } from "react"
import type { MarketKind } from "#workers/market/market.api.ts"
import { rememberList } from "../../stores/last-list.ts"
import { useIsDesk } from "../../ui/width.ts"
import { MarketsDesk } from "./markets-desk.view.tsx"
import { MarketsPhone } from "./markets-phone.view.tsx"

export function Markets({ kind }: { kind: MarketKind }) {
  useEffect(() => rememberList(kind), [kind])
  return useIsDesk() ? <MarketsDesk kind={kind} /> : <MarketsPhone kind={kind} />
}
