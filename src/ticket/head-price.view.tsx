/** In the head of a ticket's sheet: the price above is hidden by the scrim, here it is again, with its age. */

import { useSnapshot } from "valtio"
import type { Freshness } from "#workers/market/market.api.ts"
import { tickerOf } from "../stores/market-store.ts"
import { AgeMark } from "../ui/age-mark.tsx"
import { PriceText } from "../ui/price-text.tsx"
import styles from "./ticket.module.css"

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

export function HeadPrice({ instrument, freshness }: { instrument: string; freshness: Freshness }) {
  const { last, sign } = useSnapshot(tickerOf(instrument))
  const isLive = freshness.state === "live"
  return (
    <span className={styles.headPrice}>
      <span className={isLive ? SIGNS[sign] : styles.stale}>
        <PriceText text={last} />
      </span>
      <AgeMark freshness={freshness} isCompact />
    </span>
  )
}
