/** The process starts with one ready line or ends with one clear line, and recovers after a kill. */

import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, describe, expect, test, vi } from "vitest"
import type { CandleRow, TradeRow } from "#core/wire/index.ts"
import { mailboxOf } from "#tests/support/mailbox.ts"
import { freshDatabase, postgresIsThere } from "#tests/support/postgres.ts"
import {
  freshFolder,
  removeFolders,
  type SakerProcess,
  startAndFail,
  startSaker,
} from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
const env = { SAKER_MARKETS: "3" }

afterAll(removeFolders)

const read = async <Data>(saker: SakerProcess, path: string): Promise<Data> => {
  const response = await fetch(`${saker.url}${path}`)
  return ((await response.json()) as { data: Data }).data
}
const trades = async (saker: SakerProcess) =>
  (await read<{ rows: TradeRow[] }>(saker, "/market/trades?symbol=BTC_USDT&limit=500")).rows

describe("a start that can't be", () => {
  test("ends with code 1 and one line for each wrong setting", async () => {
    const { code, output } = await startAndFail({ env: { SAKER_SEED: "x", SAKER_NONSENSE: "1" } })
    expect(code).toBe(1)
    const lines = output.trim().split("\n")
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe(
      'SAKER_SEED: got "x"; allowed: nothing (a secret key, made at the first start), or a whole number from 0 to 4294967295',
    )
    expect(lines[1]).toMatch(/^SAKER_NONSENSE: no such setting; there are PORT, /)
  })

  test("ends with one line when the data folder is no folder, and leaves nothing behind", async () => {
    const file = join(freshFolder(), "file")
    writeFileSync(file, "")
    const { code, output } = await startAndFail({ data: file })
    expect([code, output.trim().split("\n")]).toEqual([
      1,
      [`SAKER_DATA: ${file} cannot be written (EEXIST); allowed: a folder that may be written`],
    ])
    expect(readFileSync(file, "utf8")).toBe("")
  })

  test(
    "ends with one line when the port is taken, and gives the folder free",
    async () => {
      const other = createServer().listen(0, "127.0.0.1")
      await new Promise((resolve) => other.once("listening", resolve))
      const { port } = other.address() as AddressInfo
      const data = freshFolder()
      const { code, output } = await startAndFail({ port, data, env })
      other.close()
      expect([code, output.trim()]).toEqual([
        1,
        `PORT: ${port} is taken by another program; allowed: a free port, or 0 for any`,
      ])
      expect(existsSync(join(data, "lock"))).toBe(false)
    },
    START_WITHIN_MS,
  )
})

const dropped: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const drop of dropped) await drop()
})
const onPostgres = async () => {
  const { url, drop } = await freshDatabase()
  dropped.push(drop)
  return { ...env, DATABASE_URL: url }
}
const STORES = [
  ["the embedded database", async () => env, true],
  ...(postgresIsThere ? ([["a PostgreSQL server", onPostgres, false]] as const) : []),
] as const

test.each(STORES)(
  "a killed server on %s says where it keeps its data, goes on with the next trade, and shows the gap as computed",
  async (_store, environment, isEmbedded) => {
    const data = freshFolder()
    const env = await environment()
    const first = await startSaker({ data, env })
    expect(first.output()).toMatch(/^Saker is ready at http:\/\/127\.0\.0\.1:\d+\n {2}feed +simulated/)
    const [mailbox = ""] = /(?<=\n {2}mailbox +)http\S+/.exec(first.output()) ?? []
    expect(mailbox).toBe(mailboxOf(first.url))
    expect((await fetch(mailbox)).status).toBe(200)
    expect(first.output()).toContain(
      isEmbedded ? `  data             ${data}` : "  data             PostgreSQL at ",
    )
    await vi.waitFor(async () => expect((await trades(first)).length).toBeGreaterThan(3), {
      timeout: 60_000,
      interval: 200,
    })
    const [before] = await trades(first)
    expect(await first.end("SIGKILL")).toBeNull()
    expect(existsSync(join(data, "lock"))).toBe(isEmbedded)

    const second = await startSaker({ data, env })
    const newest = await vi.waitFor(
      async () => {
        const [newest] = await trades(second)
        expect(newest?.[4]).toBeGreaterThan(before?.[4] ?? 0)
        return newest
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(newest?.[0]).toBeGreaterThan(before?.[0] ?? 0)
    const { rows } = await read<{ rows: CandleRow[] }>(
      second,
      "/market/kline?symbol=BTC_USDT_SEC&interval=1s&limit=60",
    )
    expect(rows.some((row) => row[8] === 1)).toBe(true)
    for (const [place, row] of rows.slice(1).entries()) expect(row[0]).toBe((rows[place]?.[0] ?? 0) + 1000)

    expect(await second.end("SIGTERM")).toBe(0)
    expect(existsSync(join(data, "lock"))).toBe(false)
  },
  START_WITHIN_MS,
)
