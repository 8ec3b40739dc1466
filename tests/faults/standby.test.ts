/** Two servers on one PostgreSQL database: the second takes over from one that dies or freezes, and no order is lost, doubled or forgotten. */

import { afterAll, expect, test } from "vitest"
import type { SpotOrder } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { freePort } from "#tests/support/free-port.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import {
  freshFolder,
  removeFolders,
  type SakerProcess,
  startAndFail,
  startSaker,
} from "#tests/support/saker-process.ts"
import { getFrom, postTo } from "#tests/support/signed-up.ts"
import { newTrader, priceAt, type Trader } from "#tests/support/trader.ts"

const SYMBOL = "BTC_USDT"
const WITHIN_MS = 240_000
const ORDERS_AT_A_TIME = 4
/** Below what a user may send at once. */
const ORDERS_MAX = 16

afterAll(removeFolders)

const health = async (port: number): Promise<{ status: number; text: string }> => {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  return { status: response?.status ?? 0, text: (await response?.text()) ?? "" }
}

/** Orders that the server has acknowledged to this person. */
class Book {
  readonly acknowledged = new Set<string>()
  #count = 0
  readonly #trader: Trader
  readonly #price: string

  constructor(trader: Trader, price: string) {
    this.#trader = trader
    this.#price = price
  }

  /** Sends until one isn't answered with an order any more, some at a time. */
  async sendUntilGone(saker: SakerProcess): Promise<void> {
    const line = async () => {
      while (this.acknowledged.size < ORDERS_MAX && (await this.send(saker)));
    }
    await Promise.all(Array.from({ length: ORDERS_AT_A_TIME }, line))
  }

  async send(saker: SakerProcess): Promise<boolean> {
    this.#count += 1
    const clientOrderId = `standby-${this.#count}`
    const order = { instrument: SYMBOL, side: "buy", type: "limit", price: this.#price, quantity: "0.0003" }
    const answer = await postTo(
      saker.url,
      "/spot/place",
      { ...order, clientOrderId },
      this.#trader.token,
    ).catch(() => undefined)
    if (answer?.code === 200) this.acknowledged.add(clientOrderId)
    return answer?.code === 200
  }

  /** Every acknowledged order is there, open, once; more may be that nobody was told of. */
  async expectWhole(saker: SakerProcess): Promise<void> {
    const { data } = await getFrom<{ rows: SpotOrder[] }>(
      saker.url,
      "/spot/open?limit=500",
      this.#trader.token,
    )
    const ids = data.rows.map(({ clientOrderId }) => clientOrderId)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...this.acknowledged].filter((id) => !ids.includes(id))).toEqual([])
  }
}

test.skipIf(!postgresIsThere)(
  `a standby takes over from a server that is killed, then from one that freezes, which ends when it wakes${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
  async () => {
    const { url, drop } = await freshDatabase()
    const data = freshFolder()
    const start = async () => {
      const port = await freePort()
      return { port, ready: startSaker({ data, port, env: { DATABASE_URL: url, SAKER_STANDBY: "1" } }) }
    }
    const running: SakerProcess[] = []
    try {
      const first = await (await start()).ready
      running.push(first)
      const trader = await newTrader({ address: first.url, port: first.port } as RunningServer)
      const book = new Book(trader, await priceAt({ address: first.url } as RunningServer, SYMBOL, 0.9))

      const second = await start()
      second.ready.then(
        (saker) => running.push(saker),
        () => undefined,
      )
      await expect
        .poll(() => health(second.port), { timeout: WITHIN_MS })
        .toMatchObject({
          status: 503,
          text: expect.stringContaining("stands by"),
        })
      const sending = book.sendUntilGone(first)
      await expect.poll(() => book.acknowledged.size, { timeout: WITHIN_MS }).toBeGreaterThan(10)
      await first.end("SIGKILL")
      await sending
      const next = await second.ready
      await book.expectWhole(next)
      expect((await health(next.port)).status).toBe(200)

      const third = await start()
      third.ready.then(
        (saker) => running.push(saker),
        () => undefined,
      )
      await expect.poll(() => health(third.port), { timeout: WITHIN_MS }).toMatchObject({ status: 503 })
      expect(await book.send(next)).toBe(true)
      // As good as dead, but its connections stand: it is taken over after some seconds of silence.
      next.freeze()
      const last = await third.ready
      await book.expectWhole(last)
      expect(await book.send(last)).toBe(true)
      // Orders sent to it while it is frozen must not be executed late.
      const late = book.send(next)
      next.thaw()
      expect(await late).toBe(false)
      await expect.poll(next.output, { timeout: WITHIN_MS }).toMatch(/Saker ends: .*another server/)
      expect(await next.end()).toBe(1)
      await book.expectWhole(last)
      expect((await health(last.port)).status).toBe(200)
    } finally {
      for (const saker of running) await saker.end("SIGKILL")
      await drop()
    }
  },
  3 * WITHIN_MS,
)

test("without a PostgreSQL server there is nothing to stand by for, and it says so", async () => {
  const { code, output } = await startAndFail({ env: { SAKER_STANDBY: "1" } })
  expect(code).toBe(1)
  expect(output).toMatch(/^SAKER_STANDBY: got 1 without a DATABASE_URL; allowed: /)
})
