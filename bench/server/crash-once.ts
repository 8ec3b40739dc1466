/** A mark that liquidates thousands, against as many plain reduce-only orders of the same accounts into a book of the same shape. */

import { type Amount, type Lots, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Stamped } from "#server/engine/command.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { seeded } from "../load/chance.ts"
import { collectGarbage } from "./collect-garbage.ts"
import { ContractScene, type ScenePosition } from "./contract-scene.ts"
import { WrongResult } from "./wrong-result.ts"

/**
 * `fund`: the accounts have a little left, and the fund bears what it takes over. `deleveraging`: most have lost more than
 * they had, the fund has nothing, and whoever earned most on the other side takes their positions.
 */
export type CrashDepth = "fund" | "deleveraging"

export interface CrashSettings {
  seed: number
  depth: CrashDepth
  /** Long accounts, all of which the crash takes. */
  accounts: number
  /** Accounts with a short, which it doesn't. */
  others: number
}

/** Milliseconds for all accounts. */
export interface CrashRepetition {
  liquidated: number
  plain: number
  /** How the accounts ended. */
  steps: CrashSteps
}

interface CrashSteps {
  reduce: number
  "take-over": number
  deleveraged: number
}

/** In ticks of a cent: 100 USDT. */
const PRICE = 10_000
/** The mark falls by so much within the second. */
const FALL = 0.04
const FALLEN = Math.round(PRICE * (1 - FALL))
/** Value of a position, USDT: most of them in the first tier, which is closed whole, the others in those above. */
const VALUE = { least: 2_000, most: 120_000 } as const
/**
 * What an account has left after the fall, of its position's value then, and what the fund begins with, USDT. The
 * maintenance rate is 0.5 % in the first tier: all are due.
 */
const DEPTHS = {
  fund: { least: -0.001, most: 0.0049, fund: 1_000_000 },
  deleveraging: { least: -0.02, most: 0.0049, fund: 1_000 },
} as const
/** Lots that the house bids for at each of so many ticks below the mark: enough for all. */
const BIDS = { levels: 50, lots: 20_000_000 } as const
/** Of a market order, 1e-8; U5 rounds it up. */
const TAKER_FEE = 0.0005

const lotsOf = (value: number): number => Math.round(value * 10)

function crowdOf({ seed, depth, accounts, others }: CrashSettings): {
  cash: Map<string, Amount>
  positions: ScenePosition[]
} {
  const fraction = seeded(seed)
  const { least, most, fund } = DEPTHS[depth]
  const cash = new Map<string, Amount>([["insurance", (BigInt(fund) * UNITS_PER_COIN) as Amount]])
  const positions: ScenePosition[] = []
  const open = (account: string, value: number, sign: number, money: number) => {
    positions.push({ account, contract: 0, lots: sign * lotsOf(value) })
    cash.set(account, BigInt(Math.round(money * 1e8)) as Amount)
  }
  for (let index = 0; index < accounts; index += 1) {
    // Few are large: the value falls off with the square.
    const value = VALUE.least + fraction() ** 2 * (VALUE.most - VALUE.least)
    const left = least + fraction() * (most - least)
    open(`long-${index}`, value, 1, value * (FALL + TAKER_FEE + left * (1 - FALL)))
  }
  for (let index = 0; index < others; index += 1) {
    const value = VALUE.least + fraction() * (VALUE.most - VALUE.least)
    open(`short-${index}`, value, -1, value / (2 + 8 * fraction()))
  }
  return { cash, positions }
}

/** All have their positions, and the house bids below this price. */
function prepare(settings: CrashSettings, price: number): ContractScene {
  const { cash, positions } = crowdOf(settings)
  const scene = new ContractScene({ contracts: 1, price: PRICE, cash, positions })
  scene.beat()
  scene.clearBooks()
  for (const { id } of scene.contracts)
    for (let level = 0; level < BIDS.levels; level += 1)
      scene.rest(id, "buy", { price: price - level, lots: BIDS.lots })
  return scene
}

const longs = ({ accounts }: CrashSettings) => Array.from({ length: accounts }, (_, index) => `long-${index}`)

/** The second in which the mark falls: one command. */
function crash(settings: CrashSettings): { took: number; steps: CrashSteps } {
  const scene = prepare(settings, FALLEN)
  scene.quote([FALLEN])
  const beat = scene.nextBeat()
  collectGarbage()
  const start = performance.now()
  const { events } = scene.engine.apply(beat)
  const took = performance.now() - start
  assertDone(scene, settings)
  return { took, steps: stepsOf(settings, events) }
}

/** The same accounts close the same positions themselves, an order each, before any mark falls. */
function close(settings: CrashSettings): number {
  const scene = prepare(settings, PRICE)
  const [contract] = scene.contracts
  const { accounts } = scene.engine.state.clearings.perpetual
  const commands = longs(settings).map((account): Stamped => {
    const size = accounts.known(account)?.known(contract?.id ?? "")?.positions.net.size ?? 0n
    return scene.stamp({
      type: "order.place",
      account,
      instrument: contract?.id ?? "",
      side: "sell",
      orderType: "market",
      quantity: Number(size / (contract?.lot ?? 1n)) as Lots,
      reduceOnly: true,
    })
  })
  collectGarbage()
  const start = performance.now()
  for (const command of commands) {
    const { answer } = scene.engine.apply(command)
    if (!answer.ok) throw new WrongResult(`a plain order was refused: ${JSON.stringify(answer)}`)
  }
  const took = performance.now() - start
  assertDone(scene, settings)
  return took
}

/** Nobody of them has a position, and the books balance. */
function assertDone(scene: ContractScene, settings: CrashSettings): void {
  const { perpetual } = scene.engine.state.clearings
  const left = longs(settings).filter((account) => perpetual.accounts.known(account)?.hasCrossPosition)
  if (left.length > 0) throw new WrongResult(`${left.length} accounts still have a position: ${left[0]}`)
  const [wrong] = checkBooks(scene.engine.state)
  if (wrong) throw new WrongResult(wrong)
}

/** Each of them was liquidated, and nobody else. */
function stepsOf(settings: CrashSettings, events: readonly EngineEvent[]): CrashSteps {
  const steps = { reduce: 0, "take-over": 0, deleveraged: 0 }
  const accounts = new Set<string>()
  for (const event of events)
    if (event.type === "liquidation") {
      steps[event.step] += 1
      accounts.add(event.account)
    } else if (event.type === "deleveraged") steps.deleveraged += 1
  if (accounts.size !== settings.accounts)
    throw new WrongResult(`${accounts.size} accounts were liquidated, not ${settings.accounts}`)
  return steps
}

/** One repetition, in an order that turns with `turn`. */
export function crashOnce(settings: CrashSettings, turn: number): CrashRepetition {
  let plain = turn % 2 === 0 ? close(settings) : 0
  const { took, steps } = crash(settings)
  if (plain === 0) plain = close(settings)
  return { liquidated: took, plain, steps }
}
