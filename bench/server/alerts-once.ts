/** The same orders through two exchanges in memory, batch by batch: one whose alerts are watched, one without any. */

import { reachesLine, seriesNames, type WatchTerms } from "#core/alert/alert-terms.ts"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import { AlertWatch } from "#server/alert/alert-watch.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { MarketModel } from "#server/read-model/market-model.ts"
import { seeded } from "../load/chance.ts"
import { collectGarbage } from "./collect-garbage.ts"
import { MARKET } from "./matching-books.ts"
import { type FlowStep, MIDDLE, orderFlow } from "./order-flow.ts"
import { WrongResult } from "./wrong-result.ts"

export interface AlertsSettings {
  seed: number
  /** Armed before the clock runs. */
  alerts: number
  /** Orders and cancels that are timed. */
  steps: number
}

export interface AlertsRepetition {
  /** Milliseconds of all batches, with alerts and without. */
  watched: number
  bare: number
  fired: number
}

/** 400 orders a second, gathered for 10 ms each. */
const BATCH = { orders: 4, ms: 10 } as const
const STANDING = 10_000
const OPENING = (10n ** 22n) as Amount
const BEGAN = 1_000
const ACCOUNTS = 2000
/** Of a hundred alerts so many wait for a drawn line, and so many for a fill of one user; the rest for a price. */
const SHARES = { lines: 2, fills: 10 } as const
/** How near and how far levels lie from the middle, in ticks: the stream wanders over some of them. */
const NEAREST = 5
const FURTHEST = 300

/** `account-17` of the flow is the user with the number 18. */
const userOf = (account: string): number => Number(account.slice("account-".length)) + 1

const commandOf = (step: FlowStep): Command => {
  const account = `u${userOf(step.account)}`
  if (step.kind === "cancel") return { type: "order.cancel", account, order: step.id }
  const common = { account, instrument: MARKET.id, side: step.side, quantity: step.quantity as Lots }
  return step.price === 0
    ? { type: "order.place", orderType: "market", ...common }
    : { type: "order.place", orderType: "limit", price: step.price as Ticks, ...common }
}

const price8 = (ticks: number): Price8 => (BigInt(ticks) * MARKET.tick) as Price8

/** Seeded terms, by the number of their alert; levels on both sides of where the stream begins. */
export function alertTerms({ seed, alerts, steps }: AlertsSettings): Map<number, WatchTerms> {
  const fraction = seeded(seed)
  const series = seriesNames.price("last", MARKET.id)
  const endMs = BEGAN + Math.ceil(steps / BATCH.orders) * BATCH.ms
  const terms = new Map<number, WatchTerms>()
  for (let id = 1; id <= alerts; id += 1) {
    const side = fraction() < 0.5 ? "up" : "down"
    const sign = side === "up" ? 1 : -1
    const price = MIDDLE + sign * (NEAREST + Math.floor(fraction() * FURTHEST))
    const part = id % 100
    if (part < SHARES.lines) {
      // A line that comes nearer while the orders come.
      const from = { time: BEGAN, price: price8(price) }
      const to = { time: endMs, price: price8(price - sign * NEAREST) }
      terms.set(id, { series, at: { side, level: { from, to } } })
    } else if (part < SHARES.lines + SHARES.fills) {
      // Most of whoever waits for a fill doesn't trade.
      const user = 1 + Math.floor(fraction() * ACCOUNTS * 4)
      terms.set(id, { series: seriesNames.fill(user, MARKET.id) })
    } else terms.set(id, { series, at: { side, level: price8(price) } })
  }
  return terms
}

/** Engine and read model of a market; time goes on with its batches. */
class Side {
  readonly #engine = createEngine()
  readonly #model: MarketModel
  #seq = 0
  #time = BEGAN
  readonly watch: AlertWatch
  /** In their order. */
  readonly fired: number[] = []
  /** ms. */
  took = 0

  constructor(accounts: readonly string[], before: readonly FlowStep[]) {
    this.#model = new MarketModel({
      feed: { kind: "simulated", source: "", practice: true },
      instruments: [MARKET],
      coinNames: new Map(),
      counters: new Map(),
      now: () => this.#time,
    })
    this.#model.begin(BEGAN, BEGAN)
    this.watch = new AlertWatch({
      stepsOf: () => MARKET,
      marginOf: () => undefined,
      onFire: ({ id }) => this.fired.push(id),
    })
    const amounts = [MARKET.base, MARKET.quote].map((currency) => ({ currency, amount: OPENING }))
    this.do([
      { type: "instrument.set", instrument: MARKET },
      ...accounts.map((account): Command => ({ type: "faucet.draw", account, amounts })),
    ])
    this.do(before.map(commandOf))
    this.took = 0
  }

  /** One batch, as the exchange does it: applied, then told to whoever reads. */
  do(commands: readonly Command[]): readonly EngineEvent[] {
    this.#time += BATCH.ms
    const stamped = commands.map((command): Stamped => {
      this.#seq += 1
      return { seq: this.#seq, time: this.#time, command }
    })
    const began = performance.now()
    const events: EngineEvent[] = []
    for (const one of stamped) {
      const { answer, events: own } = this.#engine.apply(one)
      if (!answer.ok) throw new Error(`the engine refused ${JSON.stringify(one.command)}`)
      events.push(...own)
    }
    this.#model.take({ time: this.#time, events })
    this.watch.take(events)
    this.took += performance.now() - began
    return events
  }
}

/** Does the whole stream on both sides, batch by batch, the first one of each by turns. Throws when another alert fired than should have. */
export function alertsOnce(settings: AlertsSettings, turn: number): AlertsRepetition {
  const { seed, steps } = settings
  const { before, timed } = orderFlow({ seed, standing: STANDING, steps })
  const accounts = [...new Set([...before, ...timed].map(({ account }) => `u${userOf(account)}`))]
  const [watched, bare] = [new Side(accounts, before), new Side(accounts, before)]
  const terms = alertTerms(settings)
  for (const [id, one] of terms) watched.watch.arm(id, one, BEGAN)
  const expected = new ExpectedAlerts(terms)
  collectGarbage()
  for (let place = 0; place < timed.length; place += BATCH.orders) {
    const commands = timed.slice(place, place + BATCH.orders).map(commandOf)
    const isFirst = (place / BATCH.orders + turn) % 2 === 0
    if (!isFirst) bare.do(commands)
    expected.see(watched.do(commands))
    if (isFirst) bare.do(commands)
  }
  expected.assertFired(watched.fired)
  return { watched: watched.took, bare: bare.took, fired: watched.fired.length }
}

/** Which alerts should fire, by asking each of them at each trade and fill. */
class ExpectedAlerts {
  readonly #waiting: Map<number, WatchTerms>
  readonly #fired = new Set<number>()

  constructor(terms: ReadonlyMap<number, WatchTerms>) {
    this.#waiting = new Map(terms)
  }

  see(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === "trade") {
        const value = BigInt(event.price) * MARKET.tick
        this.#fire(({ at }) => at !== undefined && isReached(at, value, event.time))
      } else if (event.type === "fill") {
        const series = `fill ${event.account} ${MARKET.id}`
        this.#fire((terms) => terms.series === series)
      }
    }
  }

  assertFired(fired: readonly number[]): void {
    const once = new Set(fired)
    if (once.size !== fired.length) throw new WrongResult("an alert fired twice")
    const missing = [...this.#fired].filter((id) => !once.has(id)).length
    if (missing > 0 || once.size !== this.#fired.size)
      throw new WrongResult(`${once.size} alerts fired, ${missing} of ${this.#fired.size} didn't`)
    if (this.#fired.size === 0) throw new WrongResult("no alert fired: nothing was watched")
  }

  #fire(isDue: (terms: WatchTerms) => boolean): void {
    for (const [id, terms] of this.#waiting)
      if (isDue(terms)) {
        this.#waiting.delete(id)
        this.#fired.add(id)
      }
  }
}

const isReached = ({ side, level }: NonNullable<WatchTerms["at"]>, value: bigint, time: number): boolean => {
  if (typeof level !== "bigint") return reachesLine(level, side, value, time)
  return side === "up" ? value >= level : value <= level
}
