/** An engine with contracts, positions and a house that quotes: the ground of the figures `mark-tick` and `crash`. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, type Price8, type Ticks, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, PlaceOrder, Side, Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { WrongResult } from "./wrong-result.ts"

const HOUSE = "house-maker"
/** What the house shows on each side: more than anybody takes. */
const HOUSE_LOTS = 1_000_000_000 as Lots
const SECOND_MS = 1000

/** A position of a user: so many lots of a contract, below zero a short. */
export interface ScenePosition {
  account: string
  contract: number
  lots: number
}

export interface SceneSettings {
  contracts: number
  /** Where each contract begins, in ticks. */
  price: number
  /** Cash of each account in its contract wallet, 1e-8 USDT. */
  cash: ReadonlyMap<string, Amount>
  positions: readonly ScenePosition[]
}

/** A cent a tick, a thousandth of the base a lot, the tiers of large coins. */
const contractOf = (index: number): PerpetualInstrument => ({
  id: `C${index}_USDT_PERP`,
  kind: "perpetual",
  base: `C${index}`,
  quote: "USDT",
  index: `C${index}_USDT`,
  tick: UNITS_PER_COIN / 100n,
  lot: UNITS_PER_COIN / 1000n,
  notionalUnit: UNITS_PER_COIN / 100_000n,
  state: "open",
  listedAt: 0,
  minQuantity: 1 as Lots,
  maxQuantity: HOUSE_LOTS,
  maxMarketQuantity: HOUSE_LOTS,
  minNotional: 0n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "off",
  band: 5_000_000n,
  marketProtection: 99_999_999n,
  stpDefault: "EXPIRE_MAKER",
  leverageMax: 100,
  fundingHours: 8,
  interest: 10_000n,
  markBand: 3_000_000n,
  maintenanceRate: 500_000n,
})

export class ContractScene {
  readonly engine: Engine
  readonly contracts: readonly PerpetualInstrument[]
  /** Engine time; each beat is a second later. */
  #time = 1
  #seq = 0

  constructor({ contracts, price, cash, positions }: SceneSettings) {
    this.engine = createEngine()
    this.contracts = Array.from({ length: contracts }, (_, index) => contractOf(index))
    for (const instrument of this.contracts) this.do({ type: "instrument.set", instrument })
    for (const [account, amount] of cash) this.#fund(account, amount)
    this.quote(Array.from({ length: contracts }, () => price))
    this.beat()
    for (const { id } of this.contracts)
      for (const side of ["buy", "sell"] as const) this.rest(id, side, { price, lots: HOUSE_LOTS })
    // The house of each contract stands at one price: a position opens at it, and no mark moves.
    for (const { account, contract, lots } of positions) this.#open(account, this.contracts[contract], lots)
  }

  /** Does a command now; a refusal means that the scene isn't what it is told to be. */
  do<C extends Command>(command: C): Outcome<C> {
    const outcome = this.engine.apply(this.stamp(command))
    if (!outcome.answer.ok)
      throw new WrongResult(`${command.type} was refused: ${JSON.stringify(outcome.answer)}`)
    return outcome
  }

  /** A command to be applied by the caller, in this order. */
  stamp<C extends Command>(command: C): Stamped<C> {
    this.#seq += 1
    return { seq: this.#seq, time: this.#time, command }
  }

  /** Index quotes of all contracts, in ticks; the next {@link beat} makes marks of them. */
  quote(prices: readonly number[]): void {
    for (const [index, contract] of this.contracts.entries()) {
      const last = (BigInt(prices[index] ?? 0) * contract.tick) as Price8
      this.do({ type: "feed.quote", index: contract.index, source: "bench", last })
    }
  }

  /** The tick of the next whole second: a mark of each contract. */
  nextBeat(): Stamped {
    this.#time = (Math.floor(this.#time / SECOND_MS) + 1) * SECOND_MS
    return this.stamp({ type: "clock.tick" })
  }

  beat(): Outcome {
    return this.engine.apply(this.nextBeat())
  }

  /** A house order in the book. */
  rest(instrument: string, side: Side, { price, lots }: { price: number; lots: number }): void {
    this.do({
      type: "order.place",
      account: HOUSE,
      instrument,
      side,
      orderType: "limit",
      price: (side === "buy" ? price - 1 : price + 1) as Ticks,
      quantity: lots as Lots,
      stp: "NONE",
    })
  }

  clearBooks(): void {
    for (const { id } of this.contracts) this.do({ type: "order.cancel-all", account: HOUSE, instrument: id })
  }

  #fund(account: string, amount: Amount): void {
    const to = account === "insurance" ? account : `${account}.contract.available`
    this.do({ type: "capital.move", from: "faucet", to, currency: "USDT", amount, reason: "bench" })
  }

  #open(account: string, contract: PerpetualInstrument | undefined, lots: number): void {
    if (!contract) throw new RangeError(`${account} has a position in no contract`)
    const order: PlaceOrder = {
      type: "order.place",
      account,
      instrument: contract.id,
      side: lots > 0 ? "buy" : "sell",
      orderType: "market",
      quantity: Math.abs(lots) as Lots,
    }
    this.do({ type: "leverage.set", account, instrument: contract.id, leverage: 75 })
    this.do(order)
  }
}
