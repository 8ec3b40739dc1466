/** Orders of a soak: many users, so many orders a second, each answered before its connection sends the next. */

import { percentile } from "../context.ts"
import { type OpenServer, type Registered, registerPerson } from "../server/register-person.ts"
import { WrongResult } from "../server/wrong-result.ts"
import { type OrderSample, tenths } from "./sample.ts"

const SYMBOL = "BTC_USDT"
const USERS = 50
/** Of a user, before all are taken back. */
const STANDING_MAX = 150
const TURN_MS = 20

interface Ordering {
  user: Registered
  placed: number
  isBusy: boolean
}

/** Sends orders by the clock; one that would overtake its user's last is left out, and so shows in the rate. */
export class Orders {
  readonly #users: Ordering[]
  readonly #price: string
  readonly #timer: NodeJS.Timeout
  readonly #begun = performance.now()
  #due = 0
  #next = 0
  #times: number[] = []
  #refused = 0
  #since = performance.now()

  private constructor(
    users: readonly Registered[],
    { price, perSecond }: { price: string; perSecond: number },
  ) {
    this.#users = users.map((user) => ({ user, placed: 0, isBusy: false }))
    this.#price = price
    this.#timer = setInterval(() => this.#send(perSecond), TURN_MS)
  }

  static async start(server: OpenServer, perSecond: number): Promise<Orders> {
    const users: Registered[] = []
    for (let place = 0; place < USERS; place += 1) {
      const user = await registerPerson(server, `soak${place}@example.org`)
      const drawn = await user.post("/assets/practice", { key: "soak" })
      if (drawn.code !== 200) throw new WrongResult(`practice money was answered with ${drawn.code}`)
      users.push(user)
    }
    const response = await fetch(`${server.address}/market/depth?symbol=${SYMBOL}&limit=5`)
    const { data } = (await response.json()) as { data: { bids: [string, string][] } }
    const best = data.bids[0]?.[0] ?? ""
    const price = (Number(best) * 0.9).toFixed(best.split(".")[1]?.length ?? 0)
    return new Orders(users, { price, perSecond })
  }

  take(): OrderSample {
    const now = performance.now()
    const perSecond = Math.round((this.#times.length * 1000) / (now - this.#since))
    const sample = {
      perSecond,
      p50: tenths(percentile(this.#times, 0.5)),
      p99: tenths(percentile(this.#times, 0.99)),
      refused: this.#refused,
    }
    this.#times = []
    this.#refused = 0
    this.#since = now
    return sample
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #send(perSecond: number): void {
    const due = Math.floor(((performance.now() - this.#begun) / 1000) * perSecond)
    // After a stop of this process what was missed isn't made up for.
    this.#due = Math.max(this.#due, due - perSecond)
    for (; this.#due < due; this.#due += 1) {
      const ordering = this.#users[this.#next++ % this.#users.length]
      if (ordering && !ordering.isBusy) void this.#one(ordering)
    }
  }

  async #one(ordering: Ordering): Promise<void> {
    ordering.isBusy = true
    ordering.placed += 1
    const { user, placed } = ordering
    try {
      if (placed % STANDING_MAX === 0) {
        await user.post("/spot/cancelAll", {})
        return
      }
      const body =
        placed % 4 === 0
          ? { side: placed % 8 === 0 ? "buy" : "sell", type: "market", quantity: "0.0001" }
          : { side: "buy", type: "limit", price: this.#price, quantity: "0.0002" }
      const begun = performance.now()
      const { code } = await user.post("/spot/place", { instrument: SYMBOL, ...body })
      if (code === 200) this.#times.push(performance.now() - begun)
      else this.#refused += 1
    } catch {
      this.#refused += 1
    } finally {
      ordering.isBusy = false
    }
  }
}
