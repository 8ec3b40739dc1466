/**
 * A script of commands in which a stop-loss fires, funding is paid, a liquidation sends orders and waits for the book
 * between them, the fund takes positions over and works them off, and a deleveraging follows (P5, P23, P27, P29, P30).
 */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import type { Command, PlaceOrder } from "#server/engine/command.ts"
import { coins, PERPETUAL, perpetualInstrument, SPOT } from "./test-exchange.ts"

/** A command and when it is sent: so long after the one before it, and not before a moment. */
export interface SceneStep {
  command: Command
  waitMs: number
  from?: TimeMs
}

/** A script, when it begins, and what is listed in it. */
export interface CrashScene {
  begins: TimeMs
  instruments: readonly Instrument[]
  steps: readonly SceneStep[]
}

const INTERVAL_MS = 8 * 3_600_000
export const FUNDING_AT: TimeMs = 62_000 * INTERVAL_MS
const SCENE_BEGINS: TimeMs = FUNDING_AT - 180_000

/** Its mark is its index, so that a pause after a restart moves no number. */
const SCENE_INSTRUMENT = {
  ...perpetualInstrument({ fundingHours: 8, markBand: 0n }),
  state: "open",
} as const

const CASH = {
  u1: 1_030,
  u2: 1_000_000,
  u3: 31_000,
  u4: 2_000,
  u5: 1_000,
  u6: 3_000,
  u7: 3_000,
  u8: 7_000,
  u9: 1_000_000,
}
type Person = keyof typeof CASH
const INSURANCE = 2_000

const now = (command: Command): SceneStep => ({ command, waitMs: 0 })
const tick = (waitMs = 1_000): SceneStep => ({ command: { type: "clock.tick" }, waitMs })
/** Of the index, in whole USDT. */
const quote = (price: number): SceneStep =>
  now({ type: "feed.quote", index: SPOT, source: "one", last: coins(price) as bigint as Price8 })
/** A jump is believed when the last quote is older than a second (P1). */
const jump = (price: number): SceneStep[] => [tick(1_500), quote(price), tick()]
const give = (to: string, amount: number): SceneStep =>
  now({
    ...{ type: "capital.move", from: "faucet", to, currency: "USDT" },
    ...{ amount: coins(amount), reason: "scene" },
  })

let orders = 0
/** A limit order in whole USDT and coins, with a key of its own. */
function order(account: string, side: "buy" | "sell", price: number, quantity: number, more = {}): SceneStep {
  orders += 1
  const place: PlaceOrder = {
    ...{ type: "order.place", account, instrument: PERPETUAL, side, orderType: "limit" },
    ...{ price: price as Ticks, quantity: quantity as Lots, clientOrderId: `o${orders}`, ...more },
  }
  return now(place)
}
/** The first sells to the second. */
const trade = (seller: Person, buyer: Person, price: number, quantity: number, more = {}): SceneStep[] => [
  order(seller, "sell", price, quantity),
  order(buyer, "buy", price, quantity, more),
]
/** The one who quotes is a user like others: its keys are remembered. */
const bid = (price: number, quantity: number) => order("u9", "buy", price, quantity)
const cancelQuotes = now({ type: "order.cancel-all", account: "u9" })

const begin: readonly SceneStep[] = [
  now({ type: "clock.start", stopsPerCommand: 200, settlesContracts: true, pauseMs: 0 }),
  now({ type: "instrument.set", instrument: SCENE_INSTRUMENT }),
  ...Object.entries({ ...CASH, "house-maker": 100_000_000 }).map(([account, amount]) =>
    give(`${account}.contract.available`, amount),
  ),
  give("insurance", INSURANCE),
  quote(100),
  tick(),
  ...["u2", "u3", "u9"].map((account) =>
    now({ type: "leverage.set", account, instrument: PERPETUAL, leverage: 5 }),
  ),
  now({ type: "margin-mode.set", account: "u4", instrument: PERPETUAL, mode: "isolated" }),
  now({ type: "position-mode.set", account: "u5", mode: "hedge" }),
]

const opening: readonly SceneStep[] = [
  ...trade("u2", "u1", 100, 90),
  order("u1", "buy", 60, 1),
  ...trade("u2", "u3", 100, 1_500),
  ...trade("u2", "u4", 100, 100),
  ...trade("u2", "u5", 100, 60, { positionSide: "long" }),
  order("house-maker", "buy", 100, 10),
  order("u5", "sell", 100, 10, { positionSide: "short" }),
  ...trade("u7", "u8", 100, 280),
  ...trade("u2", "u6", 100, 50, { stopLoss: { price: 97 as Ticks, limit: 95 as Ticks } }),
]

/** What happens to the positions, and which writes belong to it. */
export interface SceneStage {
  name: string
  steps: readonly SceneStep[]
}

export const SCENE_STAGES: readonly SceneStage[] = [
  {
    name: "funding",
    steps: [
      // Asked to buy far above the index: the premium stands at its bound, and longs pay.
      bid(110, 1_000),
      order("u9", "sell", 120, 1_000),
      tick(20_000),
      quote(100),
      tick(5_000),
      { ...tick(0), from: FUNDING_AT },
      quote(100),
      cancelQuotes,
    ],
  },
  {
    name: "a stop-loss that is filled in two parts",
    steps: [bid(96, 30), ...jump(97), bid(96, 40), tick()],
  },
  {
    name: "take-overs by the fund",
    // It works off what it can't sell at once.
    steps: [bid(92, 40), ...jump(93), bid(92, 20), tick(), tick()],
  },
  {
    name: "a liquidation by orders",
    // Long and short of one close against each other; another waits for the book.
    steps: [bid(83, 100), ...jump(84), bid(83, 150), tick(), bid(83, 2_000), tick(), cancelQuotes],
  },
  {
    name: "a deleveraging",
    // Against what is liquidated, then against the fund itself.
    steps: [...jump(78), tick(), ...jump(74), tick()],
  },
]
/** What the house did is told with the minute. */
const end: readonly SceneStep[] = [tick(60_000)]

/** Brings people, money and positions. */
export const SCENE_OPENING: readonly SceneStep[] = [...begin, ...opening]
export const SCENE: CrashScene = {
  begins: SCENE_BEGINS,
  instruments: [SCENE_INSTRUMENT],
  steps: [...SCENE_OPENING, ...SCENE_STAGES.flatMap(({ steps }) => steps), ...end],
}
