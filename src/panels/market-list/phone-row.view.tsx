/** A market's row on a phone. Two lines, and a third with the terms of a contract. */

import { memo } from "react"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { market, marketList, sparklineOf, tickerOf } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { FlashCell } from "../../ui/flash-cell.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Sparkline } from "../../ui/sparkline.tsx"
import { CoinName, LeverageTag } from "./contract-figures.view.tsx"
import type { MarketListState } from "./list-state.ts"
import { ListingDate } from "./listing-date.ts"
import { MarkedText, queryOfPair } from "./marked-text.view.tsx"
import { marketName } from "./market-name.ts"
import type { MarketPlace } from "./market-place.ts"
import styles from "./phone-list.module.css"
import { PhoneTerms } from "./phone-terms.view.tsx"
import { StarButton } from "./star.view.tsx"

/** Nothing is traded in second contracts' own markets: they have no turnover. */
export const HAS_TURNOVER: Readonly<Record<MarketKind, boolean>> = {
  spot: true,
  perpetual: true,
  second: false,
}

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

interface PhoneRowProps {
  id: string
  list: MarketListState
  to: MarketPlace
  onChoose: (() => void) | undefined
}

/** Star and name stay as they are with every price: only the parts with figures listen to the ticker. */
export function PhoneRow({ id, list, to, onChoose }: PhoneRowProps) {
  return (
    <div className={styles.row} data-market-row="">
      <StarButton id={id} size={16} tabIndex={-1} className={styles.star} />
      <div className={styles.name}>
        <NameLink id={id} query={list.choice.query} to={to} onChoose={onChoose} />
        <div className={styles.second}>
          <SecondLine id={id} list={list} />
          <LeverageTag id={id} />
        </div>
      </div>
      <RowFigures id={id} />
      <PhoneTerms id={id} kind={list.kind} />
    </div>
  )
}

type NameLinkProps = Omit<PhoneRowProps, "list"> & { query: string }

const NameLink = memo(function NameLink({ id, query, to, onChoose }: NameLinkProps) {
  const { base, quote } = marketName(id)
  const searched = queryOfPair(query)
  return (
    <ScreenLink
      to={to}
      search={{ symbol: id }}
      className={styles.link}
      tabIndex={-1}
      data-market={id}
      {...(onChoose ? { onClick: onChoose } : {})}
    >
      <MarkedText text={base} query={searched.base} />
      <small className={styles.quote}>
        /<MarkedText text={quote} query={searched.quote} />
      </small>
    </ScreenLink>
  )
})

function RowFigures({ id }: { id: string }) {
  const cells = useSnapshot(tickerOf(id))
  const { points } = useSnapshot(sparklineOf(id))
  const { isTooLively } = useSnapshot(marketList)
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  return (
    <>
      <Sparkline
        points={points ?? undefined}
        sign={isStale ? 0 : cells.sign}
        width={72}
        height={28}
        className={styles.spark}
      />
      <div className={styles.figures}>
        <div className={styles.price}>
          <FlashCell value={cells.last} moved={cells.moved} isQuiet={isTooLively || isStale}>
            <PriceText text={cells.last} />
          </FlashCell>
        </div>
        <div className={classNames(styles.change, SIGNS[cells.sign])}>{cells.changePercent ?? "–"}</div>
      </div>
    </>
  )
}

/** What tells the rows apart just now: the name that was searched for, the date of what is new, else the turnover. */
function SecondLine({ id, list }: { id: string; list: MarketListState }) {
  const query = list.choice.query.trim()
  if (query !== "" || !HAS_TURNOVER[list.kind]) return <CoinName id={id} query={query} />
  return list.choice.chip === "new" ? <ListingDate id={id} /> : <TurnoverText id={id} />
}

const TurnoverText = ({ id }: { id: string }) => useSnapshot(tickerOf(id)).turnoverWorth ?? "–"
