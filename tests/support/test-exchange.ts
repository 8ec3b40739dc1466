/** A real engine with one instrument in round units, driven in few words. */

import type { PerpetualInstrument, SpotInstrument, TradedInstrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Answer, Outcome } from "#server/engine/answer.ts"
import type { Command, PlaceOrder, Side, WalletName } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineEvent, OrderView } from "#server/engine/event.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import type { EngineSettings } from "#server/engine/state.ts"

export const SPOT = "ABC_USDT"
export const PERPETUAL = "ABC_USDT_PERP"

/** One tick is 1 USDT, one lot 1 ABC, so that K is one USDT; nothing is limited that a test doesn't ask for. */
export const spotInstrument = (fields: Partial<SpotInstrument> = {}): SpotInstrument => ({
  id: SPOT,
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
  maxMarketQuantity: fields.maxQuantity ?? (1_000_000 as Lots),
  minNotional: 0n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "off",
  band: 5_000_000n,
  marketProtection: 50_000_000n,
  stpDefault: "EXPIRE_MAKER",
  ...fields,
})

export const perpetualInstrument = (fields: Partial<PerpetualInstrument> = {}): PerpetualInstrument => ({
  ...spotInstrument(),
  id: PERPETUAL,
  kind: "perpetual",
  index: SPOT,
  leverageMax: 10,
  fundingHours: 8,
  interest: 10_000n,
  markBand: 3_000_000n,
  maintenanceRate: 400_000n,
  ...fields,
})

type More = Partial<PlaceOrder>

/** What each account has of both currencies of the instrument, in whole coins. */
const OPENING_COINS = 1_000_000_000

/** Up to so many open orders the books are recounted after every command. */
const RECOUNTED_ORDERS_MAX = 300

/** Who is there from the first moment; anyone else is as soon as a command names them. */
const ACCOUNTS = ["ann", "bob", "cat", "house-maker", "house-crowd"]

/** Accounts begin with money unless a test says otherwise. */
interface TestSettings extends Partial<EngineSettings> {
  isFunded?: boolean
}

/** The events of the market, and apart from them those of money: journals, fills, balances. */
interface Told extends Outcome {
  money: EngineEvent[]
}

export class TestExchange {
  readonly engine: Engine
  readonly instrument: string
  readonly events: EngineEvent[] = []
  time: TimeMs
  readonly #currencies: readonly [base: string, quote: string]
  readonly #funded = new Set<string>()
  readonly #isFunded: boolean
  readonly #isContract: boolean
  #seq = 0

  constructor(instrument: TradedInstrument, settings: TestSettings = {}, time: TimeMs = 0) {
    const { isFunded = true, ...engine } = settings
    this.engine = createEngine(engine)
    this.#isFunded = isFunded
    this.instrument = instrument.id
    this.#isContract = instrument.kind === "perpetual"
    this.#currencies = [instrument.base, instrument.quote]
    this.time = time
    this.run({ type: "instrument.set", instrument })
    if (isFunded) for (const account of ACCOUNTS) this.#openAccount(account)
  }

  /**
   * Does a command now; a refusal is an answer like any other. The books are recounted after each. The outcome's events
   * are those of the market; `money` has journals, fills and balances.
   */
  run(command: Command): Told {
    if ("account" in command && this.#isFunded) this.#openAccount(command.account)
    const outcome = this.#apply(command)
    this.events.push(...outcome.events)
    return {
      answer: outcome.answer,
      events: outcome.events.filter((event) => !isOfMoney(event)),
      money: outcome.events.filter(isOfMoney),
    }
  }

  /** Gives an account this many whole coins of a currency, out of the faucet. */
  fund(account: string, currency: string, count: number, wallet: WalletName = "funding"): void {
    this.#funded.add(account)
    const to = `${account}.${wallet}.available`
    const amount = coins(count)
    this.#apply({ type: "capital.move", from: "faucet", to, currency, amount, reason: "test" })
  }

  /** `available + held` of a currency in the funding wallet, in whole coins. */
  balance(account: string, currency: string): string {
    const { available, held } = this.engine.state.ledger.balance(account, "funding", currency)
    return `${formatAmount(available)} + ${formatAmount(held)}`
  }

  #openAccount(account: string): void {
    if (this.#funded.has(account)) return
    for (const currency of this.#currencies) this.fund(account, currency, OPENING_COINS)
    if (this.#isContract) this.fund(account, "USDT", OPENING_COINS, "contract")
  }

  #apply(command: Command): Outcome {
    this.#seq += 1
    const outcome = this.engine.apply({ seq: this.#seq, time: this.time, command })
    // Each recount walks all orders: with very many of them now and then will do.
    if (this.engine.openOrders > RECOUNTED_ORDERS_MAX && this.#seq % 200 !== 0) return outcome
    const wrong = checkBooks(this.engine.state)
    if (wrong.length > 0) throw new Error(`after ${command.type} ${this.#seq}: ${wrong.join("; ")}`)
    return outcome
  }

  /** Lets time pass; the timers that become due fire. */
  tick(ms: TimeMs): Told {
    this.time += ms
    return this.run({ type: "clock.tick" })
  }

  place(account: string, side: Side, more: More): Told {
    return this.run({
      type: "order.place",
      account,
      instrument: this.instrument,
      side,
      orderType: "limit",
      ...more,
    })
  }

  buy(account: string, price: number, quantity: number, more: More = {}): Told {
    return this.place(account, "buy", { price: price as Ticks, quantity: quantity as Lots, ...more })
  }

  sell(account: string, price: number, quantity: number, more: More = {}): Told {
    return this.place(account, "sell", { price: price as Ticks, quantity: quantity as Lots, ...more })
  }

  /** By base quantity. */
  market(account: string, side: Side, quantity: number, more: More = {}): Told {
    return this.place(account, side, { orderType: "market", quantity: quantity as Lots, ...more })
  }

  /** By quote amount, in whole USDT. */
  marketFor(account: string, side: Side, usdt: number): Told {
    return this.place(account, side, { orderType: "market", budget: coins(usdt) })
  }

  /** `at` is the stop price, `price` the limit of the order that then enters. */
  stop(
    account: string,
    side: Side,
    at: number,
    { price, quantity, ...more }: { price: number; quantity: number } & Omit<More, "price" | "quantity">,
  ): Told {
    return this.place(account, side, {
      orderType: "stop-limit",
      stopPrice: at as Ticks,
      price: price as Ticks,
      quantity: quantity as Lots,
      ...more,
    })
  }

  amend(account: string, order: number, fields: { price?: number; quantity?: number }): Told {
    return this.run({
      type: "order.amend",
      account,
      order,
      ...(fields as { price?: Ticks; quantity?: Lots }),
    })
  }

  reduce(account: string, order: number, by: number): Told {
    return this.run({ type: "order.reduce", account, order, by: by as Lots })
  }

  cancel(account: string, order: number): Told {
    return this.run({ type: "order.cancel", account, order })
  }

  /** A source's price of the index, in whole USDT. */
  quote(price: number, source = "one"): Told {
    return this.run({ type: "feed.quote", index: SPOT, source, last: coins(price) as bigint as Price8 })
  }

  /** `[price, total]`, best first. */
  levels(side: Side): [number, number][] {
    return this.engine.levels(this.instrument, side).map(({ price, total }) => [price, total])
  }

  /** `[id, open]`, earliest first. */
  queue(side: Side, price: number): [number, number][] {
    return this.engine
      .queue(this.instrument, side, price as Ticks)
      .map((order) => [order.id, (order.quantity ?? 0) - order.executed])
  }
}

/** Whole coins as an amount of 1e-8; fractions of a coin are rounded to it. */
export const coins = (count: number): Amount => BigInt(Math.round(count * 1e8)) as Amount

/** The order of an answer to whatever command; undefined where it has none. */
export const answeredOrder = ({ answer }: Pick<Outcome, "answer">): OrderView | undefined =>
  answer.ok && "order" in answer.value ? answer.value.order : undefined

/** The order of an answer that must have one. */
export function orderOf(outcome: Outcome): OrderView {
  const order = answeredOrder(outcome)
  if (!order) throw new Error(`no order in ${describe(outcome.answer)}`)
  return order
}

/** The name of the refusal, or undefined. */
export const refusalOf = ({ answer }: Outcome): string | undefined =>
  answer.ok ? undefined : answer.problem.name

/** `price × quantity` of each trade. */
export const tradesOf = ({ events }: Outcome): string[] =>
  events.flatMap((event) => (event.type === "trade" ? [`${event.price} × ${event.quantity}`] : []))

const isOfMoney = ({ type }: EngineEvent): boolean =>
  type === "journal" || type === "fill" || type === "balance"

const describe = (answer: Answer): string =>
  JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? String(value) : value))
