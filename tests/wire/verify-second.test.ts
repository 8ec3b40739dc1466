/** Are a thousand results of a run proven by a script that knows nothing but the documents, and is one changed bit named (O6)? */

import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { optionRecord, ResponseOf, SecondContract } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { newOptionTrader, opened, recordsOf, runningOf } from "#tests/support/option-trader.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import type { Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const root = join(import.meta.dirname, "../..")
const SCRIPT = join(root, "examples/verify-second/verify.mjs")
const TRADERS = 5
/** As many as one may have open. */
const AT_ONCE = 20
const ROUNDS = 10
const STEP_MS = 2_000
/** Bits that are changed, one at a time. */
const BITS = 24

let ahead = 0
let server: RunningServer
const traders: Trader[] = []

beforeAll(async () => {
  server = await startInProcess(
    { SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_ORDERS_PER_SECOND: "1000" },
    { clock: movedClock(() => ahead) },
  )
  for (let count = 0; count < TRADERS; count += 1) traders.push(await newOptionTrader(server))
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

/** Runs the script as its README says. */
async function run(...args: string[]): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(join(root, "node_modules/node/bin/node"), [SCRIPT, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let text = ""
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString()
  })
  const [code] = (await once(child, "close")) as [number | null]
  return { code, lines: text.trimEnd().split("\n") }
}

const lastTick = async () => {
  const { data } = await call<{ rows: { last: number }[] }>(
    server,
    "/market/index/hours?index=BTC_USDT&limit=1",
  )
  return data.rows[0]?.last ?? 0
}

/** Until nobody has one open; time goes in steps that are no silence. */
async function settleAll(): Promise<void> {
  await vi.waitFor(
    async () => {
      const before = await lastTick()
      ahead += STEP_MS
      await vi.waitFor(async () => expect(await lastTick()).toBeGreaterThan(before), {
        timeout: 20_000,
        interval: 20,
      })
      for (const trader of traders) expect(await runningOf(trader)).toEqual([])
    },
    { timeout: WITHIN_MS, interval: 1 },
  )
}

test("the script imports nothing of ours, needs no package, and has no more than 60 lines", () => {
  const text = readFileSync(SCRIPT, "utf8")
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(60)
  const imported = [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, from]) => from)
  expect(imported.length).toBeGreaterThan(1)
  expect(imported.filter((from) => !from?.startsWith("node:"))).toEqual([])
})

test(
  "it proves a thousand records, however they ended",
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [place, trader] of traders.entries()) {
        const direction = (round + place) % 2 ? "bullish" : "bearish"
        await Promise.all(Array.from({ length: AT_ONCE }, () => opened(trader, { direction })))
      }
      // Over the turn of an hour, and over a silence that refunds.
      if (round === 3) ahead += 3_600_000 - ((Date.now() + ahead) % 3_600_000) - 20_000
      if (round === 6) ahead += 60_000
      await settleAll()
    }
    const ended = new Map<string, number>()
    for (const trader of traders) {
      const records = await recordsOf(trader, "limit=500")
      expect(records).toHaveLength(ROUNDS * AT_ONCE)
      for (const { status } of records) ended.set(status, (ended.get(status) ?? 0) + 1)
      const { code, lines } = await run(server.address, trader.token, ...records.map(({ id }) => String(id)))
      expect(lines.filter((line) => line.includes("NOT PROVEN"))).toEqual([])
      expect(lines.filter((line) => line.endsWith(": proven"))).toHaveLength(records.length)
      expect(code).toBe(0)
    }
    expect([...ended.keys()].sort()).toEqual(expect.arrayContaining(["lost", "refunded", "won"]))
  },
  10 * WITHIN_MS,
)

const recordOf = async (trader: Trader, { id }: SecondContract) =>
  (await trader.get<ResponseOf<typeof optionRecord>>(`/option/record?id=${id}`)).data

test("a record that was saved is proven without a token; one that pays something else is not", async () => {
  // Chance may leave one trader without a win, and not all: the test above has seen one.
  const won = await Promise.all(
    traders.map(async (trader) => ({ trader, rows: await recordsOf(trader, "status=won&limit=1") })),
  )
  const winner = won.find(({ rows }) => rows.length > 0)
  const row = winner?.rows[0]
  if (!winner || !row) throw new Error("nobody has won")
  const data = await recordOf(winner.trader, row)
  const file = join(freshFolder(), "record.json")
  writeFileSync(file, JSON.stringify({ code: 200, message: "", data }))
  expect(await run(server.address, file)).toMatchObject({ code: 0 })
  writeFileSync(file, JSON.stringify({ data: { ...data, contract: { ...data.contract, paid: "8.99" } } }))
  const { code, lines } = await run(server.address, file)
  expect([code, lines.at(-1)]).toEqual([1, expect.stringContaining("NOT PROVEN: the rule doesn't pay 8.99")])
})

test(
  "with one bit of a file changed it refuses, and names the line",
  async () => {
    const [trader] = traders as [Trader]
    const [row] = await recordsOf(trader, "limit=1")
    if (!row) throw new Error("no record")
    const { hours } = await recordOf(trader, row)
    const { hour = 0 } = hours[0] ?? {}
    const path = `/market/index/file/BTC_USDT/${hour}`
    const text = Buffer.from(await (await fetch(server.address + path)).arrayBuffer())
    let bit = 0
    const liar = createServer(async (request, response) => {
      const answer = await fetch(server.address + request.url, {
        headers: { authorization: request.headers.authorization ?? "" },
      })
      const body = Buffer.from(await answer.arrayBuffer())
      if (request.url === path) body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      response.end(body)
    }).listen(0, "127.0.0.1")
    await once(liar, "listening")
    const address = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
    for (let place = 0; place < BITS; place += 1) {
      bit = Math.floor((place / BITS) * text.length * 8) + (place % 8)
      const line = text
        .subarray(0, bit >> 3)
        .toString()
        .split("\n").length
      const { code, lines } = await run(address, trader.token, String(row.id))
      expect([bit, code, lines.at(-1)]).toEqual([
        ...[bit, 1],
        expect.stringMatching(`NOT PROVEN: hour ${hour}, line ${line}: `),
      ])
    }
    liar.close()
  },
  WITHIN_MS,
)
