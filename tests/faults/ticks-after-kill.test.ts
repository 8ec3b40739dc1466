/** After a kill the chain of index ticks is the one that was published: none lost, none twice, none with another hash (O6). */

import { afterAll, expect, test, vi } from "vitest"
import { checkChain } from "#core/second/check-chain.ts"
import type { indexHours, ResponseOf } from "#core/wire/index.ts"
import { freshDatabase, postgresIsThere } from "#tests/support/postgres.ts"
import { sha256 } from "#tests/support/proven-result.ts"
import { freshFolder, removeFolders, type SakerProcess, startSaker } from "#tests/support/saker-process.ts"

const INDEX = "BTC_USDT"
const KILLS = 3
/** Some lie before the last snapshot of a life, with which ticks are saved, and some behind it. */
const TICKS_A_LIFE = 12
const rhythm = { snapshotMs: 1_300, snapshotCommands: 1_000_000, hashCommands: 10_000 }

type Hours = ResponseOf<typeof indexHours>["rows"]

const drops: (() => Promise<void>)[] = []
afterAll(async () => {
  removeFolders()
  for (const drop of drops) await drop()
})
const onPostgres = async () => {
  const { url, drop } = await freshDatabase()
  drops.push(drop)
  return url
}
const STORES: [string, () => Promise<string>][] = [
  ["the embedded database", async () => ""],
  ...(postgresIsThere ? [["a PostgreSQL server", onPostgres] as [string, () => Promise<string>]] : []),
]

/** All ticks that can be fetched, proven by what is announced; each as it was published before, and its line. */
async function look(saker: SakerProcess, published: Map<number, string>): Promise<void> {
  const list = await fetch(`${saker.url}/market/index/hours?index=${INDEX}`)
  const { rows } = ((await list.json()) as { data: { rows: Hours } }).data
  const files = new Map<number, string>()
  for (const { hour } of rows)
    files.set(hour, await (await fetch(`${saker.url}/market/index/file/${INDEX}/${hour}`)).text())
  const chain = await checkChain({ index: INDEX, hours: rows, files, sha256 })
  if (chain.step) throw new Error(JSON.stringify(chain))
  const all = [...chain.ticks.values()].sort((one, other) => one.seq - other.seq)
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, place) => place + 1))
  expect(all.length).toBeGreaterThanOrEqual(published.size)
  for (const { seq, hour, line } of all) {
    const text = files.get(hour)?.split("\n")[line - 1] ?? ""
    expect(text).toBe(published.get(seq) ?? text)
    published.set(seq, text)
  }
}

test.each(STORES)(
  "on %s",
  async (_, database) => {
    const [data, databaseUrl] = [freshFolder(), await database()]
    const env = { SAKER_MARKETS: "3", DATABASE_URL: databaseUrl, SAKER_HISTORY_PER_SECOND: "1000" }
    const published = new Map<number, string>()
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const saker = await startSaker({ data, options: { rhythm }, env })
      const before = published.size
      await vi.waitFor(
        async () => {
          await look(saker, published)
          expect(published.size).toBeGreaterThan(before + TICKS_A_LIFE)
        },
        { timeout: 60_000, interval: 150 },
      )
      await saker.end(kill === KILLS ? "SIGTERM" : "SIGKILL")
    }
    const last = await startSaker({ data, env })
    await look(last, published)
    await last.end("SIGTERM")
  },
  180_000 * (KILLS + 2),
)
