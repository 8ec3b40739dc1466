/**
 * How much slower orders of others get while each limit of calls is asked for ten times over, by addresses and a user of their own; quiet and
 * flooded windows by turns, at the limits as they come. No figure of the bench's table: it says what the limits are worth, not how fast we are.
 *
 *     npm run bench -- flood [ROUNDS [reads] [pages] [logins] [orders]]
 */

import { median, percentile } from "../context.ts"
import { pairedInterval } from "../figures/paired-interval.ts"
import { type Asking, askBy, codeOf, type Line, lineFrom } from "./asking.ts"
import { startRealServer } from "./real-server.ts"
import { type Registered, registerPerson } from "./register-person.ts"
import { restingPrice, worthwhileQuantity } from "./resting-price.ts"
import { WrongResult } from "./wrong-result.ts"

const words = process.argv.slice(2).filter((word) => word !== "flood")
const rounds = Number(words[0] ?? 8)
/** Which of the floods, by words of their names; all of them by default. */
const chosen = words.slice(1)
const WINDOW_MS = 6000
/** What a window's beginning brings over from the one before. */
const SETTLE_MS = 1500
const TRADERS = 8
/** Each sends half of what it may. */
const ORDER_EVERY_MS = 100
const ORDERS_STANDING_MAX = 60
/** Of one address at a time, as the server allows by default. */
const CONNECTIONS = 200
const TICK_MS = 10
const RATE_LIMITED = 1001

const SYMBOL = "BTC_USDT"
const say = (text: string) => void process.stdout.write(`${text}\n`)
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Asks ten times as often as its limit allows, as far as its connections let it: what is refused too often is answered late. */
class Flood {
  readonly #asking: Asking
  readonly #perSecond: number
  readonly #line: Line
  #underWay = 0
  /** Asked and answered since the last telling. */
  #asked = 0
  #served = 0
  #refused = 0

  constructor(line: Line, limit: number, asking: Asking) {
    this.#asking = asking
    this.#perSecond = limit * 10
    this.#line = line
  }

  async until(end: number): Promise<void> {
    let due = 0
    while (performance.now() < end) {
      due += (this.#perSecond * TICK_MS) / 1000
      for (; due >= 1; due -= 1) void this.#ask()
      await wait(TICK_MS)
    }
  }

  /** In a second, over `ms`. */
  tell(name: string, ms: number): string {
    const each = [this.#asked, this.#served, this.#refused].map((count) => Math.round((count * 1000) / ms))
    this.#asked = this.#served = this.#refused = 0
    return `${name}: ${each[0]} asked, ${each[1]} served, ${each[2]} refused a second`
  }

  async #ask(): Promise<void> {
    if (this.#underWay >= CONNECTIONS) return
    this.#underWay += 1
    this.#asked += 1
    try {
      const answer = await askBy(this.#line, this.#asking)
      if (codeOf(answer) === RATE_LIMITED) this.#refused += 1
      else this.#served += 1
    } catch {
      // A connection too many is closed.
      this.#refused += 1
    } finally {
      this.#underWay -= 1
    }
  }
}

/** One that trades within its limits, from an address of its own. */
class Trader {
  readonly #line: Line
  readonly #token: string
  readonly #order: string
  #standing = 0

  constructor(line: Line, { token }: Registered, price: string) {
    this.#line = line
    this.#token = token
    const quantity = worthwhileQuantity(price)
    const order = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity }
    this.#order = JSON.stringify(order)
  }

  /** Milliseconds of each order's answer. */
  async until(end: number): Promise<number[]> {
    const times: number[] = []
    while (performance.now() < end) {
      const begun = performance.now()
      await this.#post("/spot/place", this.#order)
      times.push(performance.now() - begun)
      this.#standing += 1
      if (this.#standing >= ORDERS_STANDING_MAX) await this.cancelAll()
      await wait(Math.max(0, ORDER_EVERY_MS - (performance.now() - begun)))
    }
    return times
  }

  async cancelAll(): Promise<void> {
    await this.#post("/spot/cancelAll", "{}")
    this.#standing = 0
  }

  async #post(path: string, body: string): Promise<void> {
    const answer = await askBy(this.#line, { method: "POST", path, body, token: this.#token })
    if (codeOf(answer) !== 200) throw new WrongResult(`${path} was answered with ${answer.slice(0, 200)}`)
  }
}

const server = await startRealServer({ SAKER_MARKETS: "1", SAKER_LOG: "error" }, { isAsItComes: true })
try {
  await measure(server.port, server.mailbox)
} finally {
  await server.close()
}

async function measure(port: number, mailbox: string): Promise<void> {
  const address = `http://127.0.0.1:${port}`
  const people: Registered[] = []
  for (let place = 0; place <= TRADERS; place += 1) {
    people.push(await registerPerson({ address, mailbox }, `trader${place}@example.org`))
    await people[place]?.post("/assets/practice", { key: "bench" })
    // As slowly as an address may change accounts.
    await wait(500)
  }
  const price = await restingPrice(address, SYMBOL)
  const [flooder, ...honest] = people
  const traders = honest.map(
    (person, place) => new Trader(lineFrom(port, `127.0.2.${place + 1}`), person, price),
  )
  const floods = floodsOf(port, flooder?.token ?? "", price)
  const told = { quiet: [] as number[][], flooded: [] as number[][] }
  for (let round = 0; round <= rounds; round += 1)
    for (const kind of ["quiet", "flooded"] as const) {
      for (const trader of traders) await trader.cancelAll()
      const end = performance.now() + SETTLE_MS + WINDOW_MS
      const working = kind === "flooded" ? [...floods.values()].map((flood) => flood.until(end)) : []
      await wait(SETTLE_MS)
      const times = (await Promise.all(traders.map((trader) => trader.until(end)))).flat()
      await Promise.all(working)
      // The first round warms up.
      if (round > 0) told[kind].push(times)
      if (round > 0 || kind === "quiet") continue
      for (const [name, flood] of floods) say(flood.tell(name, SETTLE_MS + WINDOW_MS))
    }
  for (const [name, flood] of floods) say(flood.tell(name, rounds * (SETTLE_MS + WINDOW_MS)))
  for (const part of [0.5, 0.99]) {
    const [quiet, flooded] = [told.quiet, told.flooded].map((windows) =>
      windows.map((times) => percentile(times, part)),
    ) as [number[], number[]]
    const ratio = median(flooded.map((ms, round) => ms / (quiet[round] ?? Number.NaN)))
    const interval = pairedInterval(flooded, quiet)
      ?.map((end) => end.toFixed(2))
      .join(" to ")
    say(
      `p${part * 100} of an order's answer: ${median(quiet).toFixed(1)} ms, flooded ${median(flooded).toFixed(1)} ms, ratio ${ratio.toFixed(2)} (${interval ?? "too few rounds"})`,
    )
  }
}

/** By the defaults of the settings: 100 reads, 40 candle pages and 10 account calls of an address, 20 orders of a user. */
function floodsOf(port: number, token: string, price: string): Map<string, Flood> {
  const from = (place: number) => lineFrom(port, `127.0.3.${place}`, CONNECTIONS)
  const quantity = worthwhileQuantity(price)
  const order = { instrument: SYMBOL, side: "buy", type: "limit", price, quantity }
  const login = JSON.stringify({ account: "nobody@example.org", password: "not the password" })
  const floods: [string, Flood][] = [
    ["reads", new Flood(from(1), 100, { method: "GET", path: `/market/depth?symbol=${SYMBOL}&limit=20` })],
    [
      "candle pages",
      new Flood(from(2), 40, { method: "GET", path: `/market/kline?symbol=${SYMBOL}&interval=1m&limit=500` }),
    ],
    ["logins", new Flood(from(3), 10, { method: "POST", path: "/login/index", body: login })],
    [
      "orders",
      new Flood(from(4), 20, { method: "POST", path: "/spot/place", token, body: JSON.stringify(order) }),
    ],
  ]
  const isChosen = (name: string) => chosen.length === 0 || chosen.some((word) => name.includes(word))
  return new Map(floods.filter(([name]) => isChosen(name)))
}
