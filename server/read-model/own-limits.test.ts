/** Orders in any quote are valued in USDT, rounded against the limit; a stored limit applies at once. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { FakeMarket, fakeSpot } from "#tests/support/fake-market.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { OwnLimits } from "./own-limits.ts"

const bitcoin = fakeSpot("BTC_USDT")
const cross = { ...fakeSpot("ADA_BTC"), quote: "BTC" }
const market = new FakeMarket([bitcoin, cross])
// 50,000.00 USDT and 0.02 BTC; the book around the first.
market.commit({
  trades: [
    { id: "BTC_USDT", price: 5_000_000, quantity: 1, side: 1 },
    { id: "ADA_BTC", price: 2, quantity: 1, side: 1 },
  ],
  levels: [
    { id: "BTC_USDT", side: "bid", price: 4_990_000, total: 9 },
    { id: "BTC_USDT", side: "ask", price: 5_010_000, total: 9 },
  ],
})

let storage: Storage
let limits: OwnLimits
beforeAll(async () => {
  storage = await openStorage({ data: freshFolder(), database: "limits", seedFile: "", databaseUrl: "" })
}, 180_000)
beforeEach(() => {
  limits = new OwnLimits({ database: storage.database, reader: market })
})
afterAll(async () => {
  await storage.close()
  removeFolders()
})

let users = 0
async function userWith(preferences: object): Promise<number> {
  users += 1
  const { id } = await storage.database
    .insertInto("users")
    .values({
      uid: `${users}`,
      email: null,
      email_key: `${users}@example.org`,
      phone: null,
      password: "",
      trade_password: null,
      invite_code: `${users}`,
      invited_by: null,
      avatar: null,
      registered: 0,
      totp_secret: null,
      preferences: JSON.stringify(preferences),
      language: "en",
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  return id
}
const store = (id: number, preferences: object) =>
  storage.database
    .updateTable("users")
    .set({ preferences: JSON.stringify(preferences) })
    .where("id", "=", id)
    .execute()

/** So many ticks and lots; by market without a price. */
const buy = (quantity: number, price?: number) => ({
  side: "buy" as const,
  quantity: quantity as Lots,
  ...(price !== undefined && { price: price as Ticks }),
})
const budget = (units: bigint) => ({ side: "buy" as const, budget: units as Amount })

describe("a limit of 100 USDT", () => {
  test.each([
    ["a limit order exactly at it", bitcoin, buy(2, 5_000_000), false],
    ["one tick above it", bitcoin, buy(2, 5_000_001), true],
    ["a market order at the best ask", bitcoin, buy(2), true],
    ["a market sell at the best bid", bitcoin, { ...buy(2), side: "sell" as const }, false],
    ["a budget at it", bitcoin, budget(10_000_000_000n), false],
    ["a budget a unit above it", bitcoin, budget(10_000_000_001n), true],
    ["a budget in bitcoin at it", cross, budget(200_000n), false],
    ["a budget in bitcoin a unit above it", cross, budget(200_001n), true],
    ["an order of another quote", cross, buy(101, 2), true],
  ])("judges %s", async (_what, instrument, order, isRefused) => {
    const user = await userWith({ orderValueMax: "100" })
    const problem = await limits.check(user, instrument, order)
    expect(problem).toEqual(
      isRefused ? { name: "OWN_LIMIT", values: { limit: "100", currency: "USDT" } } : undefined,
    )
  })
})

test("what is no amount is no limit, a whole number is one", async () => {
  for (const orderValueMax of ["", "0", "-5", "1e9", "lots", true, null])
    expect(
      await limits.check(await userWith({ orderValueMax }), bitcoin, buy(900, 5_000_000)),
    ).toBeUndefined()
  expect(await limits.check(await userWith({}), bitcoin, buy(900, 5_000_000))).toBeUndefined()
  expect(await limits.check(await userWith({ orderValueMax: 100 }), bitcoin, buy(3, 5_000_000))).toBeDefined()
})

test("a stored limit counts from its storing on, also when it was being read at that moment", async () => {
  const user = await userWith({ orderValueMax: "100" })
  const large = buy(3, 5_000_000)
  expect(await limits.check(user, bitcoin, large)).toBeDefined()
  await store(user, { orderValueMax: "1000" })
  limits.forget(user)
  expect(await limits.check(user, bitcoin, large)).toBeUndefined()
  await store(user, { orderValueMax: "100" })
  limits.forget(user)
  const reading = limits.check(user, bitcoin, large)
  await store(user, { orderValueMax: "1000" })
  limits.forget(user)
  await reading
  expect(await limits.check(user, bitcoin, large)).toBeUndefined()
})
