/** Price and day's figures at the head of a trade screen. The head of a trade screen, in its three shapes. */

import { useTranslation } from "react-i18next"
import type { Market } from "#core/wire/market.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { PriceText } from "../../ui/price-text.tsx"
import styles from "./price-head.module.css"
import { useHead } from "./use-head.ts"

interface PriceHeadProps {
  market: Market
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
