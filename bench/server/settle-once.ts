/** Second contracts that all end at one tick, against as many plain movements of a balance in the same ledger. */

import type { SecondInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { collectGarbage } from "./collect-garbage.ts"
import { WrongResult } from "./wrong-result.ts"

export interface SettleSettings {
  /** One contract each, half of them bullish. */
  accounts: number
}

/** Milliseconds for all. */
export interface SettleRepetition {
  settled: number
  plain: number
}

const SECONDS = 60
const STAKE = (5n * UNITS_PER_COIN) as Amount
const BEGIN = 1_785_000_000_000
const INSTRUMENT: SecondInstrument = {
  id: "ABC_USDT_SEC",
  kind: "second",
  base: "ABC",
  quote: "USDT",
  index: "ABC_USDT",
  tick: UNITS_PER_COIN,
  lot: UNITS_PER_COIN,
  notionalUnit: UNITS_PER_COIN,
  state: "open",
  listedAt: 0,
  periods: [{ seconds: SECONDS, payoutRate: 82_000_000n, minStake: STAKE, maxStake: STAKE }],
}

class SettleScene {
  readonly engine: Engine = createEngine()
  time = BEGIN
  #seq = 0

  stamp(command: Command): Stamped {
    this.#seq += 1
    return { seq: this.#seq, time: this.time, command }
  }

  run(command: Command): void {
    const { answer } = this.engine.apply(this.stamp(command))
    if (!answer.ok)
      throw new WrongResult(`${command.type} was refused: ${JSON.stringify(answer.problem.name)}`)
  }

  quote(usdt: bigint): Command {
    return {
      type: "feed.quote",
      index: INSTRUMENT.index,
      source: "one",
      last: (usdt * UNITS_PER_COIN) as Price8,
    }
  }

  fund(to: string, usdt: bigint): void {
    const amount = (usdt * UNITS_PER_COIN) as Amount
    this.run({ type: "capital.move", from: "faucet", to, currency: "USDT", amount, reason: "bench" })
  }

  assertBooks(): void {
    const [wrong] = checkBooks(this.engine.state)
    if (wrong) throw new WrongResult(wrong)
  }
}

const accountsOf = ({ accounts }: SettleSettings) => Array.from({ length: accounts }, (_, at) => `u${at + 1}`)

/** Each account has its money, and a contract where `opens`; all end at once. */
function prepare(settings: SettleSettings, opens: boolean): SettleScene {
  const scene = new SettleScene()
  scene.run({ type: "instrument.set", instrument: INSTRUMENT })
  scene.fund("option-house.available", 1_000_000n)
  for (const account of accountsOf(settings)) scene.fund(`${account}.second.available`, 100n)
  scene.run(scene.quote(100n))
  for (const [at, account] of opens ? accountsOf(settings).entries() : [])
    scene.run({
      ...{ type: "second.open", account, instrument: INSTRUMENT.id, seconds: SECONDS, stake: STAKE },
      ...{ direction: at % 2 === 0 ? "bullish" : "bearish", key: "k" },
    })
  scene.time += SECONDS * 1000 - 500
  scene.run(scene.quote(100n))
  scene.time += 500
  return scene
}

/** The command of the tick that ends all of them. */
function settle(settings: SettleSettings): number {
  const scene = prepare(settings, true)
  const tick = scene.stamp(scene.quote(101n))
  collectGarbage()
  const start = performance.now()
  const { events } = scene.engine.apply(tick)
  const took = performance.now() - start
  const ends = { won: 0, lost: 0 }
  for (const event of events)
    if (event.type === "second" && (event.contract.status === "won" || event.contract.status === "lost"))
      ends[event.contract.status] += 1
  const half = settings.accounts / 2
  if (ends.won !== half || ends.lost !== half)
    throw new WrongResult(`${ends.won} won and ${ends.lost} lost, not ${half} each`)
  scene.assertBooks()
  return took
}

/** A journal of two lines for each account, and its balance told: what any hold or release costs. */
function movePlainly(settings: SettleSettings): number {
  const { engine, ...scene } = prepare(settings, false)
  const { ledger, log } = engine.state
  const balances = accountsOf(settings).map((account) => ledger.balance(account, "second", "USDT"))
  log.seq += 1
  log.now = scene.time
  collectGarbage()
  const start = performance.now()
  for (const [at, balance] of balances.entries()) {
    ledger.open("correction", `second:${at}`)
    ledger.available(balance, -STAKE)
    ledger.held(balance, STAKE)
    ledger.close()
  }
  const events = log.close()
  const took = performance.now() - start
  if (events.length !== 2 * settings.accounts)
    throw new WrongResult(`${events.length} events of plain movements`)
  const wrong = balances.find(({ held }) => held !== STAKE)
  if (wrong) throw new WrongResult(`${wrong.heldName} has ${wrong.held}`)
  return took
}

/** One repetition, in an order that turns with `turn`. */
export function settleOnce(settings: SettleSettings, turn: number): SettleRepetition {
  if (turn % 2 === 0) return { plain: movePlainly(settings), settled: settle(settings) }
  const settled = settle(settings)
  return { settled, plain: movePlainly(settings) }
}
