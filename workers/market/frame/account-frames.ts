/** Gives the page its account frames, one for each time it asks; unlike market frames also while it is hidden. */

import type { AccountFrame } from "../account-frame.ts"
import { LIVE_MS, type MarketFeeds } from "../feeds/market-feeds.ts"
import type { Surroundings } from "../surroundings.ts"
import type { ContractsPart } from "./contracts-part.ts"

/** Changes within this go out together: an order's answer isn't felt to wait. */
const GATHER_MS = 16

export class AccountFrames {
  readonly #feeds: MarketFeeds
  readonly #surroundings: Surroundings
  readonly #contracts: ContractsPart
  #answer: ((frame: AccountFrame) => void) | null = null
  #timer: number | null = null
  #sentVersion = -1
  #sentSilence: number | null = null

  constructor(feeds: MarketFeeds, surroundings: Surroundings, contracts: ContractsPart) {
    this.#feeds = feeds
    this.#contracts = contracts
    this.#surroundings = surroundings
  }

  /** @throws Error when the last one is still awaited: two credits would be a queue. */
  next(): Promise<AccountFrame> {
    if (this.#answer) return Promise.reject(new Error("an account frame is asked for already"))
    return new Promise((resolve) => {
      this.#answer = resolve
      this.noteChange()
    })
  }

  noteChange(): void {
    if (!this.#answer || this.#timer !== null || !this.#hasNews()) return
    this.#timer = this.#surroundings.setTimer(() => this.#give(), GATHER_MS)
  }

  #hasNews(): boolean {
    return (
      this.#feeds.account.version !== this.#sentVersion ||
      this.#silence() !== this.#sentSilence ||
      this.#contracts.isDue()
    )
  }

  #give(): void {
    this.#timer = null
    const answer = this.#answer
    if (!answer) return
    this.#answer = null
    this.#sentVersion = this.#feeds.account.version
    this.#sentSilence = this.#silence()
    const frame = this.#feeds.account.takeFrame(this.#sentSilence)
    const contracts = this.#contracts.take(frame.isWhole)
    answer(contracts ? { ...frame, contracts } : frame)
  }

  /** As the data-age mark counts it; while it talks the moment would change with each message. */
  #silence(): number | null {
    const { socket } = this.#feeds
    const ahead = this.#surroundings.ahead()
    if (socket.state === "offline") return socket.since - ahead
    const { heardAt } = socket.heartbeat
    const isSilent = socket.state === "open" && this.#surroundings.now() - heardAt >= LIVE_MS
    return isSilent ? heardAt - ahead : null
  }
}
