/** What does one market say on a desk? The cells of a row; virtuoso draws the row around them. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ScreenLink } from "../../app/screen-link.tsx"
import { market, marketList, sparklineOf, tickerOf } from "../../stores/market-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { classNames } from "../../ui/class-names.ts"
import { FlashCell } from "../../ui/flash-cell.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Sparkline } from "../../ui/sparkline.tsx"
import styles from "./desk-list.module.css"
import { marketName } from "./market-name.ts"
import { StarButton } from "./star.view.tsx"

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

export function DeskCells({ id }: { id: string }) {
  const { t } = useTranslation("market")
  const cells = useSnapshot(tickerOf(id))
  const { points } = useSnapshot(sparklineOf(id))
  const { isTooLively } = useSnapshot(marketList)
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  const { base, quote, pair } = marketName(id)
  return (
    <>
      <td className={styles.starColumn}>
        <StarButton id={id} size={16} className={styles.star} />
      </td>
      <td className={styles.left}>
        <ScreenLink to="/pages/spot/trade" search={{ symbol: id }} className={styles.link}>
          {base}
          <span className={styles.quote}>/{quote}</span>
        </ScreenLink>
      </td>
      <td className={styles.last}>
        <FlashCell value={cells.last} moved={cells.moved} isQuiet={isTooLively || isStale}>
          <PriceText text={cells.last} />
        </FlashCell>
      </td>
      <td className={classNames(styles.change, SIGNS[cells.sign])}>{cells.changePercent ?? "–"}</td>
      <td className={styles.rangeColumn}>
        <Range low={cells.low} high={cells.high} range={cells.range} />
      </td>
      <td>{cells.turnover ?? "–"}</td>
      <td className={styles.quiet}>{cells.spreadPercent ?? "–"}</td>
      <td className={styles.sparkColumn}>
        <Sparkline
          points={points ?? undefined}
          sign={isStale ? 0 : cells.sign}
          width={112}
          height={24}
          className={styles.spark}
        />
      </td>
      <td className={styles.tradeColumn}>
        <ScreenLink
          to="/pages/spot/trade"
          search={{ symbol: id }}
          className={styles.trade}
          aria-label={`${t("list.trade")} ${pair}`}
        >
          {t("list.trade")}
        </ScreenLink>
      </td>
    </>
  )
}

interface RangeProps {
  low: string | null
  high: string | null
  /** 0 at the low, 1 at the high. */
  range: number | null
}

/** Where the last price lies between the day's low and high: a mark on a bar, and said in words. */
function Range({ low, high, range }: RangeProps) {
  const { t, i18n } = useTranslation("market")
  const percent = range === null ? null : Math.round(range * 100)
  return (
    <span className={styles.range}>
      <span className={styles.low}>
        <PriceText text={low} />
      </span>
      <span
        className={styles.bar}
        role="img"
        aria-label={
          percent === null
            ? "–"
            : t("list.rangeOf", { percent: `${formatNumber(percent, i18n.language)}\u2009%` })
        }
      >
        {percent === null ? null : <i style={{ left: `${percent}%` }} />}
      </span>
      <span className={styles.high}>
        <PriceText text={high} />
      </span>
    </span>
  )
}
