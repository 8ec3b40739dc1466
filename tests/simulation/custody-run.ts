/** Drives an engine with random deposits and withdrawals, and compares it with the oracle after each command. */

import type { Amount } from "#core/money/units.ts"
import type { AnswerOf } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { spotInstrument } from "#tests/support/test-exchange.ts"
import { CustodyOracle, usdt } from "./custody-oracle.ts"
import { SeededChance } from "./seeded-chance.ts"

const USERS = ["u1", "u2", "u3", "u4", "u5"] as const
const CHAINS = ["tron", "ethereum"] as const
const HOUR = 3_600_000
/** The books are recounted from nothing as often as this. */
const RECOUNT_EVERY = 20

/** A transaction as its chain would report it. */
interface Known {
  chain: (typeof CHAINS)[number]
  tx: string
  account: string
  /** USDT. */
  amount: number
}

export class CustodyRun {
  engine: Engine
  readonly oracle = new CustodyOracle()
  restarts = 0
  readonly #chance: SeededChance
  readonly #plant: (engine: Engine) => void
  readonly #told = new Map<string, string>()
  readonly #txs: Known[] = []
  #time = 1_785_000_000_000
  #seq = 0
  #count = 0

  /** `plant`: makes a fault in an engine, also in each that is restored. */
  constructor(seed: number, plant: (engine: Engine) => void = () => undefined) {
    this.#chance = new SeededChance(seed)
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
    const command = this.#random()
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

  #random(): Command {
    const chance = this.#chance
    const account = chance.pick(USERS)
    const id = Math.max(1, this.oracle.withdrawals.length - chance.whole(-1, 12))
    const known = this.#txs.at(-chance.whole(1, Math.max(1, Math.min(15, this.#txs.length))))
    const report = known && ({ chain: known.chain, tx: known.tx, index: 0 } as const)
    const make = chance.weighted<() => Command>([
      [10, () => this.#deposit(account)],
      [2, () => (known ? this.#seen(known) : { type: "clock.tick" })],
      [
        25,
        () =>
          report
            ? { type: "custody.confirmed", ...report, confirmations: chance.whole(0, 70) }
            : { type: "clock.tick" },
      ],
      [8, () => (report ? { type: "custody.vanished", ...report } : { type: "clock.tick" })],
      [14, () => this.#request(account)],
      [
        3,
        () => ({ type: "withdraw.cancel", account: this.oracle.withdrawals[id - 1]?.account ?? account, id }),
      ],
      [1, () => ({ type: "withdraw.cancel", account, id })],
      [8, () => ({ type: "withdraw.approve", id, by: chance.pick(["ann", "bob"]) })],
      [2, () => ({ type: "withdraw.reject", id, reason: "no" })],
      [14, () => ({ type: "withdraw.send", id })],
      [10, () => ({ type: "custody.sent", id, tx: `out-${id}` })],
      [8, () => ({ type: "custody.final", id })],
      [2, () => ({ type: "custody.failed", id })],
      [2, () => this.#cost(id)],
      [8, () => this.#transfer(account)],
      [1, () => ({ type: "user.freeze", account, isFrozen: chance.happens(0.3) })],
      [0.5, () => ({ type: "withdrawals.freeze", isFrozen: chance.happens(0.3), reason: "a test" })],
      [3, () => ({ type: "clock.tick" })],
    ])
    return make()
  }

  #deposit(account: string): Command {
    const amount = this.#chance.pick([0.4, 0.6, 1, 5, 400, 3_000, 20_000, 70_000])
    const fresh = { chain: this.#chance.pick(CHAINS), tx: `t${this.#txs.length}`, account, amount }
    this.#txs.push(fresh)
    return this.#seen(fresh)
  }

  #seen({ chain, tx, account, amount }: Known): Command {
    const other = this.#chance.happens(0.05) ? 1 : 0
    const own = { account, address: `of ${account}`, currency: "USDT", amount: usdt(amount + other) }
    return { type: "custody.seen", chain, tx, index: 0, ...own }
  }

  #request(account: string): Command {
    const chance = this.#chance
    const identity = account === "u1" ? "none" : account === "u2" ? "review" : "verified"
    return {
      ...{ type: "withdraw.request", account, currency: "USDT", chain: chance.pick(CHAINS), addressId: 1 },
      ...{
        address: "outside",
        remark: "",
        amount: usdt(chance.pick([3, 8, 50, 300, 900, 4_000, 12_000, 60_000])),
      },
      ...{ key: `k${this.#count}`, identity, waitMs: chance.pick([0, 5_000, 60_000]) },
      addressReadyAt: chance.happens(0.1) ? this.#time + chance.whole(0, 2) : 0,
      restUntil: chance.happens(0.1) ? this.#time + chance.whole(0, 2) : 0,
      hasSecondProof: chance.happens(0.3),
    }
  }

  #cost(id: number): Command {
    const tx = `out-${id}`
    return {
      type: "custody.cost",
      chain: "tron",
      currency: "USDT",
      tx,
      amount: usdt(this.#chance.pick([0.1, 2])),
    }
  }

  #transfer(account: string): Command {
    const isOut = this.#chance.happens(0.6)
    const ends = isOut
      ? ({ from: "funding", to: "second" } as const)
      : ({ from: "second", to: "funding" } as const)
    const all = this.oracle.available.get(account) ?? 0n
    const isAll = isOut && all > 0n && this.#chance.happens(0.5)
    const amount = isAll ? (all as Amount) : usdt(this.#chance.pick([1, 300, 5_000, 40_000]))
    return { type: "transfer", account, ...ends, currency: "USDT", amount, key: `k${this.#count}` }
  }

  #compare(at: string): void {
    const { ledger } = this.engine.state
    const { oracle } = this
    const same = (name: string, has: bigint, wanted: bigint) => {
      if (has !== wanted) throw new Error(`${at}: ${name} has ${has}, the oracle ${wanted}`)
    }
    for (const account of USERS) {
      const { available, held } = ledger.balance(account, "funding", "USDT")
      same(`${account}.funding`, available, oracle.available.get(account) ?? 0n)
      same(`${account}.held`, held, oracle.heldBy(account))
      same(
        `${account}.second`,
        ledger.balance(account, "second", "USDT").available,
        oracle.second.get(account) ?? 0n,
      )
    }
    same("custody", -ledger.systemBalance("custody", "USDT"), oracle.custody)
    same("fees", ledger.systemBalance("fees", "USDT"), oracle.fees)
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
    const newest = this.#txs.slice(-20).map(({ chain, tx }) => `${chain}:${tx}:0`)
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
