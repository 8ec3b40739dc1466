/** A market's future depends on its key alone; a market older than its key keeps its past. */

import { describe, expect, test } from "vitest"
import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import { rollUp } from "#core/candle/roll-up.ts"
import { buildCatalogue, SPOT_MARKETS } from "./catalogue.ts"
import { FirstWalk } from "./first-walk/first-walk.ts"
import { PathHistory } from "./generated-history.ts"
import { type MarketIdentity, secretKey, seededKey, walkOf } from "./market-identity.ts"
import type { PricePath, Walk } from "./walk.ts"

const DAY = 86_400_000
const UNTIL = Date.UTC(2026, 10, 20, 14, 37)
const IDS = ["BTC_USDT", "PEPE_USDT", "ETH_BTC", "BTC_USDT_PERP", "SOL_USDT_SEC"]

function world<Path extends PricePath>(walk: Walk<Path>) {
  const catalogue = buildCatalogue(walk, SPOT_MARKETS)
  const lives = new Map([...catalogue.traded, ...catalogue.seconds].map((life) => [life.instrument.id, life]))
  const history = new PathHistory((id) => lives.get(id)?.path)
  const candles = (id: string, interval: Interval, from: number, to: number): Promise<Candle[]> => {
    const life = lives.get(id)
    if (!life) throw new Error(`no ${id}`)
    return history.candles(life.instrument, interval, from, to)
  }
  return { candles }
}

describe("a market with a secret key", () => {
  test("has prices that no other key has", async () => {
    const closes = async (market: MarketIdentity) =>
      (await world(walkOf(market)).candles("BTC_USDT", "1h", UNTIL - DAY, UNTIL)).map(({ close }) => close)
    const key = secretKey()
    expect(await closes({ key })).toEqual(await closes({ key }))
    const almost = Buffer.from(key)
    almost[31] = (almost[31] ?? 0) ^ 1
    expect(await closes({ key: almost })).not.toEqual(await closes({ key }))
    expect(await closes({ key: seededKey("1") })).not.toEqual(await closes({ key: seededKey("2") }))
  })
})

describe("a market that is older than its key", () => {
  const first = world(new FirstWalk("1"))
  const joined = world(walkOf({ key: seededKey("new"), past: { seed: "1", until: UNTIL } }))

  test.each(IDS)("keeps the past of %s to the second", async (id) => {
    const spans: [Interval, number][] = [
      ["1s", 90_000],
      ["1m", DAY / 4],
      ["1h", 9 * DAY],
      ["1D", 300 * DAY],
    ]
    for (const [interval, span] of spans)
      expect(await joined.candles(id, interval, UNTIL - span, UNTIL)).toEqual(
        await first.candles(id, interval, UNTIL - span, UNTIL),
      )
  })

  test.each(IDS)("goes on with %s where the past left it, and by no seed", async (id) => {
    const minutes = await joined.candles(id, "1m", UNTIL - 3_600_000, UNTIL + 3_600_000)
    expect(minutes.length).toBe(120)
    const [before, after] = [minutes[59], minutes[60]]
    expect(Math.abs((after?.open ?? 0) / (before?.close ?? 1) - 1)).toBeLessThan(0.01)
    const known = await first.candles(id, "1m", UNTIL, UNTIL + 3_600_000)
    expect(minutes.slice(60).map(({ close }) => close)).not.toEqual(known.map(({ close }) => close))
  })

  test.each(IDS)("folds what lies on both sides of the change into one candle of %s", async (id) => {
    for (const interval of ["5m", "1h", "1D"] as const) {
      const from = Math.floor(UNTIL / DAY) * DAY
      const minutes = await joined.candles(id, "1m", from, from + DAY)
      expect(rollUp(minutes, interval, from + DAY)).toEqual(
        await joined.candles(id, interval, from, from + DAY),
      )
    }
  })
})
