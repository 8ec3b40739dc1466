/** One market at a glance: name, a day's line, price and change. */

import { useSnapshot } from "valtio"
import { marketKindOf } from "#core/instrument/market-kind.ts"
import { marketName } from "../../panels/market-list/market-name.ts"
import { marketPlace } from "../../panels/market-list/market-place.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { sparklineOf, tickerOf } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { FlashCell } from "../../ui/flash-cell.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Sparkline } from "../../ui/sparkline.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { useFirstWords } from "../../words/first-words.ts"
import styles from "./home-row.module.css"

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

interface HomeRowProps {
  id: string
  isStale: boolean
}

export function HomeRow({ id, isStale }: HomeRowProps) {
  const t = useFirstWords()
  const cells = useSnapshot(tickerOf(id))
  const { points } = useSnapshot(sparklineOf(id))
  const kind = marketKindOf(id)
  const { base, quote } = marketName(id)
  return (
    <ScreenLink
      to={marketPlace(kind)}
      search={{ symbol: id }}
      className={classNames(styles.row, isStale && styles.stale)}
    >
      <span className={styles.names}>
        <span className={styles.name}>
          {base}
          <small className={styles.quote}>/{quote}</small>
        </span>
        <span className={styles.hint}>
          {kind === "spot" ? (
            <Turnover id={id} text={cells.turnover} />
          ) : (
            t(kind === "perpetual" ? "home.contract" : "home.seconds")
          )}
        </span>
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

/** How much is traded in it, in its own quote, which is named: 60 BTC are more than 60 USDT. */
function Turnover({ id, text }: { id: string; text: string | null }) {
  const t = useFirstWords()
  const { quote } = marketName(id)
  return (
    <>
      <VisuallyHidden>{t("home.figure.turnover")}</VisuallyHidden> {text ? `${text} ${quote}` : "–"}
    </>
  )
}
