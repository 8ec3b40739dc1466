/** The head of a second contract's screen: the index with the number of its newest tick, and how old that is. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SecondMarket } from "#core/wire/market.ts"
import type { Freshness, IndexCells } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { indexOf, market as marketState } from "../../stores/market-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { PriceText } from "../../ui/price-text.tsx"
import contract from "./contract-head.module.css"
import styles from "./price-head.module.css"
import own from "./second-head.module.css"

interface SecondHeadProps {
  market: SecondMarket
}

/** Phone and tablet: one line of 40 px. */
export function SecondHead({ market }: SecondHeadProps) {
  const { cells, freshness, lastClass } = useIndex(market)
  return (
    <section className={classNames(contract.head, own.head)} data-stale={staleOf(freshness)}>
      <div className={contract.main}>
        <span className={classNames(own.last, lastClass)}>
          <PriceText text={cells.price} />
        </span>
        <TickNumber seq={cells.seq} />
        <AgeMark freshness={freshness} isAnnounced className={contract.age} />
      </div>
    </section>
  )
}

/** The same in the top bar of a phone lying down. */
export function SecondLine({ market }: SecondHeadProps) {
  const { cells, freshness, lastClass } = useIndex(market)
  return (
    <div className={styles.line} data-stale={staleOf(freshness)}>
      <span className={classNames(styles.lineLast, lastClass)}>
        <PriceText text={cells.price} />
      </span>
      <AgeMark freshness={freshness} isAnnounced />
    </div>
  )
}

/** The same beside the instrument's name on a desk. */
export function SecondFigures({ market }: SecondHeadProps) {
  const { cells, freshness, lastClass } = useIndex(market)
  return (
    <div className={styles.bar} data-stale={staleOf(freshness)}>
      <div className={classNames(styles.barLast, lastClass)}>
        <PriceText text={cells.price} />
      </div>
      <div className={own.spread}>
        <TickNumber seq={cells.seq} />
      </div>
      <AgeMark freshness={freshness} isAnnounced />
    </div>
  )
}

function TickNumber({ seq }: Pick<IndexCells, "seq">) {
  const { t, i18n } = useTranslation("option")
  return (
    <span className={own.tick}>
      {t("head.tick", { tick: seq === null ? "–" : formatNumber(seq, i18n.language) })}
    </span>
  )
}

const staleOf = ({ state }: Freshness) => (state === "live" ? undefined : state)

const CLASSES = { "-1": styles.down, "0": undefined, "1": styles.up } as const

function useIndex({ index }: SecondMarket) {
  useView({ indexes: [index] })
  const cells = useSnapshot(indexOf(index))
  const { connection } = useSnapshot(marketState)
  // A frame without a move keeps the direction of the one before: the price must not blink to plain.
  const direction = useRef<{ index: string; moved: -1 | 0 | 1 }>({ index, moved: 0 })
  if (direction.current.index !== index) direction.current = { index, moved: 0 }
  if (cells.moved !== 0) direction.current.moved = cells.moved
  return { cells, freshness: freshnessOf(cells, connection), lastClass: CLASSES[direction.current.moved] }
}

/** Its age runs from the tick's own time: a connection that lives says nothing of an index that is silent. */
function freshnessOf(
  { time, isStale }: IndexCells,
  connection: { state: string; since: number; clockOffset: number },
): Freshness {
  if (connection.state === "offline") return { state: "offline", since: connection.since }
  if (connection.state !== "open" || time === null) return { state: "catching-up" }
  return isStale ? { state: "old", since: time - connection.clockOffset } : { state: "live" }
}
