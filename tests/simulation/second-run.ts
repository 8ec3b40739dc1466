/** A run of random commands about second contracts, held against the oracle and the books after each of them. */

import { isDeepStrictEqual } from "node:util"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { readSavedState } from "#server/journal/saved-state-schema.ts"
import { firstCommands, SecondCommands } from "./second-commands.ts"
import { SecondOracle } from "./second-oracle.ts"

/** 22:00 UTC: a longer run goes over midnight. */
const BEGIN = 1_785_016_800_000
/** A full recount walks everything that is open. */
const RECOUNT_EVERY = 1_000

export class SecondRun {
  engine: Engine
  readonly oracle = new SecondOracle()
  readonly #commands: SecondCommands
  /** The ledger as its journals tell it. */
  readonly #ledger = new Map<string, bigint>()
  #snapshot: ReturnType<Engine["save"]> | undefined
  #sinceSnapshot: Stamped[] = []
  #time = BEGIN
  #seq = 0
  readonly #swaps: boolean
  restarts = 0
  /** Contracts that a tick of the very millisecond of their expiry decided. */
  atExpiry = 0

  /** `swaps`: another engine goes on behind each start; without, the same one does. */
  constructor(seed: number, engine: Engine, { users = 150, swaps = true } = {}) {
    this.engine = engine
    this.#swaps = swaps
    const accounts = Array.from({ length: users }, (_, at) => `u${at + 1}`)
    this.#commands = new SecondCommands(seed, accounts, this.oracle)
    for (const command of firstCommands(accounts)) this.#apply(command)
    this.#keepSnapshot()
  }

  step(): { stamped: Stamped; outcome: Outcome } {
    const restarts = this.#commands.restarts()
    if (restarts !== "none") {
      if (this.#swaps) this.#restart(restarts)
      const { time, command } = this.#commands.start(this.#time)
      this.#time = time
      return this.#apply(command)
    }
    const { time, command } = this.#commands.next(this.#time)
    this.#time = time
    return this.#apply(command)
  }

  /** The last word: a recount, and a replay of all since the last snapshot. */
  finish(): void {
    this.#recount()
    this.#restart("replayed")
  }

  #apply(command: Command): { stamped: Stamped; outcome: Outcome } {
    this.#seq += 1
    const stamped: Stamped = { seq: this.#seq, time: this.#time, command }
    const outcome = this.engine.apply(stamped)
    this.#sinceSnapshot.push(stamped)
    try {
      this.oracle.take(stamped, outcome)
      this.#checkMoney(outcome)
      if (this.#seq % RECOUNT_EVERY === 0) this.#recount()
    } catch (error) {
      throw new Error(`command ${this.#seq}, ${command.type} at ${this.#time}: ${String(error)}`)
    }
    if (this.#sinceSnapshot.length >= 5_000) this.#keepSnapshot()
    return { stamped, outcome }
  }

  /** Each journal sums to zero, and everybody it names has what the journals, the oracle and the engine say. */
  #checkMoney({ events }: Outcome): void {
    const touched = new Set<string>()
    const told = new Map<string, bigint>()
    for (const event of events) {
      if (event.type === "second" && event.contract.settle?.time === event.contract.expiry) this.atExpiry += 1
      if (event.type === "balance") told.set(event.account, event.available + event.held)
      if (event.type !== "journal") continue
      let sum = 0n
      for (const { account, amount } of event.lines) {
        sum += amount
        touched.add(account)
        this.#ledger.set(account, (this.#ledger.get(account) ?? 0n) + amount)
      }
      if (sum !== 0n) throw new Error(`journal ${event.reference} sums to ${sum}`)
    }
    for (const account of touched) this.#compare(account)
    for (const [account, total] of told) {
      const user = this.oracle.users.of(account)
      if (total !== user.available + user.held) throw new Error(`${account} is told ${total} in all`)
    }
    for (const account of touched) {
      const [owner = "", wallet] = account.split(".")
      if (wallet === "second" && !told.has(owner)) throw new Error(`${owner} isn't told of its balance`)
    }
    this.#compare("option-house.available")
    this.#compare("option-house.held")
  }

  #compare(account: string): void {
    const told = this.#ledger.get(account) ?? 0n
    const [owner = "", part] = [account.split(".")[0], account.split(".").at(-1)]
    const { ledger } = this.engine.state
    const isHouse = owner === "option-house"
    if (!isHouse && !account.includes(".second.")) return
    const balance = isHouse ? undefined : ledger.balance(owner, "second", "USDT")
    const kept = balance
      ? part === "held"
        ? balance.held
        : balance.available
      : ledger.systemBalance(account, "USDT")
    const books = isHouse ? this.oracle.house : this.oracle.users.of(owner)
    const wanted = part === "held" ? books.held : books.available
    if (told !== wanted || kept !== wanted)
      throw new Error(`${account} has ${kept}, by its journals ${told}, by the rules ${wanted}`)
  }

  #recount(): void {
    const wrong = checkBooks(this.engine.state)
    if (wrong.length > 0) throw new Error(wrong.join("; "))
  }

  #keepSnapshot(): void {
    this.#snapshot = structuredClone(this.engine.save())
    this.#sinceSnapshot = []
  }

  /** Another engine goes on: with the state as it is, or with the last snapshot and all that came behind it. */
  #restart(how: "loaded" | "replayed"): void {
    this.restarts += 1
    const fresh = createEngine()
    const now = this.engine.save()
    fresh.load(readSavedState(structuredClone(how === "loaded" ? now : this.#snapshot)))
    if (how === "replayed") for (const stamped of this.#sinceSnapshot) fresh.apply(stamped)
    if (!isDeepStrictEqual(fresh.save(), now)) throw new Error(`an engine that was ${how} stands elsewhere`)
    this.engine = fresh
  }
}
