/** Drives an engine with random deposits and withdrawals, and compares it with the oracle after each command. */

import type { AnswerOf } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { spotInstrument } from "#tests/support/test-exchange.ts"
import { CustodyCommands } from "./custody-commands.ts"
import { CustodyOracle } from "./custody-oracle.ts"
import { SeededChance } from "./seeded-chance.ts"

const USERS = ["u1", "u2", "u3", "u4", "u5"] as const
const HOUR = 3_600_000
/** The books are recounted from nothing as often as this. */
const RECOUNT_EVERY = 20

export class CustodyRun {
  engine: Engine
  readonly oracle = new CustodyOracle()
  restarts = 0
  readonly #chance: SeededChance
  readonly #plant: (engine: Engine) => void
  readonly #told = new Map<string, string>()
  readonly #commands: CustodyCommands
  #time = 1_785_000_000_000
  #seq = 0
  #count = 0

  /** `plant`: makes a fault in an engine, also in each that is restored. */
  constructor(seed: number, plant: (engine: Engine) => void = () => undefined) {
    this.#chance = new SeededChance(seed)
    this.#commands = new CustodyCommands(this.#chance, USERS, this.oracle)
    this.#plant = plant
    this.engine = createEngine()
    this.#apply({ type: "instrument.set", instrument: spotInstrument({ id: "BTC_USDT", base: "BTC" }) })
    plant(this.engine)
  }

  /** One random command. Throws at the first difference. */
  step(): void {
    const chance = this.#chance
    this.#count += 1
    this.#time += chance.happens(0.01) ? chance.whole(0, 20) * HOUR : chance.whole(0, 3_000)
    if (chance.happens(0.001)) this.#restart()
    const command = this.#commands.next(this.#time)
    const expected = this.oracle.take(command, this.#time)
    const given = nameOf(this.#apply(command))
    const at = `${this.#count}. ${command.type}`
    if (given !== expected) throw new Error(`${at}: ${given} instead of ${expected}`)
    this.#compare(at)
  }

  #restart(): void {
    const saved = structuredClone(this.engine.save())
    this.engine = createEngine()
    this.engine.load(saved)
    this.#plant(this.engine)
    this.restarts += 1
  }

  #apply(command: Command): AnswerOf<Command> {
    this.#seq += 1
    const { answer, events } = this.engine.apply({ seq: this.#seq, time: this.#time, command })
    for (const event of events)
      if (event.type === "deposit") {
        const { chain, tx, index, status } = event.deposit
        this.#told.set(`${chain}:${tx}:${index}`, status)
      } else if (event.type === "withdrawal")
        this.#told.set(String(event.withdrawal.id), event.withdrawal.status)
    return answer
  }

  #compare(at: string): void {
    const { ledger } = this.engine.state
    const { oracle } = this
    const same = (name: string, has: bigint, wanted: bigint) => {
      if (has !== wanted) throw new Error(`${at}: ${name} has ${has}, the oracle ${wanted}`)
    }
    for (const account of USERS) {
      const { available, held } = ledger.balance(account, "funding", "USDT")
      same(`${account}.funding`, available, oracle.of(`${account}.funding.available`))
      same(`${account}.held`, held, oracle.heldBy(account))
      const { available: second } = ledger.balance(account, "second", "USDT")
      same(`${account}.second`, second, oracle.of(`${account}.second.available`))
    }
    for (const name of ["custody", "fees"]) same(name, ledger.systemBalance(name, "USDT"), oracle.of(name))
    same("deposits-clearing", ledger.systemBalance("deposits-clearing", "USDT"), oracle.sum("in"))
    same("withdrawals-clearing", ledger.systemBalance("withdrawals-clearing", "USDT"), oracle.sum("out"))
    const owed = [...oracle.owed.values()].reduce((sum, each) => sum + each, 0n)
    same("claims", -ledger.systemBalance("claims", "USDT"), owed)
    this.#compareTold(at)
    if (this.#count % RECOUNT_EVERY !== 0) return
    const wrong = checkBooks(this.engine.state)
    if (wrong.length > 0) throw new Error(`${at}: ${wrong.join("; ")}`)
  }

  /** Of the newest: older ones were compared while they were new. */
  #compareTold(at: string): void {
    const { deposits, withdrawals } = this.oracle
    const newest = this.#commands.transactions.slice(-20).map(({ chain, tx }) => `${chain}:${tx}:0`)
    for (const key of newest)
      if (this.#told.get(key) !== deposits.get(key)?.status)
        throw new Error(
          `${at}: ${key} is told as ${this.#told.get(key)}, the oracle ${deposits.get(key)?.status}`,
        )
    for (let id = Math.max(1, withdrawals.length - 20); id <= withdrawals.length; id += 1)
      if (this.#told.get(String(id)) !== withdrawals[id - 1]?.status)
        throw new Error(`${at}: withdrawal ${id} is told as ${this.#told.get(String(id))}`)
  }
}

const nameOf = (answer: AnswerOf<Command>): string => (answer.ok ? "done" : answer.problem.name)
