/**
 * The screen on which a market is traded, in the shape that the window asks for. List, chart, book and trades are the
 * same for every kind of market; ticket, own lists and figures come from the screen of the kind.
 */

import { lazy, type ReactNode, Suspense } from "react"
import type { Interval } from "#core/candle/interval.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { Side } from "../stores/ticket-store.ts"
import { useKeptAwake } from "./keep-awake.ts"
import { useScreenForm } from "./screen-form.ts"
import { TradeLandscape } from "./trade-landscape.view.tsx"
import { TradePhone } from "./trade-phone.view.tsx"
import { TradeTablet } from "./trade-tablet.view.tsx"

/** What the screen of one kind of market brings into the layout. */
interface TradeParts {
  /** Price and day's figures at the top of phone and tablet. */
  head: ReactNode
  /** The same in one line, for the top bar of a phone lying down. */
  headLine: ReactNode
  /** The same in the line above a desk's chart. */
  deskFigures: ReactNode
  /** What an upright phone shows below the head: its faces, and the buttons under the thumb. */
  phone: ReactNode
  /** The buttons under the thumb, on a phone that lies down. */
  actions: ReactNode
  /** The ticket as a column: on tablet and desk, and beside the chart of a phone that lies down. */
  ticket: ReactNode
  /** The ticket over the screen, on an upright phone. */
  ticketSheet: ReactNode
  /** Own orders and the like: a table on a desk, cards on a tablet. */
  lists: (form: "table" | "cards") => ReactNode
  /** Opens these lists from the top bar of a phone lying down. */
  listsButton: ReactNode
}

/** What every shape gets. */
export interface TradeLayoutProps {
  market: TradedMarket
  interval: Interval
  onInterval: (interval: Interval) => void
  /** A level of the book was pressed: the side that would trade against it, and its price as wire text. */
  onPick: (side: Side, price: string) => void
  /** Shows the ticket, which the chart has filled, where it isn't on screen. */
  onTicket: () => void
  parts: TradeParts
}

/** The terminal's resizable panels weigh more than all of a phone's screen. */
const TradeDesk = lazy(() =>
  import("./trade-desk.view.tsx").then((module) => ({ default: module.TradeDesk })),
)

const SHAPES = {
  phone: TradePhone,
  landscape: TradeLandscape,
  tablet: TradeTablet,
  desk: TradeDesk,
} as const

export function TradeLayout(props: TradeLayoutProps) {
  const form = useScreenForm()
  const Shape = SHAPES[form]
  useKeptAwake()
  return (
    <Suspense fallback={null}>
      <Shape {...props} />
      {form === "phone" ? props.parts.ticketSheet : null}
    </Suspense>
  )
}

const hasTicketColumn = (form: ReturnType<typeof useScreenForm>) => form === "desk" || form === "tablet"

/** Whether the ticket is on screen beside the book; else it is opened over the screen. */
export const useHasTicketColumn = (): boolean => hasTicketColumn(useScreenForm())
