/** A run of random commands about AI products, held against the oracle and the books after each of them. */

import { isDeepStrictEqual } from "node:util"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { readLedgerAccount } from "#server/engine/ledger/ledger-account.ts"
import { readSavedState } from "#server/journal/saved-state-schema.ts"
import { AiCommands, firstCommands } from "./ai-commands.ts"
import { AiOracle } from "./ai-oracle.ts"
import { SeededChance } from "./seeded-chance.ts"

const BEGIN = Date.UTC(2026, 10, 23, 22)
/** A full recount walks all that is held. */
const RECOUNT_EVERY = 250
const RESTART_EVERY = 2_000

export class AiRun {
  engine: Engine
  readonly oracle = new AiOracle()
  readonly #commands: AiCommands
  readonly #swaps: boolean
  /** The ledger as its journals tell it. */
  readonly #ledger = new Map<string, bigint>()
  /** What runs, as it is told. */
  readonly #told = new Map<number, string>()
  #snapshot: ReturnType<Engine["save"]> | undefined
  #sinceSnapshot: Stamped[] = []
  #seq = 0
  time = BEGIN

  /** `swaps`: another engine goes on from time to time; without, the same one does. */
  constructor(seed: number, engine: Engine, { users = 12, swaps = true } = {}) {
    this.engine = engine
    this.#swaps = swaps
    const accounts = Array.from({ length: users }, (_, at) => `u${at + 1}`)
    this.#commands = new AiCommands(new SeededChance(seed), accounts as [string, ...string[]], this.oracle)
    for (const command of firstCommands(accounts)) this.#apply(command)
    this.#keepSnapshot()
  }

  step(): void {
    const { time, command } = this.#commands.next(this.time)
    this.time = time
    this.#apply(command)
    if (this.#swaps && this.#seq % RESTART_EVERY === 0)
      this.#restart(this.#seq % (2 * RESTART_EVERY) === 0 ? "loaded" : "replayed")
  }

  /** The last word: a recount, and a replay of all since the last snapshot. */
  finish(): void {
    this.#recount()
    this.#restart("replayed")
  }

  #apply(command: Command): void {
    this.#seq += 1
    const stamped: Stamped = { seq: this.#seq, time: this.time, command }
    const wanted = this.oracle.take(stamped)
    const outcome = this.engine.apply(stamped)
    this.#sinceSnapshot.push(stamped)
    try {
      const { answer } = outcome
      const given = answer.ok ? undefined : answer.problem.name
      if (given !== wanted)
        throw new Error(`it is answered ${given ?? "done"}, by the rules ${wanted ?? "done"}`)
      this.#checkMoney(outcome)
      this.#checkHoldings(outcome)
      if (this.#seq % RECOUNT_EVERY === 0) this.#recount()
    } catch (error) {
      throw new Error(`command ${this.#seq}, ${command.type} at ${this.time}: ${String(error)}`)
    }
    if (this.#sinceSnapshot.length >= 3_000) this.#keepSnapshot()
  }

  /** Each journal sums to zero, and all have what the journals, the oracle and the engine say. */
  #checkMoney({ events }: Outcome): void {
    const touched = new Set<string>()
    for (const event of events) {
      if (event.type !== "journal") continue
      let sum = 0n
      for (const { account, currency, amount } of event.lines) {
        sum += amount
        const key = `${account} ${currency}`
        touched.add(key)
        this.#ledger.set(key, (this.#ledger.get(key) ?? 0n) + amount)
      }
      if (sum !== 0n) throw new Error(`journal ${event.reference} sums to ${sum}`)
    }
    for (const key of [...touched, ...this.oracle.money.keys()]) {
      const wanted = this.oracle.money.get(key) ?? 0n
      const [told, kept] = [this.#ledger.get(key) ?? 0n, this.#keptOf(key)]
      if (told !== wanted || kept !== wanted)
        throw new Error(`${key} has ${kept}, by its journals ${told}, by the rules ${wanted}`)
    }
  }

  #keptOf(key: string): bigint {
    const [name = "", currency = ""] = key.split(" ")
    const account = readLedgerAccount(name)
    const { ledger } = this.engine.state
    return account?.kind === "wallet"
      ? ledger.balance(account.owner, account.wallet, currency).available
      : ledger.systemBalance(name, currency)
  }

  /** What runs is told as the rules have it, and so is what each issue has sold, promised and paid. */
  #checkHoldings({ events }: Outcome): void {
    for (const event of events) {
      if (event.type === "ai-issue") {
        const issue = this.oracle.products.get(event.product)?.issues[event.issue.number - 1]
        const { sold, promised, paid, state } = event.issue
        if (events.findLast((each) => each.type === "ai-issue" && isSameIssue(each, event)) !== event)
          continue
        const [told, wanted] = [
          [sold, promised, paid, state],
          issue && [issue.sold, issue.promised, issue.paid, issue.state],
        ]
        if (String(told) !== String(wanted))
          throw new Error(`an issue is told as ${told}, by the rules ${wanted}`)
      }
      if (event.type !== "ai") continue
      const { id, account, principal, accruedDays, status } = event.holding
      if (status === "in-progress") this.#told.set(id, `${account} ${principal} ${accruedDays}`)
      else this.#told.delete(id)
    }
    if (this.#told.size !== this.oracle.running.size)
      throw new Error(`${this.#told.size} holdings are told, by the rules ${this.oracle.running.size} run`)
    for (const { id, user, principal, days } of this.oracle.running.values())
      if (this.#told.get(id) !== `${user} ${principal} ${days}`)
        throw new Error(
          `holding ${id} is told as ${this.#told.get(id)}, by the rules ${user} ${principal} ${days}`,
        )
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
    const fresh = createEngine()
    const now = this.engine.save()
    fresh.load(readSavedState(structuredClone(how === "loaded" ? now : this.#snapshot)))
    if (how === "replayed") for (const stamped of this.#sinceSnapshot) fresh.apply(stamped)
    if (!isDeepStrictEqual(fresh.save(), now)) throw new Error(`an engine that was ${how} stands elsewhere`)
    this.engine = fresh
  }
}

const isSameIssue = (
  one: { product: string; issue: { number: number } },
  other: { product: string; issue: { number: number } },
): boolean => one.product === other.product && one.issue.number === other.issue.number
