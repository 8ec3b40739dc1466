/** One market at a glance: name, a day's line, price and change. */

import { useSnapshot } from "valtio"
import { ScreenLink } from "../../app/screen-link.tsx"
import { sparklineOf, tickerOf } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { FlashCell } from "../../ui/flash-cell.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Sparkline } from "../../ui/sparkline.tsx"
import styles from "./home.module.css"

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

interface HomeRowProps {
  id: string
  isStale: boolean
}

export function HomeRow({ id, isStale }: HomeRowProps) {
  const cells = useSnapshot(tickerOf(id))
  const { points } = useSnapshot(sparklineOf(id))
  const [base, quote] = id.split("_")
  return (
    <ScreenLink
      to="/pages/spot/trade"
      search={{ symbol: id }}
      className={classNames(styles.row, isStale && styles.stale)}
    >
      <span className={styles.name}>
        {base}
        <small className={styles.quote}>/{quote}</small>
      </span>
      <span className={styles.spark}>
        <Sparkline points={points ?? undefined} sign={isStale ? 0 : cells.sign} />
      </span>
      <span className={styles.figures}>
        <FlashCell value={cells.last} moved={cells.moved} isQuiet={isStale} className={styles.price}>
          <PriceText text={cells.last} />
        </FlashCell>
        <span className={classNames(styles.change, SIGNS[cells.sign])}>{cells.changePercent ?? "–"}</span>
      </span>
    </ScreenLink>
  )
}
