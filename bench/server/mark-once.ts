/** One second of marks through the engine, and one pass of the same sums over typed arrays, by turns. */

import { type Amount, UNITS_PER_COIN } from "#core/money/units.ts"
import { seeded } from "../load/chance.ts"
import { collectGarbage } from "./collect-garbage.ts"
import { ContractScene, type ScenePosition } from "./contract-scene.ts"
import { WrongResult } from "./wrong-result.ts"

export interface MarkSettings {
  seed: number
  contracts: number
  accounts: number
  /** Positions of each account, each in another contract. */
  each: number
  /** Seconds that are timed. */
  seconds: number
}

/** Milliseconds a second of marks; of all its seconds but the slowest of each, which the machine gave to others. */
export interface MarkRepetition {
  engine: number
  bare: number
  /** The first marks after the positions were opened, when the engine knows nothing of any account yet. */
  first: number
  /** Accounts that a second's marks took out of their safe marks, so that they were counted. */
  counted: number
}

/** In ticks of a cent: 100 USDT. */
const PRICE = 10_000
/** A mark moves by at most so much in a second. */
const MOVE = 0.001
/** Value of a position, USDT. */
const VALUE = { least: 1_000, most: 40_000 } as const
/** An account's positions come to so many times its cash. */
const LEVERAGE = { least: 1, most: 35 } as const
const MAINTENANCE = 0.005

/** Who has what; seeded. */
export function crowdOf({ seed, contracts, accounts, each }: MarkSettings): {
  cash: Map<string, Amount>
  positions: ScenePosition[]
} {
  const fraction = seeded(seed)
  const between = ({ least, most }: { least: number; most: number }) => least + fraction() * (most - least)
  const cash = new Map<string, Amount>()
  const positions: ScenePosition[] = []
  for (let index = 0; index < accounts; index += 1) {
    const account = `u${index}`
    const first = Math.floor(fraction() * contracts)
    let whole = 0
    for (let place = 0; place < each; place += 1) {
      const value = between(VALUE)
      whole += value
      // A lot is a thousandth of a coin of 100 USDT.
      const lots = Math.round(value * 10) * (fraction() < 0.5 ? 1 : -1)
      positions.push({ account, contract: (first + place * 7) % contracts, lots })
    }
    cash.set(account, (BigInt(Math.round(whole / between(LEVERAGE))) * UNITS_PER_COIN) as Amount)
  }
  return { cash, positions }
}

/**
 * The floor: equity and maintenance margin of every account in doubles, one pass over all positions and one over all
 * accounts, with the flat rate of the first tier. No engine could take less and look at each.
 */
export class BareSums {
  readonly #size: Float64Array
  readonly #cost: Float64Array
  readonly #contract: Uint32Array
  readonly #account: Uint32Array
  readonly #cash: Float64Array
  readonly equity: Float64Array
  readonly maintenance: Float64Array

  /** Of the scene's accounts, by their order in `names`. */
  constructor(scene: ContractScene, names: readonly string[]) {
    const rows: { size: number; cost: number; contract: number; account: number }[] = []
    this.#cash = new Float64Array(names.length)
    for (const [account, name] of names.entries()) {
      const own = scene.engine.state.clearings.perpetual.accounts.known(name)
      if (!own) throw new WrongResult(`${name} has no contract account`)
      this.#cash[account] = Number(own.wallet.available) / 1e8
      for (const [contract, { id }] of scene.contracts.entries()) {
        const { net } = own.known(id)?.positions ?? {}
        if (!net?.isOpen) continue
        rows.push({ size: Number(net.size) / 1e8, cost: Number(net.held.cost) / 1e16, contract, account })
      }
    }
    this.#size = Float64Array.from(rows, ({ size }) => size)
    this.#cost = Float64Array.from(rows, ({ cost }) => cost)
    this.#contract = Uint32Array.from(rows, ({ contract }) => contract)
    this.#account = Uint32Array.from(rows, ({ account }) => account)
    this.equity = new Float64Array(names.length)
    this.maintenance = new Float64Array(names.length)
  }

  get positions(): number {
    return this.#size.length
  }

  /** How many accounts stand at their maintenance margin or below, at these marks (USDT). */
  pass(marks: Float64Array): number {
    const { equity, maintenance } = this
    equity.set(this.#cash)
    maintenance.fill(0)
    for (let index = 0; index < this.#size.length; index += 1) {
      const account = this.#account[index] as number
      const worth = (this.#size[index] as number) * (marks[this.#contract[index] as number] as number)
      equity[account] = (equity[account] as number) + worth - (this.#cost[index] as number)
      maintenance[account] = (maintenance[account] as number) + Math.abs(worth) * MAINTENANCE
    }
    let due = 0
    for (let account = 0; account < equity.length; account += 1)
      if ((maintenance[account] as number) >= (equity[account] as number)) due += 1
    return due
  }
}

/** A scene ready for its seconds. Each {@link second} is one of the engine and one pass, in an order that turns. */
export class MarkRun {
  readonly #scene: ContractScene
  readonly #bare: BareSums
  readonly #names: readonly string[]
  readonly #fraction: () => number
  readonly #prices: number[]
  readonly #marks: Float64Array
  #count = 0
  /** Accounts that were counted in all. */
  counted = 0

  constructor(settings: MarkSettings) {
    const { cash, positions } = crowdOf(settings)
    const { contracts } = settings
    this.#names = [...cash.keys()]
    this.#scene = new ContractScene({ contracts, price: PRICE, cash, positions })
    this.#scene.clearBooks()
    this.#bare = new BareSums(this.#scene, this.#names)
    if (this.#bare.positions !== positions.length)
      throw new WrongResult(`${this.#bare.positions} positions are open, not ${positions.length}`)
    this.#fraction = seeded(settings.seed + 1)
    this.#prices = Array.from({ length: contracts }, () => PRICE * 100)
    this.#marks = new Float64Array(contracts)
    const { solvency } = this.#scene.engine.state.clearings.perpetual.accounts
    const prove = solvency.proveCross.bind(solvency)
    solvency.proveCross = (...proof) => {
      this.counted += 1
      prove(...proof)
    }
  }

  /** Milliseconds of one mark for each contract, and of one pass of the bare sums at the same marks. */
  second(): { engine: number; bare: number } {
    this.#move()
    const beat = this.#scene.nextBeat()
    const { engine } = this.#scene
    this.#count += 1
    let bare = this.#count % 2 === 0 ? this.#pass() : 0
    const start = performance.now()
    const { events } = engine.apply(beat)
    const took = performance.now() - start
    if (bare === 0) bare = this.#pass()
    const marks = events.filter(({ type }) => type === "mark").length
    if (marks !== this.#prices.length || events.some(({ type }) => type === "liquidation"))
      throw new WrongResult(`a second of ${marks} marks, or somebody was liquidated`)
    return { engine: took, bare }
  }

  /** The engine's own exact sums are those of the typed arrays. */
  assertSame(): void {
    const { perpetual } = this.#scene.engine.state.clearings
    for (const [index, name] of this.#names.entries()) {
      const own = perpetual.accounts.known(name)
      if (!own) throw new WrongResult(`${name} is gone`)
      let unrealised = 0n
      for (const part of own.parts())
        unrealised += part.positions.net.profitAt(perpetual.pricesOf(part.instrument).mark)
      const equity = Number(own.wallet.available) / 1e8 + Number(unrealised) / 1e16
      if (Math.abs(equity - (this.#bare.equity[index] as number)) > 1e-3)
        throw new WrongResult(`${name} has ${equity}, the bare sums say ${this.#bare.equity[index]}`)
    }
  }

  #pass(): number {
    const start = performance.now()
    const due = this.#bare.pass(this.#marks)
    const took = performance.now() - start
    if (due !== 0) throw new WrongResult(`${due} accounts are due by the bare sums`)
    return took
  }

  /** Each price by up to {@link MOVE}, in hundredths of a tick so that no rounding holds it. */
  #move(): void {
    for (let index = 0; index < this.#prices.length; index += 1) {
      const moved = (this.#prices[index] as number) * (1 + (2 * this.#fraction() - 1) * MOVE)
      this.#prices[index] = moved
      this.#marks[index] = Math.round(moved / 100) / 100
    }
    this.#scene.quote(this.#prices.map((price) => Math.round(price / 100)))
  }
}

/** One repetition: the first second apart, then as many as are timed. */
export function marksOnce(settings: MarkSettings): MarkRepetition {
  const run = new MarkRun(settings)
  collectGarbage()
  const first = run.second().engine
  const took = { engine: [] as number[], bare: [] as number[] }
  run.counted = 0
  for (let second = 0; second < settings.seconds; second += 1) {
    const { engine, bare } = run.second()
    took.engine.push(engine)
    took.bare.push(bare)
  }
  run.assertSame()
  return {
    engine: meanOf(took.engine),
    bare: meanOf(took.bare),
    counted: run.counted / settings.seconds,
    first,
  }
}

/** Share of the seconds that is left out, the slowest. */
const LEFT_OUT = 0.05

function meanOf(values: readonly number[]): number {
  const kept = values
    .toSorted((one, other) => one - other)
    .slice(0, Math.ceil(values.length * (1 - LEFT_OUT)))
  return kept.reduce((sum, value) => sum + value, 0) / kept.length
}
