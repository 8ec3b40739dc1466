/** Recomputes the fee of each fill from the rates at the order's acceptance (U5, N1). */

import { feeRatesOf } from "#core/instrument/fee-levels.ts"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { FillEvent, OrderView, UserEvent } from "#server/engine/event.ts"

interface Known {
  maker: bigint
  taker: bigint
  /** Σ amount × rate of its fills. */
  fine: bigint
  charged: bigint
}

export class FeeOracle {
  readonly #instruments: ReadonlyMap<string, TradedInstrument>
  readonly #levels = new Map<string, number>()
  readonly #orders = new Map<number, Known>()
  /** What `fees` has by currency: a rebate never takes it below zero. */
  readonly #income = new Map<string, bigint>()

  constructor(instruments: ReadonlyMap<string, TradedInstrument>) {
    this.#instruments = instruments
  }

  takeUser({ account, level }: UserEvent): void {
    this.#levels.set(account, level)
  }

  /** Before its fills are checked: a new order gets the rates of this moment. */
  takeOrder({ id, account, instrument }: OrderView): void {
    const traded = this.#instruments.get(instrument)
    if (!traded || this.#orders.has(id)) return
    const rates = feeRatesOf(traded, this.#levels.get(account) ?? 0)
    this.#orders.set(id, { ...rates, fine: 0n, charged: 0n })
  }

  /** `amount`: what the fee is a share of, in its currency. */
  checkFill(fill: FillEvent, amount: bigint): void {
    const known = this.#orders.get(fill.order)
    if (!known) throw new Error(`order ${fill.order} was filled and never told`)
    known.fine += amount * (fill.liquidity === "maker" ? known.maker : known.taker)
    const income = this.#income.get(fill.feeCurrency) ?? 0n
    const due = roundedUp(known.fine) - known.charged
    const fee = due < -income ? -income : due
    if (fill.fee !== fee)
      throw new Error(`order ${fill.order} is charged ${fill.fee}, and its rates say ${fee} (U5)`)
    known.charged += fee
    this.#income.set(fill.feeCurrency, income + fee)
  }

  /** Money that the operator took out of `fees`, or put there. */
  takeIncome(currency: string, amount: bigint): void {
    this.#income.set(currency, (this.#income.get(currency) ?? 0n) + amount)
  }

  /** After its fills: what it says it was charged is their sum. */
  checkOrder({ id, charged, status }: OrderView): void {
    const known = this.#orders.get(id)
    if (known && known.charged !== charged)
      throw new Error(`order ${id} says it was charged ${charged}, its fills ${known.charged}`)
    if (!["new", "partly-filled", "waiting"].includes(status)) this.#orders.delete(id)
  }
}

const ONE = 100_000_000n
/** Towards plus infinity: JavaScript's division cuts towards zero, which is up below it. */
const roundedUp = (fine: bigint): bigint => fine / ONE + (fine > 0n && fine % ONE !== 0n ? 1n : 0n)
