/** Once a second: deposits are taken from the chains, withdrawals are sent and watched. Two rounds never overlap. */

import { type CustodyParts, Troubles } from "./custody-parts.ts"
import { sendWithdrawals } from "./send-withdrawals.ts"
import { watchDeposits } from "./watch-deposits.ts"

const LOOK_EVERY_MS = 1_000

export class CustodyLoop {
  readonly #parts: CustodyParts
  readonly #troubles: Troubles
  /** Runs after each round. */
  readonly #then: () => Promise<void>
  /** Runs before the first round, until it went well once. */
  readonly #first: () => Promise<void>
  #hasBegun = false
  #callOff: () => void = () => undefined
  #underWay: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(
    parts: CustodyParts,
    then: () => Promise<void>,
    first: () => Promise<void> = async () => undefined,
  ) {
    this.#parts = parts
    this.#troubles = new Troubles(parts.log)
    this.#then = then
    this.#first = first
  }

  start(): void {
    this.#callOff = this.#parts.clock.after(LOOK_EVERY_MS, () => {
      this.#underWay = this.look().finally(() => {
        if (!this.#isStopped) this.start()
      })
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#callOff()
    await this.#underWay
  }

  /** What comes before the first round; each round tries it until it went well. Never rejects. */
  async begin(): Promise<boolean> {
    this.#hasBegun ||= await this.#troubles.watch("what the wallets hold at first", this.#first)
    return this.#hasBegun
  }

  /** One round. Never rejects. */
  async look(): Promise<void> {
    if (!(await this.begin())) return
    const troubles = this.#troubles
    await Promise.all([
      troubles.watch("deposits", () => watchDeposits(this.#parts, troubles)),
      troubles.watch("withdrawals", () => sendWithdrawals(this.#parts, troubles)),
    ])
    await troubles.watch("custody audit", this.#then)
  }

  /** What is held up at the moment. */
  troubles(): string[] {
    return this.#troubles.list()
  }
}
