/**
 * Figure: how long an order takes through the Binance door, against the same order through our own call: one server, one user, one key
 * that signs both, one request at a time, by turns.
 */

import { type ChildProcess, fork } from "node:child_process"
import { createHmac, randomUUID } from "node:crypto"
import { once } from "node:events"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { KEY_HEADERS, KEY_WINDOW_MS, signedText } from "#core/wire/index.ts"
import { type BenchContext, median, percentile } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { pairedInterval } from "../figures/paired-interval.ts"
import { addKey, type OpenServer, type Registered, registerPerson } from "./register-person.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

const NAME = "door-latency"
const AGAINST = "our own call"
const ACCOUNT = "door@example.org"
const PAIRS = { quick: 150, full: 600 } as const
const ROUNDS = { quick: 3, full: 5 } as const
/** The compiler takes some thousand orders to know both ways. */
const WARM_UP_PAIRS = { quick: 600, full: 2000 } as const
/** Orders that stand before all are taken back, which isn't timed. */
const STANDING_MAX = 180

export const measure: Measure = {
  name: NAME,
  run: (context) => provenFigure(NAME, AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const child = fork(join(import.meta.dirname, "order-server.ts"))
  try {
    const [{ port, mailbox }] = (await once(child, "message")) as [{ port: number; mailbox: string }]
    return await measured(context, { address: `http://127.0.0.1:${port}`, mailbox })
  } finally {
    await closed(child)
  }
}

async function measured(context: BenchContext, server: OpenServer): Promise<FigureResult> {
  const form = context.isQuick ? "quick" : "full"
  const user = await registerPerson(server, ACCOUNT)
  const drawn = await user.post("/assets/practice", { key: "bench" })
  if (drawn.code !== 200) throw new WrongResult(`practice money was answered with ${drawn.code}`)
  const ways = new TwoWays(server, user, await addKey(server, ACCOUNT, user))
  await ways.open()
  await ways.pairs(WARM_UP_PAIRS[form])
  const told = {
    door: [] as number[],
    own: [] as number[],
    doorTail: [] as number[],
    ownTail: [] as number[],
  }
  const { foreignPercent } = await context.withForeignLoad(async () => {
    for (let round = 0; round < ROUNDS[form]; round += 1) {
      const { door, own } = await ways.pairs(PAIRS[form])
      told.door.push(percentile(door, 0.5))
      told.own.push(percentile(own, 0.5))
      told.doorTail.push(percentile(door, 0.95))
      told.ownTail.push(percentile(own, 0.95))
    }
  })
  await ways.close()
  const interval = pairedInterval(told.door, told.own)
  const note = `p95 ${median(told.doorTail).toFixed(2)} ms against ${median(told.ownTail).toFixed(2)} ms`
  return {
    ...{ name: NAME, value: median(told.door), values: told.door, against: AGAINST },
    ...{ againstValue: median(told.own), againstValues: told.own },
    ratio: median(told.door.map((ms, round) => ms / (told.own[round] ?? Number.NaN))),
    ...(interval && { interval }),
    ...{ isRight: true, note, details: { pairs: PAIRS[form], foreignPercent } },
  }
}

interface Sent {
  path: string
  body: string
  headers: Record<string, string>
}

/** Places the same resting order by both ways, each on a connection of its own, and counts what stands. */
class TwoWays {
  readonly #server: OpenServer
  readonly #user: Registered
  readonly #by: { key: string; secret: string }
  readonly #agents = {
    door: new Agent({ keepAlive: true, maxSockets: 1 }),
    own: new Agent({ keepAlive: true, maxSockets: 1 }),
  }
  #price = ""
  #standing = 0

  constructor(server: OpenServer, user: Registered, by: { key: string; secret: string }) {
    this.#server = server
    this.#user = user
    this.#by = by
  }

  /** Waits until the market has a price, and what is signed is taken: in the first second after a start it isn't (E5). */
  async open(): Promise<void> {
    for (;;) {
      const response = await fetch(`${this.#server.address}/market/depth?symbol=BTC_USDT&limit=5`)
      const { data } = (await response.json()) as { data: { bids: [string, string][] } }
      const best = data.bids[0]?.[0] ?? ""
      this.#price = (Number(best) / 2).toFixed(best.split(".")[1]?.length ?? 0)
      const tried = best === "" ? undefined : await this.#send("own", this.#own())
      if (tried?.status === 200 && JSON.parse(tried.text).code === 200) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await this.#takeBack()
  }

  async pairs(count: number): Promise<{ door: number[]; own: number[] }> {
    const times = { door: [] as number[], own: [] as number[] }
    for (let pair = 0; pair < count; pair += 1) {
      // Whoever is first finds the other's garbage: they take turns.
      for (const way of pair % 2 === 0 ? (["door", "own"] as const) : (["own", "door"] as const))
        times[way].push(await this.#timed(way))
      if (this.#standing >= STANDING_MAX) await this.#takeBack()
    }
    await this.#takeBack()
    return times
  }

  async close(): Promise<void> {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  /** From just before the request is written until its answer is read; signing is the client's, and not in it. */
  async #timed(way: "door" | "own"): Promise<number> {
    const sent = way === "door" ? this.#door() : this.#own()
    const began = performance.now()
    const { status, text } = await this.#send(way, sent)
    const took = performance.now() - began
    const answer = JSON.parse(text) as { status?: string; code?: number; data?: { status: string } }
    const state = way === "door" ? answer.status : answer.data?.status
    if (status !== 200 || state?.toLowerCase() !== "new")
      throw new WrongResult(`${way}: ${status} ${text.slice(0, 200)}`)
    this.#standing += 1
    return took
  }

  /** What stands on the server must be what was placed. */
  async #takeBack(): Promise<void> {
    const { data } = await this.#user.post("/spot/cancelAll", {})
    const ended = (data as { cancelled: number[] }).cancelled.length
    if (this.#standing > 0 && ended !== this.#standing)
      throw new WrongResult(`${this.#standing} orders were placed, ${ended} stood`)
    this.#standing = 0
  }

  #sign(text: string): string {
    return createHmac("sha256", this.#by.secret).update(text).digest("hex")
  }

  #door(): Sent {
    const fields = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.001" }
    const query = new URLSearchParams({
      ...{ ...fields, price: this.#price, newClientOrderId: randomUUID(), newOrderRespType: "RESULT" },
      timestamp: String(Date.now()),
    }).toString()
    return {
      path: "/binance/api/v3/order",
      body: `${query}&signature=${this.#sign(query)}`,
      headers: { "x-mbx-apikey": this.#by.key, "content-type": "application/x-www-form-urlencoded" },
    }
  }

  #own(): Sent {
    const [path, time, nonce] = ["/spot/place", Date.now(), randomUUID()]
    const body = JSON.stringify({
      ...{ instrument: "BTC_USDT", side: "buy", type: "limit", quantity: "0.001", price: this.#price },
      clientOrderId: randomUUID(),
    })
    const sign = this.#sign(signedText({ time, window: KEY_WINDOW_MS, nonce, method: "POST", path, body }))
    return {
      ...{ path, body },
      headers: {
        ...{ [KEY_HEADERS.key]: this.#by.key, [KEY_HEADERS.time]: String(time), [KEY_HEADERS.nonce]: nonce },
        ...{ [KEY_HEADERS.window]: String(KEY_WINDOW_MS), [KEY_HEADERS.sign]: sign },
        "content-type": "application/json",
      },
    }
  }

  #send(way: "door" | "own", { path, body, headers }: Sent): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const length = { "content-length": String(Buffer.byteLength(body)) }
      const asked = request(this.#server.address + path, {
        method: "POST",
        agent: this.#agents[way],
        headers: { ...headers, ...length },
      })
      asked.on("error", reject)
      asked.on("response", (response) => {
        const parts: Buffer[] = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        )
      })
      asked.end(body)
    })
  }
}

async function closed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, "exit")
  child.send("close")
  await gone
}
