/** What is it worth, and how was the day? The head of a trade screen, in its three shapes. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Market } from "#core/wire/market.ts"
import type { TickerCells } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { market, tickerOf } from "../../stores/market-store.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { PriceText } from "../../ui/price-text.tsx"
import styles from "./price-head.module.css"

interface PriceHeadProps {
  market: Market
}

interface HeadFigures {
  cells: TickerCells
  /** Class of the last price: the direction of its last move. */
  lastClass: string | undefined
  /** Class of the change: the sign of the day. */
  changeClass: string | undefined
  freshness: ReturnType<typeof useSnapshot<typeof market>>["freshness"]["ticker"]
}

const CLASSES = { "-1": styles.down, "0": undefined, "1": styles.up } as const

function useHead(id: string): HeadFigures {
  useView({ tickers: [id] })
  const cells = useSnapshot(tickerOf(id))
  const freshness = useSnapshot(market).freshness.ticker
  // A frame without a move keeps the direction of the one before: the price must not blink to plain.
  const direction = useRef<{ id: string; moved: -1 | 0 | 1 }>({ id, moved: 0 })
  if (direction.current.id !== id) direction.current = { id, moved: 0 }
  if (cells.moved !== 0) direction.current.moved = cells.moved
  return {
    cells,
    lastClass: CLASSES[direction.current.moved || cells.sign],
    changeClass: CLASSES[cells.sign],
    freshness,
  }
}

/** Phone: 64 px, the price large on the left, three figures of the day on the right. */
export function PriceHead({ market: instrument }: PriceHeadProps) {
  const { t } = useTranslation("market")
  const { cells, lastClass, changeClass, freshness } = useHead(instrument.id)
  return (
    <section className={styles.head} data-stale={freshness.state === "live" ? undefined : freshness.state}>
      <div className={styles.main}>
        <div className={classNames(styles.last, lastClass)}>
          <PriceText text={cells.last} />
        </div>
        <div className={styles.day}>
          <span className={classNames(styles.change, changeClass)}>{cells.changePercent ?? "–"}</span>
          <span className={styles.span}>{t("head.day")}</span>
          <AgeMark freshness={freshness} isAnnounced />
        </div>
      </div>
      <dl className={styles.figures}>
        <dt>{t("head.highShort")}</dt>
        <dd>
          <PriceText text={cells.high} />
        </dd>
        <dt>{t("head.lowShort")}</dt>
        <dd>
          <PriceText text={cells.low} />
        </dd>
        <dt>{t("head.volumeShort")}</dt>
        <dd>{cells.turnover === null ? "–" : `${cells.turnover} ${instrument.quote}`}</dd>
      </dl>
    </section>
  )
}

/** Desk: one line of 56 px beside the instrument's name; figures at the end drop out when it is narrow. */
export function InstrumentFigures({ market: instrument }: PriceHeadProps) {
  const { t } = useTranslation("market")
  const { cells, lastClass, changeClass, freshness } = useHead(instrument.id)
  const withUnit = (text: string | null, unit: string) => (text === null ? "–" : `${text} ${unit}`)
  return (
    <div className={styles.bar} data-stale={freshness.state === "live" ? undefined : freshness.state}>
      <div className={classNames(styles.barLast, lastClass)}>
        <PriceText text={cells.last} />
      </div>
      <dl className={styles.barFigures}>
        <div className={styles.wide}>
          <dt>{t("head.change")}</dt>
          <dd className={changeClass}>
            <PriceText text={cells.change} />
            <span className={styles.percent}>{cells.changePercent ?? "–"}</span>
          </dd>
        </div>
        <div>
          <dt>{t("head.high")}</dt>
          <dd>
            <PriceText text={cells.high} />
          </dd>
        </div>
        <div>
          <dt>{t("head.low")}</dt>
          <dd>
            <PriceText text={cells.low} />
          </dd>
        </div>
        <div>
          <dt>{t("head.volume")}</dt>
          <dd>{withUnit(cells.volume, instrument.base)}</dd>
        </div>
        <div>
          <dt>{t("head.turnover")}</dt>
          <dd>{withUnit(cells.turnover, instrument.quote)}</dd>
        </div>
      </dl>
      <AgeMark freshness={freshness} isAnnounced className={styles.age} />
    </div>
  )
}

/** Landscape phone: price and change on the 44 px line of the instrument's name. */
export function PriceLine({ market: instrument }: PriceHeadProps) {
  const { cells, lastClass, changeClass, freshness } = useHead(instrument.id)
  return (
    <div className={styles.line} data-stale={freshness.state === "live" ? undefined : freshness.state}>
      <span className={classNames(styles.lineLast, lastClass)}>
        <PriceText text={cells.last} />
      </span>
      <span className={classNames(styles.lineChange, changeClass)}>{cells.changePercent ?? "–"}</span>
      <AgeMark freshness={freshness} isAnnounced />
    </div>
  )
}
