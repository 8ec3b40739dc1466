/** What is held for an order with a reserve price, through its moves, trades and cancels? Steps in a case's own words. */

import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, Side } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { spotInstrument } from "#tests/support/test-exchange.ts"
import { type Adapter, CannotRun } from "./case-file.ts"

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

const ANSWERS: Readonly<Record<string, string>> = {
  INSUFFICIENT_BALANCE: "RISK_NSF",
  PRICE_OVER_RESERVE: "MOVE_FAILED_PRICE_OVER_RISK_LIMIT",
}

const PLACE = /^(?:(\w+) )?(GTC|IOC|FOK) (buy|sell) (\d+) @ (\d+)(?:,? reserve (\d+))?$/i
const MOVE = /^(?:(\w+) )?moves?(?: (?:her|his|their|the) \w+)? to (\d+)$/i
const CANCEL = /^(?:(\w+) )?cancels?(?: \d+)?$/i
const RESTING = /^(buy|sell) (\d+) @ (\d+)/

export const holdAdapters: Readonly<Record<string, Adapter>> = {
  "spot.hold": (inputs) => new HoldCase(inputs).result(),
}

class HoldCase {
  readonly #engine = createEngine()
  readonly #names: string[] = []
  /** The order each one placed last. */
  readonly #orders = new Map<string, number>()
  readonly #told: Record<string, unknown> = {}
  readonly #results: string[] = []
  #seq = 0
  #last = ""

  constructor(inputs: Record<string, unknown>) {
    this.#run({ type: "instrument.set", instrument: PAIR })
    for (const [name, value] of Object.entries(inputs)) {
      if (name === "steps" || value === null || typeof value !== "object") continue
      this.#names.push(name)
      this.#open(name, value as Record<string, string>)
    }
    const [first] = this.#names
    if (first === undefined || !Array.isArray(inputs.steps)) throw new CannotRun("no accounts or no steps")
    this.#last = first
    for (const step of inputs.steps) this.#results.push(this.#step(String(step)))
  }

  result(): Record<string, unknown> {
    for (const name of this.#names) {
      const final: Record<string, string> = {}
      for (const currency of ["XBT", "ETH"]) {
        final[currency] = this.#available(name, currency)
        this.#told[`${name}_final_${currency.toLowerCase()}`] = final[currency]
      }
      this.#told[`${name}_final`] = final
    }
    for (const name of this.#names) if (this.#cancel(name).answer.ok) this.#tell(name, "after_cancel")
    return { results: this.#results, ...this.#told }
  }

  #open(name: string, { resting, ...amounts }: Record<string, string>): void {
    for (const [currency, amount] of Object.entries(amounts))
      this.#run({
        type: "capital.move",
        from: "faucet",
        to: `${name}.funding.available`,
        currency,
        amount: BigInt(amount) as Amount,
        reason: "case",
      })
    const [, side, size, price] = RESTING.exec(resting ?? "") ?? []
    if (side !== undefined) this.#place(name, [side, size, price, undefined, "GTC"])
  }

  #step(text: string): string {
    const placed = PLACE.exec(text)
    if (placed) {
      const [, who, timeInForce, side, size, price, reserve] = placed
      const name = this.#named(who)
      const outcome = this.#place(name, [side, size, price, reserve, timeInForce])
      if (outcome.answer.ok) {
        this.#tell(name, "while_resting")
        this.#tell(name, "after_place")
      }
      return said(outcome)
    }
    const moved = MOVE.exec(text)
    if (moved) {
      const name = this.#named(moved[1])
      const price = Number(moved[2]) as Ticks
      return said(
        this.#run({ type: "order.amend", account: name, order: this.#orders.get(name) ?? 0, price }),
      )
    }
    const cancelled = CANCEL.exec(text)
    if (!cancelled) throw new CannotRun(`can't read the step: ${text}`)
    const name = this.#named(cancelled[1])
    const outcome = this.#cancel(name)
    this.#tell(name, "after_cancel")
    return said(outcome)
  }

  /** Whoever is named, else whoever acted last. */
  #named(who: string | undefined): string {
    const known = this.#names.find((name) => name.toLowerCase() === who?.toLowerCase())
    this.#last = known ?? this.#last
    return this.#last
  }

  #place(name: string, [side, size, price, reserve, timeInForce]: (string | undefined)[]): Outcome {
    const outcome = this.#run({
      type: "order.place",
      account: name,
      instrument: PAIR.id,
      side: side as Side,
      orderType: "limit",
      timeInForce: (timeInForce ?? "gtc").toLowerCase() as "gtc" | "ioc" | "fok",
      price: Number(price) as Ticks,
      quantity: Number(size) as Lots,
      ...(reserve !== undefined && { reservePrice: Number(reserve) as Ticks }),
    })
    if (outcome.answer.ok && "order" in outcome.answer.value)
      this.#orders.set(name, outcome.answer.value.order.id)
    return outcome
  }

  #cancel(name: string): Outcome {
    return this.#run({ type: "order.cancel", account: name, order: this.#orders.get(name) ?? 0 })
  }

  #run(command: Command): Outcome {
    this.#seq += 1
    return this.#engine.apply({ seq: this.#seq, time: 0, command })
  }

  #available(name: string, currency: string): string {
    return String(this.#engine.state.ledger.purse(name, "funding", currency).available)
  }

  /** Under the holder's name, and without it for a case that has one holder only. */
  #tell(name: string, when: string): void {
    for (const currency of ["XBT", "ETH"]) {
      const key = `${currency.toLowerCase()}_${when}`
      this.#told[`${name}_${key}`] = this.#available(name, currency)
      this.#told[key] ??= this.#available(name, currency)
    }
  }
}

/** A trade is told as such, as the published steps do. */
function said({ answer, events }: Outcome): string {
  if (!answer.ok) return ANSWERS[answer.problem.name] ?? answer.problem.name
  const trade = events.find((event) => event.type === "trade")
  return trade?.type === "trade" ? `trade ${trade.quantity} @ ${trade.price}` : "SUCCESS"
}
