/** What anyone may ask of contracts, through the real server: tiers, funding, open interest, the insurance fund (P31, P32). */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { TIER_TABLES } from "#core/instrument/tier-tables.ts"
import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import { type endpoints, PROBLEMS, type ResponseOf } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, type Trader, units } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT_PERP"

let server: RunningServer
beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "2", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" })
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

type Answered<Name extends keyof typeof endpoints> = ResponseOf<(typeof endpoints)[Name]>
const ask = async <Name extends keyof typeof endpoints>(path: string) =>
  (await call<Answered<Name>>(server, path)).data
const refusalOf = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })

describe("tiers", () => {
  test("are those of the contract, with amounts computed of the rates (P6)", async () => {
    const { rows } = await ask<"contractTiers">(`/contract/tiers?instrument=${SYMBOL}`)
    expect(rows).toHaveLength(1)
    const tiers = rows[0]?.tiers ?? []
    expect(tiers.map(({ cap, leverage }) => [cap, leverage])).toEqual(
      TIER_TABLES.bitcoin.map(({ cap, leverageMax }) => [formatAmount(cap), leverageMax]),
    )
    // No jump where one tier ends and the next begins.
    for (const [place, tier] of tiers.slice(1).entries()) {
      const below = tiers[place]
      const at = (of = tier) => Number(below?.cap) * Number(of.rate) - Number(of.amount)
      expect(at()).toBeCloseTo(at(below), 6)
    }
  })

  test("of every contract come without naming one, a spot market has none", async () => {
    const { rows } = await ask<"contractTiers">("/contract/tiers")
    const listed = await ask<"contractMarkets">("/market/contract")
    expect(rows.map(({ instrument }) => instrument).sort()).toEqual(listed.rows.map(({ id }) => id).sort())
    expect(await call(server, "/contract/tiers?instrument=BTC_USDT")).toMatchObject(
      refusalOf("UNKNOWN_INSTRUMENT"),
    )
  })
})

describe("open interest", () => {
  const now = async () =>
    units((await ask<"openInterest">(`/contract/openInterest?instrument=${SYMBOL}`)).quantity)

  test("is told on the socket and by the call, and holds what a user opened", async () => {
    const trader = await newContractTrader()
    const client = await SocketClient.open(`${server.address}/socket`)
    await client.subscribe("openInterest", "*")
    await trader.post("/contract/place", {
      ...{ instrument: SYMBOL, side: "buy", type: "market", quantity: "0.01" },
    })
    await client.until(() => units(client.openInterests.get(SYMBOL)?.[1] ?? "0") >= units("0.01"))
    expect(await now()).toBeGreaterThanOrEqual(units("0.01"))
    expect(client.faults).toEqual([])
    await client.subscribe("openInterest", SYMBOL)
    client.send({ type: "subscribe", data: { channel: "openInterest", key: "BTC_USDT" } })
    await client.until(() => client.problems.length === 1)
    expect(client.problems[0]).toMatchObject({ name: "UNKNOWN_INSTRUMENT", key: "BTC_USDT" })
    await client.close()
  })
})

test.each(["mark", "index"] as const)(
  "candles of the %s price are made of it, in the contract's ticks (P33)",
  async (price) => {
    const client = await SocketClient.open(`${server.address}/socket`)
    await client.subscribe("mark", SYMBOL)
    await client.until(() => client.marks.has(SYMBOL))
    const { tick } =
      (await ask<"contractMarkets">("/market/contract")).rows.find(({ id }) => id === SYMBOL) ?? {}
    for (const interval of ["1m", "4h", "1M"]) {
      const path = `/contract/candles?instrument=${SYMBOL}&price=${price}&interval=${interval}`
      const { rows, more } = await ask<"priceCandles">(path)
      expect(more).toBe(false)
      const [, open = "", high = "", low = "", close = ""] = rows.at(-1) ?? []
      const shown = Number(client.marks.get(SYMBOL)?.[price === "mark" ? 2 : 1])
      expect(Number(close) / shown).toBeCloseTo(1, 1)
      for (const text of [open, high, low, close]) expect(units(text) % units(tick ?? "")).toBe(0n)
      for (const inner of [open, close]) {
        expect(units(inner)).toBeGreaterThanOrEqual(units(low))
        expect(units(inner)).toBeLessThanOrEqual(units(high))
      }
    }
    await client.close()
  },
)

test.each([
  ["/contract/funding?instrument=BTC_USDT", "UNKNOWN_INSTRUMENT"],
  ["/contract/openInterest?instrument=BTC_USDT", "UNKNOWN_INSTRUMENT"],
  [`/contract/funding?instrument=${SYMBOL}&from=2&to=1`, "TIME_RANGE"],
  [`/contract/openInterest?instrument=${SYMBOL}&from=2&to=1`, "TIME_RANGE"],
  ["/contract/insurance?from=2&to=1", "TIME_RANGE"],
  ["/contract/funding", "FORMAT"],
  ["/contract/insurance?instrument=X", "FORMAT"],
  ["/contract/candles?instrument=BTC_USDT&price=mark&interval=1m", "UNKNOWN_INSTRUMENT"],
  [`/contract/candles?instrument=${SYMBOL}&price=mark&interval=1s`, "FORMAT"],
  [`/contract/candles?instrument=${SYMBOL}&price=last&interval=1m`, "FORMAT"],
] as const)("%s is refused with %s", async (path, name) => {
  expect(await call(server, path)).toMatchObject(refusalOf(name))
})

test("before the first funding there are no paid rates, but the running one and its time", async () => {
  const funding = await ask<"fundingRates">(`/contract/funding?instrument=${SYMBOL}`)
  expect(funding).toMatchObject({ instrument: SYMBOL, fundingHours: 8, next: "" })
  expect(funding.nextFunding % (8 * 3_600_000)).toBe(0)
})

test("the overview has each contract with the figures of its own calls, and what its rate comes to in a year (P32)", async () => {
  const { rows } = await ask<"fundingOverview">("/contract/fundingOverview")
  const listed = await ask<"contractMarkets">("/market/contract")
  expect(rows.map(({ instrument }) => instrument).sort()).toEqual(listed.rows.map(({ id }) => id).sort())
  const row = rows.find(({ instrument }) => instrument === SYMBOL)
  const funding = await ask<"fundingRates">(`/contract/funding?instrument=${SYMBOL}`)
  expect(row).toMatchObject({ nextFunding: funding.nextFunding, fundingHours: 8 })
  expect(row).toMatchObject({ average8h: "", average1d: "", average7d: "" })
  expect(signedUnitsOf(row?.yearly ?? "")).toBe(signedUnitsOf(row?.rate ?? "") * 1095n)
  expect(units(row?.openInterest ?? "") > 0n).toBe(units(row?.openValue ?? "") > 0n)
})

/** Somebody new with 5,000 USDT in the contract account. */
async function newContractTrader(): Promise<Trader> {
  const trader = await newTrader(server)
  const money = { from: "funding", to: "contract", currency: "USDT", amount: "5000", key: "in" }
  expect(await trader.post("/assets/transfer", money)).toMatchObject({ code: 200 })
  return trader
}
