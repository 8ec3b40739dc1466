/** Runs the hold cases: the hold of an order with a reserve price through its moves, trades and cancels. */

import * as z from "zod/mini"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { OrderStatus } from "#core/order/order-status.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, TimeInForce } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { answeredOrder, spotInstrument } from "#tests/support/test-exchange.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import { AnyOf } from "./compare.ts"
import { readAs, whole } from "./read-inputs.ts"

/** The published pair: a lot is 100,000 units of the base, and one step of price 10 units of the quote a lot. */
const LOT = 100_000n
const LOT_TURNOVER = 10n
const PAIR = spotInstrument({
  id: "ETH_XBT",
  base: "ETH",
  quote: "XBT",
  lot: LOT,
  tick: (LOT_TURNOVER * UNITS_PER_COIN) / LOT,
  notionalUnit: LOT_TURNOVER,
  feeSchedule: [{ maker: 0n, taker: 0n }],
})

/** Our refusals in the words that files use for them. */
const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  INSUFFICIENT_BALANCE: ["RISK_NSF", "NSF"],
  PRICE_OVER_RESERVE: ["MOVE_FAILED_PRICE_OVER_RISK_LIMIT"],
  FOK_NOT_FILLABLE: ["FOK"],
}
/** How an order that was taken stands, in the words that files use for it. */
const STANDINGS: Partial<Record<OrderStatus, readonly string[]>> = {
  new: ["NEW", "PLACED", "RESTING"],
  "partly-filled": ["PARTLY_FILLED", "PARTIALLY_FILLED"],
  filled: ["FILLED"],
  cancelled: ["CANCELLED", "CANCELED"],
  expired: ["EXPIRED", "IOC"],
}

const SIDE = /\b(buy|sell|bid|ask)s?\b(?: her| his| their| the)?\s+(\d+)\s*(?:@|at)\s*(\d+)/i
const RESERVE = /\breserve[sd]?\b\D*(\d+)/i
const TIME_IN_FORCE = /\b(GTC|IOC|FOK)\b/i
const MOVE = /\bmove[sd]?\b.*\bto (\d+)/i
const CANCEL = /\bcancel(?:s|led|ed)?\b/i
const DEPOSIT = /\b(?:deposit|add|credit)(?:s|ed)?\b\D*(\d+)(?:\s+(XBT|ETH))?/i

const currencies = ["XBT", "ETH"] as const
const ACCOUNT = z.object({
  XBT: z.optional(whole),
  ETH: z.optional(whole),
  resting: z.optional(z.string()),
})
const STEPS = z.array(z.string()).check(z.minLength(1))

export const holdAdapters: Readonly<Record<string, Adapter>> = {
  "spot.hold": (inputs) => new HoldCase(inputs).result(),
}

class HoldCase {
  readonly #engine = createEngine()
  readonly #names: string[] = []
  /** The order each one placed last. */
  readonly #orders = new Map<string, number>()
  readonly #told: Record<string, unknown> = {}
  readonly #results: AnyOf[] = []
  #seq = 0
  #last = ""

  constructor(inputs: Record<string, unknown>) {
    this.#run({ type: "instrument.set", instrument: PAIR })
    const { steps, accounts, ...others } = inputs
    const given = Object.entries({ ...others, ...(accounts === undefined ? {} : readAs(ACCOUNTS, accounts)) })
    for (const [name, value] of given)
      if (value !== null && typeof value === "object") this.#open(name, upperCurrencies(value))
    const [first] = this.#names
    if (first === undefined) throw new CannotRun("no accounts")
    this.#last = first
    for (const step of readAs(STEPS, steps)) this.#results.push(new AnyOf(this.#step(step)))
  }

  result(): Record<string, unknown> {
    for (const name of this.#names) {
      const final: Record<string, string> = {}
      for (const currency of currencies) {
        final[currency] = this.#available(name, currency)
        this.#told[`${name}_final_${currency.toLowerCase()}`] = final[currency]
      }
      this.#told[`${name}_final`] = final
    }
    for (const name of this.#names) if (this.#cancel(name).answer.ok) this.#tell(name, "after_cancel")
    return { results: this.#results, ...this.#told }
  }

  #open(name: string, value: unknown): void {
    const { resting, ...amounts } = readAs(ACCOUNT, value)
    this.#names.push(name)
    for (const currency of currencies) this.#deposit(name, currency, amounts[currency])
    const placed = SIDE.exec(resting ?? "")
    if (placed) this.#place(name, resting ?? "", placed)
    else if (resting !== undefined) throw new CannotRun(`can't read the order: ${resting}`)
  }

  #deposit(name: string, currency: string, amount = 0n): Outcome {
    return this.#run({
      type: "capital.move",
      from: "faucet",
      to: `${this.#account(name)}.funding.available`,
      currency,
      amount: amount as Amount,
      reason: "case",
    })
  }

  /** What a step is answered, in all spellings. */
  #step(step: string): readonly string[] {
    const name = this.#named(step)
    const placed = SIDE.exec(step)
    const moved = MOVE.exec(step)
    if (moved) {
      const price = Number(moved[1]) as Ticks
      return said(
        this.#run({
          type: "order.amend",
          account: this.#account(name),
          order: this.#orders.get(name) ?? 0,
          price,
        }),
      )
    }
    if (placed) {
      const outcome = this.#place(name, step, placed)
      if (outcome.answer.ok) {
        this.#tell(name, "while_resting")
        this.#tell(name, "after_place")
      }
      return said(outcome)
    }
    const paid = DEPOSIT.exec(step)
    if (paid) return said(this.#deposit(name, paid[2]?.toUpperCase() ?? "XBT", BigInt(paid[1] ?? "0")))
    if (!CANCEL.test(step)) throw new CannotRun(`can't read the step: ${step}`)
    const outcome = this.#cancel(name)
    this.#tell(name, "after_cancel")
    return said(outcome)
  }

  /** The engine's name of an account; a case may call it anything. */
  #account(name: string): string {
    return `case-${this.#names.indexOf(name) + 1}`
  }

  /** Whoever is named, the longest name first, else whoever acted last. */
  #named(step: string): string {
    const words = ` ${step.toLowerCase().replace(/[^\p{L}\p{N}_.-]+/gu, " ")} `
    const known = this.#names
      .filter((name) => words.includes(` ${name.toLowerCase()} `))
      .sort((one, other) => other.length - one.length)
    this.#last = known[0] ?? this.#last
    return this.#last
  }

  #place(name: string, words: string, [, side = "", size, price]: RegExpExecArray): Outcome {
    const [, reserve] = RESERVE.exec(words) ?? []
    const [, timeInForce = "gtc"] = TIME_IN_FORCE.exec(words) ?? []
    const outcome = this.#run({
      type: "order.place",
      account: this.#account(name),
      instrument: PAIR.id,
      side: /buy|bid/i.test(side) ? "buy" : "sell",
      orderType: "limit",
      timeInForce: timeInForce.toLowerCase() as TimeInForce,
      price: Number(price) as Ticks,
      quantity: Number(size) as Lots,
      ...(reserve !== undefined && { reservePrice: Number(reserve) as Ticks }),
    })
    const order = answeredOrder(outcome)
    if (order) this.#orders.set(name, order.id)
    return outcome
  }

  #cancel(name: string): Outcome {
    return this.#run({
      type: "order.cancel",
      account: this.#account(name),
      order: this.#orders.get(name) ?? 0,
    })
  }

  #run(command: Command): Outcome {
    this.#seq += 1
    return this.#engine.apply({ seq: this.#seq, time: 0, command })
  }

  #available(name: string, currency: string): string {
    return String(this.#engine.state.ledger.balance(this.#account(name), "funding", currency).available)
  }

  /** Under the holder's name, and without it for a case that has one holder only. */
  #tell(name: string, when: string): void {
    for (const currency of currencies) {
      const key = `${currency.toLowerCase()}_${when}`
      this.#told[`${name}_${key}`] = this.#available(name, currency)
      this.#told[key] ??= this.#available(name, currency)
    }
  }
}

const ACCOUNTS = z.record(z.string(), z.unknown())

const upperCurrencies = (value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) =>
      currencies.some((currency) => currency === name.toUpperCase())
        ? [name.toUpperCase(), each]
        : [name, each],
    ),
  )

/** A trade is told as such, as the published steps do; or how the order stands; or just that it was taken. */
function said(outcome: Outcome): readonly string[] {
  const { answer, events } = outcome
  if (!answer.ok) return [...(REFUSALS[answer.problem.name] ?? []), answer.problem.name]
  const trades = events.flatMap((event) =>
    event.type === "trade" ? [`trade ${event.quantity} @ ${event.price}`] : [],
  )
  const status = answeredOrder(outcome)?.status
  const standing = (status && STANDINGS[status]) ?? []
  return trades.length > 0 ? [trades.join(", "), ...standing, "SUCCESS"] : ["SUCCESS", ...standing]
}
