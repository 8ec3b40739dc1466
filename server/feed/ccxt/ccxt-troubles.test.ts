/** A live feed survives cuts, silence, refusals and nonsense. Against a stand-in, real sockets. */

import { afterEach, describe, expect, test, vi } from "vitest"
import type { Ticks } from "#core/money/units.ts"
import { BTC, LiveScene, START } from "#tests/support/live-scene.ts"
import type { CcxtSettings } from "./open-venues.ts"

let scene = new LiveScene()
afterEach(async () => {
  await scene.close()
  scene = new LiveScene()
})

async function running(settings: Partial<CcxtSettings> & { feed?: string } = {}): Promise<LiveScene> {
  scene = new LiveScene()
  await scene.open(settings)
  await scene.start()
  return scene
}

describe("a cut", () => {
  test("is told, tried again after longer and longer, and healed", async () => {
    const { stand } = await running()
    stand.refusal = { status: 500, body: "down" }
    scene.pauses.length = 0
    stand.cut()
    await scene.until(() => scene.pauses.some((ms) => ms > 6000), 200)
    expect(scene.pauses.every((ms) => ms >= 800 && ms <= 36_000)).toBe(true)
    expect(scene.said.some((text) => /books were cut/.test(text))).toBe(true)
    stand.refusal = undefined
    stand.move("BTCUSDT", { ...BTC, bids: [["59000.00000000", "1.00000000"]] })
    await scene.until(() => scene.levels("BTC_USDT", "buy")[0]?.[0] === 5_900_000, 200)
    await scene.until(() => scene.said.some((text) => /books come again/.test(text)))
  })

  test("within the book's messages makes it be read anew", async () => {
    const { stand } = await running()
    stand.move("BTCUSDT", BTC)
    stand.lose("BTCUSDT")
    const next = { ...BTC, bids: [["58000.00000000", "1.00000000"]] } as const
    stand.move("BTCUSDT", next)
    await scene.until(() => scene.levels("BTC_USDT", "buy")[0]?.[0] === 5_800_000)
    expect(scene.levels("BTC_USDT", "buy")).toHaveLength(1)
  })
})

describe("silence", () => {
  test("is told with its beginning, ages the index, and takes the house's quotes back, until prices come", async () => {
    const { stand, feed } = await running()
    stand.move("BTCUSDT", BTC)
    await scene.until(() => scene.indexes.length > 0)
    expect(feed.silentSince?.()).toBe(0)
    const heard = stand.heard.length
    // It stays silent until a socket that is dialled anew is answered again.
    stand.refusal = { status: 500, body: "down" }
    await scene.until(() => feed.silentSince?.() !== 0, 250)
    const since = feed.silentSince?.() ?? 0
    expect(since).toBeGreaterThanOrEqual(START)
    await scene.until(() => scene.levels("BTC_USDT", "buy").length === 0, 250)
    expect(scene.door.now() - since).toBeGreaterThanOrEqual(10_000)
    await scene.until(() => scene.said.some((text) => /is silent/.test(text)))
    scene.pass(5000)
    const order = await scene.door.submit({
      type: "order.place",
      account: "ann",
      instrument: "BTC_USDT_PERP",
      side: "buy",
      orderType: "limit",
      price: 600_000 as Ticks,
      quantity: 10 as never,
    })
    expect(order).toMatchObject({ ok: false, problem: { name: "INDEX_STALE" } })
    stand.refusal = undefined
    // Sockets that are open and mute are dialled anew.
    await scene.until(() => stand.heard.length > heard, 250)
    await scene.until(() => feed.silentSince?.() === 0, 250)
    await scene.until(() => scene.levels("BTC_USDT", "buy")[0]?.[0] === 6_000_000)
  })
})

describe("told to wait", () => {
  test.each([
    [429, { "retry-after": "40" }, 40_000],
    [418, { "retry-after": "300" }, 300_000],
    [429, {}, 60_000],
  ])("by %i %o it asks nothing more until then", async (status, headers, waitMs) => {
    const { stand } = await running()
    stand.refusal = { status, headers }
    const before = stand.asked.length
    stand.cut()
    await scene.until(() => stand.asked.length > before, 10)
    await scene.until(() => scene.said.some((text) => /books were cut/.test(text)), 10)
    // What was on its way when the first was refused still arrives; simulated time stands still meanwhile.
    let asked = -1
    await vi.waitFor(
      () => {
        const before = asked
        asked = stand.asked.length
        expect(asked).toBe(before)
      },
      { interval: 200, timeout: 60_000 },
    )
    stand.refusal = undefined
    const told = scene.door.now()
    await scene.until(() => scene.door.now() - told > waitMs * 0.8, 500)
    expect(stand.asked.length).toBe(asked)
    await scene.until(() => stand.asked.length > asked, 500)
    await scene.until(() => scene.levels("BTC_USDT", "buy").length > 0, 100)
  })

  test("at the very start it waits and comes up", async () => {
    scene.stand.refusal = { status: 429, headers: { "retry-after": "20" } }
    const opening = scene.open()
    await scene.until(() => scene.pauses.some((ms) => ms > 15_000), 10)
    scene.stand.refusal = undefined
    expect((await opening).instruments.length).toBe(5)
  })
})

describe("nonsense", () => {
  test.each([
    ["broken JSON", '{"e":"depthUpdate","s":'],
    ["no JSON", "hello"],
    ["null", "null"],
    ["a list of nothing", "[]"],
    ["no fields", { e: "depthUpdate" }],
    ["a symbol that nobody knows", { e: "depthUpdate", s: "NIL", U: 1, u: 2, b: [], a: [] }],
    ["wrong types", { e: "depthUpdate", s: "BTCUSDT", U: 1003, u: 1004, b: "x", a: 7 }],
    [
      "negative and absurd prices",
      {
        e: "depthUpdate",
        s: "BTCUSDT",
        U: 1003,
        u: 1004,
        b: [
          ["-5", "1"],
          ["1e300", "1"],
          ["NaN", "1"],
        ],
        a: [["0", "1"]],
      },
    ],
    ["a trade without figures", { e: "trade", s: "BTCUSDT", T: 1 }],
    ["a negative trade", { e: "trade", s: "BTCUSDT", t: 1, p: "-1", q: "5", T: START, m: true }],
    ["a deep nest", `${"[".repeat(5000)}${"]".repeat(5000)}`],
  ])("of the kind %s is survived", async (_name, message) => {
    const { stand } = await running()
    await scene.until(() => stand.hears("btcusdt@trade") && stand.hears("btcusdt@depth@100ms"))
    stand.move("BTCUSDT", BTC)
    stand.send("btcusdt@depth@100ms", message)
    stand.send("btcusdt@trade", message)
    stand.move("BTCUSDT", { ...BTC, bids: [["59500.00000000", "1.00000000"]] })
    await scene.until(() => scene.levels("BTC_USDT", "buy")[0]?.[0] === 5_950_000, 100)
    for (const { price } of scene.door.engine.levels("BTC_USDT", "buy")) expect(price).toBe(5_950_000)
    expect(scene.trades.every((trade) => trade.price > 0)).toBe(true)
  })
})
