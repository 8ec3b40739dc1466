/**
 * Deposits, withdrawals and AI products in one engine, over simulated years with downtime: every unit comes over a chain,
 * earns, is taken back by a reorganisation, or leaves. Held against both oracles, which share one book, after each command.
 */

import { isDeepStrictEqual } from "node:util"
import type { Amount } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { readLedgerAccount } from "#server/engine/ledger/ledger-account.ts"
import { readSavedState } from "#server/journal/saved-state-schema.ts"
import { spotInstrument } from "#tests/support/test-exchange.ts"
import { AiCommands } from "./ai-commands.ts"
import { AiOracle } from "./ai-oracle.ts"
import { CustodyCommands } from "./custody-commands.ts"
import { CustodyOracle, usdt } from "./custody-oracle.ts"
import { SeededChance } from "./seeded-chance.ts"

const USERS = ["u1", "u2", "u3", "u4", "u5"] as const
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** What walks all that ever was is compared as often as this, and the books are recounted from nothing as often as that. */
const WALK_EVERY = 10
const RECOUNT_EVERY = 50
const RESTART_EVERY = 1_000
/** Of users by how many a name ends. */
const OWED_TO_USERS = /^u\d+\./

export class CustodyAndAiRun {
  engine: Engine
  readonly custody: CustodyOracle
  readonly ai: AiOracle
  restarts = 0
  /** Engine time now. */
  time = 1_785_000_000_000
  readonly #chance: SeededChance
  readonly #plant: (engine: Engine) => void
  readonly #deposits: CustodyCommands
  readonly #savings: AiCommands
  readonly #money = new Map<string, bigint>()
  /** The ledger as its journals tell it. */
  readonly #journals = new Map<string, bigint>()
  /** Reads what the present engine has, by ledger name and currency. */
  #readers = new Map<string, () => bigint>()
  readonly #told = new Map<string, string>()
  readonly #running = new Map<number, string>()
  #sinceSnapshot: Stamped[] = []
  #snapshot: ReturnType<Engine["save"]>
  #seq = 0

  /** `plant`: makes a fault in an engine, also in each that is restored. */
  constructor(seed: number, plant: (engine: Engine) => void = () => undefined) {
    this.#chance = new SeededChance(seed)
    this.#plant = plant
    this.custody = new CustodyOracle(this.#money)
    this.ai = new AiOracle(this.#money)
    this.#deposits = new CustodyCommands(this.#chance, USERS, this.custody)
    this.#savings = new AiCommands(this.#chance, USERS, this.ai, ["USDT"])
    this.engine = createEngine()
    this.#apply({ type: "instrument.set", instrument: spotInstrument({ id: "BTC_USDT", base: "BTC" }) })
    plant(this.engine)
    this.#snapshot = structuredClone(this.engine.save())
    this.#sinceSnapshot = []
  }

  /** One random command. Throws at the first difference. */
  step(): void {
    const midnight = (Math.floor(this.time / DAY) + 1) * DAY
    this.time = this.#chance.weighted<() => number>([
      [80, () => this.time + this.#chance.whole(0, 3_000)],
      [12, () => this.time + this.#chance.whole(1, HOUR)],
      [1.5, () => midnight - 1],
      [1.5, () => midnight],
      [1.5, () => midnight + 1],
      [2, () => this.time + this.#chance.whole(1, 72) * HOUR],
      [0.08, () => this.time + this.#chance.whole(20, 400) * DAY],
    ])()
    const command = this.#chance.weighted<() => Command>([
      [58, () => this.#deposits.next(this.time)],
      [40, () => this.#savings.command()],
      [2, () => this.#reserve()],
    ])()
    this.#apply(command)
    if (this.#seq % RESTART_EVERY !== 0) return
    this.#restart(this.#seq % (2 * RESTART_EVERY) === 0 ? "loaded" : "replayed")
  }

  /** The operator's own coins in the wallets become the reserve's, or what it has free goes back to them. */
  #reserve(): Command {
    const [wallets, reserve] = ["custody", "ai-reserve.available"]
    const free = [this.custody.of(reserve), this.custody.room].reduce((one, other) =>
      one < other ? one : other,
    )
    const move = { type: "capital.move", currency: "USDT", reason: "run" } as const
    return this.#chance.happens(0.7)
      ? { ...move, from: wallets, to: reserve, amount: usdt(this.#chance.whole(1, 500)) }
      : { ...move, from: reserve, to: wallets, amount: free as Amount }
  }

  #apply(command: Command): void {
    this.#seq += 1
    const stamped: Stamped = { seq: this.#seq, time: this.time, command }
    const refusal = this.ai.take(stamped)
    const wanted = [refusal ?? "done", this.custody.take(command, this.time)].find((name) => name !== "done")
    const outcome = this.engine.apply(stamped)
    this.#sinceSnapshot.push(stamped)
    try {
      const { answer } = outcome
      const given = answer.ok ? undefined : answer.problem.name
      if (given !== wanted) throw new Error(`${given ?? "done"} instead of ${wanted ?? "done"}`)
      this.#checkTold(outcome)
      this.#checkMoney(outcome)
      this.#checkOwed()
      if (this.#seq % WALK_EVERY === 0) this.#walk()
      if (this.#seq % RECOUNT_EVERY === 0) this.#recount()
    } catch (error) {
      throw new Error(`${this.#seq}. ${command.type} at ${this.time}: ${String(error)}`)
    }
  }

  /** Each journal sums to zero; what it moves, and all that the rules know of, is as journals, rules and engine say. */
  #checkMoney({ events }: Outcome): void {
    for (const event of events) {
      if (event.type !== "journal") continue
      let sum = 0n
      for (const { account, currency, amount } of event.lines) {
        sum += amount
        const key = `${account} ${currency}`
        this.#journals.set(key, (this.#journals.get(key) ?? 0n) + amount)
        if (!this.#readers.has(key)) this.#readers.set(key, this.#reader(key))
      }
      if (sum !== 0n) throw new Error(`journal ${event.reference} sums to ${sum}`)
    }
    for (const [key, read] of this.#readers) {
      const [kept, told] = [read(), this.#journals.get(key) ?? 0n]
      if (kept !== told) throw new Error(`${key} has ${kept}, by its journals ${told}`)
    }
    for (const [key, wanted] of this.#money) {
      const kept = this.#readers.get(key)?.() ?? 0n
      if (kept !== wanted) throw new Error(`${key} has ${kept}, by the rules ${wanted}`)
    }
  }

  #reader(key: string): () => bigint {
    const [name = "", currency = ""] = key.split(" ")
    const account = readLedgerAccount(name)
    const { ledger } = this.engine.state
    if (account?.kind !== "wallet") return () => ledger.systemBalance(name, currency)
    const balance = ledger.balance(account.owner, account.wallet, currency)
    return account.part === "held" ? () => balance.held : () => balance.available
  }

  /** What is owed to users and promised to them, less what they owe, is in the wallets; nothing of it is made of nothing. */
  #checkOwed(): void {
    let owed = 0n
    for (const [key, read] of this.#readers)
      if (OWED_TO_USERS.test(key) || key === "claims USDT" || key === "ai-reserve.held USDT") owed += read()
    const wallets = -this.engine.state.ledger.systemBalance("custody", "USDT")
    if (owed > wallets) throw new Error(`${owed} are owed, the wallets have ${wallets}`)
  }

  /** The last that a command tells of each is as the rules have it. */
  #checkTold({ events }: Outcome): void {
    const told = new Map<string, string>()
    for (const event of events) this.#read(event, told)
    for (const [key, status] of told) {
      this.#told.set(key, status)
      const wanted = key.includes(":")
        ? this.custody.deposits.get(key)?.status
        : this.custody.withdrawals[Number(key) - 1]?.status
      if (status !== wanted) throw new Error(`${key} is told as ${status}, by the rules ${wanted}`)
    }
    if (this.#running.size !== this.ai.running.size)
      throw new Error(`${this.#running.size} holdings are told, by the rules ${this.ai.running.size} run`)
  }

  #read(event: EngineEvent, told: Map<string, string>): void {
    if (event.type === "deposit") {
      const { chain, tx, index, status } = event.deposit
      told.set(`${chain}:${tx}:${index}`, status)
    } else if (event.type === "withdrawal") told.set(String(event.withdrawal.id), event.withdrawal.status)
    else if (event.type === "ai") {
      const { id, account, principal, accruedDays, status } = event.holding
      if (status === "in-progress") this.#running.set(id, `${account} ${principal} ${accruedDays}`)
      else this.#running.delete(id)
    }
  }

  /** Sums over all there ever was, and all that was told of what isn't over. */
  #walk(): void {
    const same = (name: string, has: unknown, wanted: unknown) => {
      if (has !== wanted) throw new Error(`${name} has ${has}, by the rules ${wanted}`)
    }
    const { custody, ai } = this
    const { ledger } = this.engine.state
    for (const user of USERS)
      same(`${user} held`, ledger.balance(user, "funding", "USDT").held, custody.heldBy(user))
    same("deposits-clearing", ledger.systemBalance("deposits-clearing", "USDT"), custody.sum("in"))
    same("withdrawals-clearing", ledger.systemBalance("withdrawals-clearing", "USDT"), custody.sum("out"))
    const owed = [...custody.owed.values()].reduce((sum, each) => sum + each, 0n)
    same("claims", -ledger.systemBalance("claims", "USDT"), owed)
    if (custody.room < 0n) throw new Error(`the wallets lack ${-custody.room} of what may still go back`)
    for (const { id, user, principal, days } of ai.running.values())
      same(`holding ${id}`, this.#running.get(id), `${user} ${principal} ${days}`)
  }

  /** The books from nothing; and that nothing has gone its way without being told. */
  #recount(): void {
    const wrong = checkBooks(this.engine.state)
    if (wrong.length > 0) throw new Error(wrong.join("; "))
    for (const [key, { status }] of this.custody.deposits)
      if (this.#told.get(key) !== status) throw new Error(`${key} wasn't told as ${status}`)
    for (const [at, { status }] of this.custody.withdrawals.entries())
      if (this.#told.get(String(at + 1)) !== status)
        throw new Error(`withdrawal ${at + 1} wasn't told as ${status}`)
  }

  /** Another engine goes on: with the state as it is, or with the last one saved and all that came behind it. */
  #restart(how: "loaded" | "replayed"): void {
    const now = structuredClone(this.engine.save())
    const fresh = createEngine()
    fresh.load(readSavedState(how === "loaded" ? structuredClone(now) : this.#snapshot))
    this.#plant(fresh)
    if (how === "replayed") for (const stamped of this.#sinceSnapshot) fresh.apply(stamped)
    if (!isDeepStrictEqual(fresh.save(), now)) throw new Error(`an engine that was ${how} stands elsewhere`)
    this.engine = fresh
    this.#readers = new Map([...this.#readers.keys()].map((key) => [key, this.#reader(key)]))
    this.#snapshot = now
    this.#sinceSnapshot = []
    this.restarts += 1
  }
}
