/** Those that match the same stream: the engine with money, without, and with margin, its bare book, and nodejs-order-book. */

import {
  type LimitOrderOptions,
  type MarketOrderOptions,
  OrderBook,
  type Side as OtherSide,
} from "nodejs-order-book"
import type { PerpetualInstrument, SpotInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, type Price8, type Ticks, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Command, PlaceOrder, Stamped } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { FastBook } from "#server/engine/matching/fast-book.ts"
import { Order } from "#server/engine/matching/order.ts"
import type { MatchListener } from "#server/engine/matching/order-book.ts"
import type { EngineSettings } from "#server/engine/state.ts"
import { createMoneylessClearings } from "./moneyless-clearing.ts"
import { type FlowStep, MIDDLE } from "./order-flow.ts"

/** A stream made ready for one book: `run` does it, `trades` are maker, price, lots of each, flat. */
export interface ReadyFlow {
  run(): void
  trades: number[]
  /** Orders that are open now. */
  openCount(): number
}
export type Prepare = (before: readonly FlowStep[], timed: readonly FlowStep[]) => ReadyFlow

/** Whole units, an ordinary spot market; protection so wide that market orders aren't bounded, as the peer knows none. */
export const MARKET: SpotInstrument = {
  id: "ABC_USDT",
  kind: "spot",
  base: "ABC",
  quote: "USDT",
  tick: UNITS_PER_COIN,
  lot: UNITS_PER_COIN,
  notionalUnit: UNITS_PER_COIN,
  state: "open",
  listedAt: 0,
  minQuantity: 1 as Lots,
  maxQuantity: 1_000_000 as Lots,
  maxMarketQuantity: 1_000_000 as Lots,
  minNotional: 0n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "off",
  band: 5_000_000n,
  marketProtection: 99_999_999n,
  stpDefault: "NONE",
}

/** The same market as a contract of a thousandth of the base a lot, with the tiers of bitcoin. */
const CONTRACT: PerpetualInstrument = {
  ...MARKET,
  id: "ABC_USDT_PERP",
  kind: "perpetual",
  lot: UNITS_PER_COIN / 1000n,
  notionalUnit: UNITS_PER_COIN / 1000n,
  index: MARKET.id,
  leverageMax: 125,
  fundingHours: 8,
  interest: 10_000n,
  markBand: 3_000_000n,
  maintenanceRate: 400_000n,
}

/** What each account has of both currencies: more than the stream moves. */
const OPENING = (10n ** 22n) as Amount
/** What each contract wallet has: a million, so that every order and fill is asked for margin and none lacks it. */
const CONTRACT_OPENING = (1_000_000n * UNITS_PER_COIN) as Amount

const placeCommand = (step: FlowStep & { kind: "place" }, instrument: string = MARKET.id): PlaceOrder => ({
  type: "order.place",
  account: step.account,
  instrument,
  side: step.side,
  orderType: step.price === 0 ? "market" : "limit",
  ...(step.price !== 0 && { price: step.price as Ticks }),
  quantity: step.quantity as Lots,
})

/**
 * All but the money: checks of the order, of the price and of the account's counts, answers, events of orders and
 * levels.
 */
export const prepareEngine: Prepare = (before, timed) =>
  prepareOn(MARKET, {
    openings: [],
    flow: [before, timed],
    settings: { createClearings: createMoneylessClearings },
  })

/**
 * With the ledger: holds, four postings and two fees a trade, fills, balances and journals of everybody. All accounts
 * are users', who pay fees and are told everything.
 */
export const prepareLedger: Prepare = (before, timed) => {
  const amounts = [MARKET.base, MARKET.quote].map((currency) => ({ currency, amount: OPENING }))
  const draws = accountsOf(before, timed).map(
    (account): Command => ({ type: "faucet.draw", account, amounts }),
  )
  return prepareOn(MARKET, { openings: draws, flow: [before, timed], settings: {} })
}

/**
 * As contracts, with all that belongs to them: tier limit and free margin of the whole account with all of its orders before
 * an order is taken, margin of both sides before each fill, positions, realised profit, fees, journals and open interest of
 * everybody. One-way, cross, leverage 20.
 */
export const preparePerpetual: Prepare = (before, timed) => {
  const openings = accountsOf(before, timed).map(
    (account): Command => ({
      type: "capital.move",
      from: "faucet",
      to: `${account}.contract.available`,
      currency: CONTRACT.quote,
      amount: CONTRACT_OPENING,
      reason: "bench",
    }),
  )
  const last = (BigInt(MIDDLE) * CONTRACT.tick) as Price8
  const quote: Command = { type: "feed.quote", index: CONTRACT.index, source: "bench", last }
  return prepareOn(CONTRACT, { openings: [quote, ...openings], flow: [before, timed], settings: {} })
}

const accountsOf = (before: readonly FlowStep[], timed: readonly FlowStep[]): string[] => [
  ...new Set([...before, ...timed].map((step) => step.account)),
]

/** When all steps happen: the first mark has been made of the quote. */
const FLOW_TIME_MS = 2000

/** Time stands still, so that no timer fires in any of them. */
function prepareOn(
  market: SpotInstrument | PerpetualInstrument,
  of: {
    openings: readonly Command[]
    flow: [readonly FlowStep[], readonly FlowStep[]]
    settings: Partial<EngineSettings>
  },
): ReadyFlow {
  const [before, timed] = of.flow
  const engine = createEngine(of.settings)
  let seq = 0
  const stamp = (command: Command, time: number = FLOW_TIME_MS): Stamped => {
    seq += 1
    return { seq, time, command }
  }
  const commandOf = (step: FlowStep): Command =>
    step.kind === "place"
      ? placeCommand(step, market.id)
      : { type: "order.cancel", account: step.account, order: step.id }
  for (const command of [{ type: "instrument.set", instrument: market } as const, ...of.openings])
    accepted(engine.apply(stamp(command, 1)).answer)
  for (const step of before) accepted(engine.apply(stamp(commandOf(step))).answer)
  const commands = timed.map((step) => stamp(commandOf(step)))
  const trades: number[] = []
  return {
    trades,
    openCount: () => engine.openOrders,
    run() {
      for (const command of commands) {
        const { answer, events } = engine.apply(command)
        accepted(answer)
        for (const event of events)
          if (event.type === "trade") trades.push(event.maker.order, event.price, event.quantity)
      }
    },
  }
}

function accepted(answer: { ok: boolean }): void {
  if (!answer.ok) throw new Error(`the engine refused what the other book takes: ${JSON.stringify(answer)}`)
}

/** Only the book: no accounts, no checks, no events, but every fill. What matching itself costs. */
export const prepareFastBook: Prepare = (before, timed) => {
  const book = new FastBook(MARKET.notionalUnit)
  const trades: number[] = []
  const orders = new Map<number, Order>()
  let isTimed = false
  const listener: MatchListener = {
    levelChanges: () => undefined,
    judgeFill: (_maker, _taker, quantity) => quantity,
    traded(maker, _taker, quantity) {
      if (isTimed) trades.push(maker.id, maker.price, quantity)
    },
    prevented: () => undefined,
    makerEnded: (maker) => void orders.delete(maker.id),
  }
  const act = (step: FlowStep, command: PlaceOrder | undefined) => {
    if (!command) {
      const known = orders.get(step.id)
      if (!known) throw new Error(`order ${step.id} is not open`)
      orders.delete(step.id)
      book.remove(known)
      return
    }
    const order = new Order(step.id, command, MARKET)
    const isMarket = command.price === undefined
    const furthest = command.side === "buy" ? Number.MAX_SAFE_INTEGER : 1
    const end = book.match(order, (isMarket ? furthest : order.price) as Ticks, listener)
    if (end === "filled" || isMarket) return
    orders.set(order.id, order)
    book.add(order)
  }
  for (const step of before) act(step, step.kind === "place" ? placeCommand(step) : undefined)
  const work = timed.map((step) => ({
    step,
    command: step.kind === "place" ? placeCommand(step) : undefined,
  }))
  isTimed = true
  return {
    trades,
    openCount: () => orders.size,
    run() {
      for (const { step, command } of work) act(step, command)
    },
  }
}

type OtherWork =
  | { limit: LimitOrderOptions; market?: never; cancel?: never }
  | { limit?: never; market: MarketOrderOptions; cancel?: never }
  | { limit?: never; market?: never; cancel: string }

/** nodejs-order-book as its documentation uses it, journal off. */
export const prepareOther: Prepare = (before, timed) => {
  const book = new OrderBook()
  const trades: number[] = []
  const work = (step: FlowStep): OtherWork => {
    const id = String(step.id)
    if (step.kind === "cancel") return { cancel: id }
    const common = { side: step.side as OtherSide, size: step.quantity, accountId: step.account }
    return step.price === 0 ? { market: common } : { limit: { ...common, id, price: step.price } }
  }
  const act = ({ limit, market, cancel }: OtherWork) => {
    if (cancel !== undefined) {
      if (!book.cancel(cancel)) throw new Error(`order ${cancel} is not open in nodejs-order-book`)
      return
    }
    const { done, partial, partialQuantityProcessed } = limit ? book.limit(limit) : book.market(market)
    for (const order of done)
      if ("price" in order && order.id !== limit?.id) trades.push(Number(order.id), order.price, order.size)
    if (partial && partial.id !== limit?.id)
      trades.push(Number(partial.id), partial.price, partialQuantityProcessed)
  }
  for (const step of before) act(work(step))
  trades.length = 0
  const all = timed.map(work)
  return {
    trades,
    openCount: () => {
      const { bids, asks } = book.snapshot()
      return [...bids, ...asks].reduce((sum, { orders }) => sum + orders.length, 0)
    },
    run() {
      for (const one of all) act(one)
    },
  }
}
