/** Random commands of deposits and withdrawals: reports at every edge, in every order, and whatever can be asked of each. */

import type { Amount } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { type CustodyOracle, usdt } from "./custody-oracle.ts"
import type { SeededChance } from "./seeded-chance.ts"

const CHAINS = ["tron", "ethereum"] as const

/** A transaction as its chain would report it. */
interface Known {
  chain: (typeof CHAINS)[number]
  tx: string
  account: string
  /** USDT. */
  amount: number
}

export class CustodyCommands {
  /** All that were ever reported, the newest last. */
  readonly transactions: Known[] = []
  readonly #chance: SeededChance
  readonly #users: readonly [string, ...string[]]
  readonly #oracle: CustodyOracle
  #time = 0
  #count = 0

  constructor(chance: SeededChance, users: readonly [string, ...string[]], oracle: CustodyOracle) {
    this.#chance = chance
    this.#users = users
    this.#oracle = oracle
  }

  /** One for this moment. */
  next(time: number): Command {
    this.#count += 1
    this.#time = time
    const chance = this.#chance
    const account = chance.pick(this.#users)
    const id = Math.max(1, this.#oracle.withdrawals.length - chance.whole(-1, 12))
    const known = this.transactions.at(-chance.whole(1, Math.max(1, Math.min(15, this.transactions.length))))
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
        () => ({
          type: "withdraw.cancel",
          account: this.#oracle.withdrawals[id - 1]?.account ?? account,
          id,
        }),
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
    const fresh = { chain: this.#chance.pick(CHAINS), tx: `t${this.transactions.length}`, account, amount }
    this.transactions.push(fresh)
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
      ...(this.#chance.happens(0.5) && { isCovered: true as const }),
    }
  }

  #transfer(account: string): Command {
    const isOut = this.#chance.happens(0.6)
    const ends = isOut
      ? ({ from: "funding", to: "second" } as const)
      : ({ from: "second", to: "funding" } as const)
    const all = this.#oracle.of(`${account}.funding.available`)
    const isAll = isOut && all > 0n && this.#chance.happens(0.5)
    const amount = isAll ? (all as Amount) : usdt(this.#chance.pick([1, 300, 5_000, 40_000]))
    return { type: "transfer", account, ...ends, currency: "USDT", amount, key: `k${this.#count}` }
  }
}
