/** Tests of what the door reads and says: parameters, signed text, names, codes. */

import { describe, expect, test } from "vitest"
import { PROBLEMS, type ProblemName } from "#core/wire/index.ts"
import { OwnCounts } from "../calls/call-counts.ts"
import { readBatch } from "./batch.ts"
import { DoorError } from "./door-error.ts"
import { readParameters } from "./parameters.ts"
import { doorErrorOf } from "./refusals.ts"
import { readSignedQuery } from "./signed-query.ts"
import { OrderCounts } from "./weights.ts"

const codeOf = (run: () => unknown): number | undefined => {
  try {
    run()
  } catch (error) {
    if (error instanceof DoorError) return error.code
    throw error
  }
  return undefined
}
const read = (query: string, body = "") => readParameters(query, body)

describe("parameters", () => {
  test("are signed as they came, query before body, each without its signature", () => {
    const given = read("symbol=BTCUSDT&signature=ab%2Bc", "quantity=1&signature=no&price=0.10")
    expect(given.signed).toBe("symbol=BTCUSDTquantity=1&price=0.10")
    expect(given.signature).toBe("ab+c")
    expect(given.parameters.decimal("price")).toBe("0.1")
  })
  test("of the query go before those of the body", () => {
    expect(read("side=BUY", "side=SELL").parameters.text("side")).toBe("BUY")
  })
  test.each([
    [-1101, () => read("a=1&a=2")],
    [-1102, () => read("").parameters.required("symbol")],
    [-1105, () => read("symbol=").parameters.text("symbol")],
    [-1100, () => read("price=1e3").parameters.decimal("price")],
    [-1100, () => read("price=-1").parameters.decimal("price")],
    [-1100, () => read("limit=ten").parameters.limit(1, 2)],
    [-1130, () => read("limit=0").parameters.limit(1, 2)],
    [-1100, () => read("newClientOrderId=%00").parameters.clientId("newClientOrderId")],
    [-1100, () => read("symbols=[%22a%20b%22]").parameters.list("symbols")],
  ])("that aren't right are %i", (code, run) => {
    expect(codeOf(run)).toBe(code)
  })
  test.each([
    ["007.500", "7.5"],
    ["0.0", "0"],
    ["100", "100"],
  ])("write %s as %s", (given, short) => {
    expect(read(`price=${given}`).parameters.decimal("price")).toBe(short)
  })
})

test.each([
  ["an object that names its own toString", '{"toString":1}'],
  ["a list in lists without end", "[".repeat(5000) + "]".repeat(5000)],
])("a batch in which a value is %s is refused, not failed", (_what, value) => {
  const orders = encodeURIComponent(`[{"symbol":"BTCUSDT","price":${value}}]`)
  expect(codeOf(() => readBatch(read(`batchOrders=${orders}`).parameters, 5))).toBe(-1100)
})

describe("a signed query", () => {
  const by = { key: "sk_abc", address: "127.0.0.1", acts: true }
  const sign = "a".repeat(64)
  const signed = (query: string, more: Partial<typeof by> = {}) =>
    readSignedQuery(read(query), { ...by, ...more })
  test("says its time in milliseconds, or in microseconds", () => {
    const query = `timestamp=1785000000000&recvWindow=7000&signature=${sign}`
    expect(signed(query)).toMatchObject({ time: 1_785_000_000_000, window: 7000 })
    expect(signed(`timestamp=1785000000000123&signature=${sign}`, { acts: false })).not.toHaveProperty("once")
  })
  test("counts once by what was signed, however its signature is written", () => {
    const of = (time: number, signature: string) => signed(`timestamp=${time}&signature=${signature}`).once
    expect(of(1_785_000_000_000, sign)).toMatch(/^[0-9a-f]{64}$/)
    expect(of(1_785_000_000_000, sign.toUpperCase())).toBe(of(1_785_000_000_000, sign))
    expect(of(1_785_000_000_001, sign)).not.toBe(of(1_785_000_000_000, sign))
  })
  test.each([
    [-2014, `timestamp=1785000000000&signature=${sign}`, { key: "no key" }],
    [-1102, `signature=${sign}`, {}],
    [-1102, "timestamp=1785000000000", {}],
    [-1102, `timestamp=now&signature=${sign}`, {}],
    [-1131, `timestamp=1785000000000&recvWindow=60001&signature=${sign}`, {}],
    [-1022, "timestamp=1785000000000&signature=abc", {}],
  ])("that can't be one is %i", (code, query, more) => {
    expect(codeOf(() => signed(query, more))).toBe(code)
  })
})

test("every refusal of ours has a code below zero and a sentence, for spot and futures", () => {
  for (const name of Object.keys(PROBLEMS) as ProblemName[]) {
    for (const venue of ["spot", "futures"] as const) {
      const { code, message, status } = doorErrorOf({ name }, venue)
      expect(code).toBeLessThan(0)
      expect(message).toMatch(/^[A-Z].*\S$/)
      expect([400, 401, 404, 429, 500, 503]).toContain(status)
    }
  }
  expect(doorErrorOf({ name: "PRECISION", values: { field: "price" } }, "spot").message).toMatch(
    /PRICE_FILTER/,
  )
  expect(doorErrorOf({ name: "PRECISION", values: { field: "quantity" } }, "spot").message).toMatch(
    /LOT_SIZE/,
  )
  expect(doorErrorOf({ name: "PRECISION", values: { field: "price" } }, "futures").code).toBe(-4014)
})

test("orders of ten seconds have a limit, each venue by itself", async () => {
  let now = 5000
  const orders = new OrderCounts(new OwnCounts(() => now))
  const above = (by: number) => orders.isAbove("spot", 7, { by, most: 3 })
  expect(await above(3)).toBe(false)
  expect(await orders.count("spot", 7, 3)).toEqual({
    "x-mbx-order-count-10s": "3",
    "x-mbx-order-count-1d": "3",
  })
  expect([await above(1), await above(0)]).toEqual([true, false])
  expect(await orders.isAbove("futures", 7, { by: 3, most: 3 })).toBe(false)
  now = 10_000
  expect(await above(3)).toBe(false)
})
