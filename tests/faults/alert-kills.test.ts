/** A server that is killed again and again fires each alert once: none twice, and none is lost that a trade has reached (J5). */

import { afterAll, expect, test, vi } from "vitest"
import type { AlertRow } from "#core/wire/index.ts"
import { removeFolders, type SakerProcess, startSaker } from "#tests/support/saker-process.ts"
import { getFrom, postTo, signUp } from "#tests/support/signed-up.ts"

const WITHIN_MS = 400_000
const SYMBOL = "BTC_USDT"
const KILLS = 2
/** Levels on each side of the price at the start, and again before each kill, this share of it apart. */
const LEVELS = 20
const LEVELS_AGAIN = 5
const APART = 0.00004

let saker: SakerProcess | undefined
afterAll(async () => {
  await saker?.end("SIGKILL")
  removeFolders()
})

test(
  "an alert fires exactly once over kills, whether it was reached before or after them",
  async () => {
    const env = { SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" }
    saker = await startSaker({ env })
    const { token } = await signUp(saker.url)
    const ids = new Set<number>()
    const arm = async (levels: number) => {
      const url = saker?.url ?? ""
      const depth = `/market/depth?symbol=${SYMBOL}&limit=5`
      const { data: book } = await getFrom<{ bids: [string, string][] }>(url, depth, token)
      const best = Number(book.bids[0]?.[0])
      for (let step = 1; step <= levels; step += 1)
        for (const sign of [1, -1]) {
          const price = (best * (1 + sign * step * APART)).toFixed(2)
          const condition = { kind: "price", instrument: SYMBOL, source: "last", direction: "cross", price }
          const body = { condition, note: "", mail: true, push: false }
          // Right after the start nothing may have traded yet.
          await vi.waitFor(async () => {
            const { code, data } = await postTo<AlertRow>(url, "/alert/add", body, token)
            expect(code).toBe(200)
            ids.add(data.id)
          }, 60_000)
        }
    }
    await arm(LEVELS)
    const read = async () => {
      const url = saker?.url ?? ""
      const open = await getFrom<{ rows: AlertRow[] }>(url, "/alert/list", token)
      const fired = await getFrom<{ rows: AlertRow[] }>(url, "/alert/history?limit=100", token)
      return { armed: open.data.rows.filter(({ state }) => state === "armed"), fired: fired.data.rows }
    }
    const before = await read()
    /** As they were told first: nothing of them may change. */
    const known = new Map(before.fired.map((row) => [row.id, row]))
    for (let kill = 0; kill < KILLS; kill += 1) {
      const since = known.size
      // In the middle of firing, or right behind it. The price may stand between what is left of the levels for minutes.
      await arm(LEVELS_AGAIN)
      await vi.waitFor(async () => expect((await read()).fired.length).toBeGreaterThan(since), 60_000)
      for (const row of (await read()).fired) known.set(row.id, row)
      const { data } = saker
      await saker.end("SIGKILL")
      saker = await startSaker({ env, data })
      const after = new Map((await read()).fired.map((row) => [row.id, row]))
      for (const [id, row] of known) expect(after.get(id)).toEqual(row)
      for (const [id, row] of after) known.set(id, row)
    }
    // What is still armed was reached by no trade since it was armed, as the candles tell it.
    const { data: candles } = await getFrom<{ rows: [number, string, string, string][] }>(
      saker.url,
      `/market/kline?symbol=${SYMBOL}&interval=1m&limit=30`,
      token,
    )
    const now = await read()
    const missed = now.armed.filter(({ side, condition, armed }) =>
      candles.rows
        .filter(([open]) => open > armed)
        .some(([, , high, low]) =>
          condition.kind === "price" && side === "up"
            ? Number(high) >= Number(condition.price)
            : condition.kind === "price" && Number(low) <= Number(condition.price),
        ),
    )
    // A trade of this very moment may be in a candle and not yet told: it fires then.
    await vi.waitFor(async () => {
      const waiting = new Set((await read()).armed.map(({ id }) => id))
      expect(missed.filter(({ id }) => waiting.has(id))).toEqual([])
    }, 10_000)
    expect(new Set([...now.armed, ...now.fired].map(({ id }) => id))).toEqual(ids)
    expect(new Set(now.fired.map(({ id }) => id)).size).toBe(now.fired.length)
    // Up and down, nearer levels fire before those behind them that were armed then.
    for (const side of ["up", "down"] as const) {
      const sign = side === "up" ? 1 : -1
      const distance = ({ condition }: AlertRow) =>
        condition.kind === "price" ? sign * Number(condition.price) : 0
      const ends = now.fired.filter((row) => row.side === side)
      for (const row of now.armed.filter((each) => each.side === side))
        for (const end of ends.filter(({ fired }) => fired > row.armed))
          expect(distance(row)).toBeGreaterThan(distance(end))
    }
  },
  WITHIN_MS,
)
