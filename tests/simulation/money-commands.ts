/** Random commands of the money simulation: orders, transfers, frozen users, pauses and resumptions. */

import type { Amount, TimeMs } from "#core/money/units.ts"
import type { Command, WalletName } from "#server/engine/command.ts"
import { CURRENCIES, MONEY_ACCOUNTS, MONEY_INSTRUMENTS } from "./money-scene.ts"
import { RandomCommands } from "./random-commands.ts"
import { SeededChance } from "./seeded-chance.ts"

const WALLETS: readonly [WalletName, ...WalletName[]] = ["funding", "contract", "second"]
const DAY_MS = 86_400_000

export class MoneyCommands {
  readonly #chance: SeededChance
  readonly #orders: RandomCommands
  #keys = 0

  constructor(seed: number) {
    this.#chance = new SeededChance(seed ^ 0x5a5a)
    const ids = MONEY_INSTRUMENTS.map(({ id }) => id) as [string, ...string[]]
    this.#orders = new RandomCommands(seed, { accounts: MONEY_ACCOUNTS, instruments: ids })
  }

  /** Milliseconds until the next command; now and then a day goes by, so that levels change. */
  pause(): TimeMs {
    return this.#chance.happens(0.0002) ? DAY_MS : this.#orders.pause()
  }

  learn(order: number, account: string): void {
    this.#orders.learn(order, account)
  }

  next(lastId: number, now: TimeMs): Command {
    const chance = this.#chance
    if (chance.happens(0.9)) return this.#orders.next(lastId, now)
    const make = chance.weighted<() => Command>([
      [40, () => this.#transfer(now)],
      [12, () => this.#draw()],
      [10, () => this.#capital()],
      [6, () => ({ type: "user.freeze", account: this.#account(), isFrozen: chance.happens(0.3) })],
      [4, () => this.#level()],
      [
        6,
        () => ({
          type: "order.query",
          account: this.#account(),
          clientOrderId: `key-${chance.whole(1, 99)}`,
        }),
      ],
      [
        6,
        () => ({
          type: "order.cancel",
          account: this.#account(),
          clientOrderId: `key-${chance.whole(1, 99)}`,
        }),
      ],
      [1, () => ({ type: "clock.start", pauseMs: chance.whole(0, 400) })],
      [0.6, () => ({ type: "audit.stop", reason: "drill" })],
      [5, () => ({ type: "audit.resume" })],
      [20, () => ({ type: "clock.tick" })],
    ])
    return make()
  }

  #account(): string {
    return this.#chance.pick(MONEY_ACCOUNTS)
  }

  /** Mostly small, now and then more than anybody has, zero, or the very key of before. */
  #transfer(now: TimeMs): Command {
    const chance = this.#chance
    if (!chance.happens(0.1)) this.#keys += 1
    return {
      type: "transfer",
      account: this.#account(),
      from: chance.pick(WALLETS),
      to: chance.pick(WALLETS),
      currency: chance.happens(0.97) ? chance.pick(CURRENCIES) : "NONE",
      amount: this.#amount(),
      key: `t-${this.#keys}`,
      ...(chance.happens(0.3) && { sentAt: now - chance.whole(-6_000, 310_000) }),
    }
  }

  #draw(): Command {
    const chance = this.#chance
    const amounts = [{ currency: chance.pick(CURRENCIES), amount: this.#amount() }]
    return { type: "faucet.draw", account: this.#account(), amounts, key: `f-${chance.whole(1, 10_000)}` }
  }

  #capital(): Command {
    const chance = this.#chance
    const names = [
      "operator.capital",
      "fees",
      "faucet",
      "no-such",
      `${this.#account()}.funding.available`,
      `${this.#account()}.second.available`,
    ] as const
    return {
      type: chance.pick(["capital.move", "ledger.correct"]),
      from: chance.pick(names),
      to: chance.pick(names),
      currency: chance.pick(CURRENCIES),
      amount: this.#amount(),
      reason: "drill",
    }
  }

  #level(): Command {
    const chance = this.#chance
    const account = this.#account()
    return chance.happens(0.5)
      ? { type: "user.level", account }
      : { type: "user.level", account, level: chance.whole(-1, 5) }
  }

  #amount(): Amount {
    const chance = this.#chance
    const size = chance.weighted([
      [8, 3_000],
      [1, 10_000_000],
      [0.3, 0],
    ])
    return BigInt(chance.whole(0, size)) as Amount
  }
}
