/** The examples of the documents fit their schemas, and the worked checksums are right. */

import { describe, expect, test } from "vitest"
import { crc32 } from "../book/checksum.ts"
import * as wire from "./index.ts"

describe("the example of a call", () => {
  test.each(Object.entries(wire.endpoints))("%s is one that both doors take", (_name, endpoint) => {
    const { request, response } = endpoint.example
    // A document has no way to write bytes down.
    const asked = endpoint.body === "multipart" ? { ...request, file: new Uint8Array(1) } : request
    expect(endpoint.request.safeParse(asked).error?.issues).toBeUndefined()
    expect(endpoint.response.safeParse(response).error?.issues).toBeUndefined()
  })

  test("of a list has prices with the decimals of its tick and quantities with those of its lot", () => {
    const decimals = (text = "") => text.split(".")[1]?.length ?? 0
    const { spotMarkets, contractMarkets } = wire.endpoints
    for (const { example } of [spotMarkets, contractMarkets]) {
      for (const row of (example.response as { rows: (wire.SpotMarket | wire.ContractMarket)[] }).rows) {
        const [, last, open, high, low, volume, , bid, ask] = row.ticker
        for (const price of [last, open, high, low, bid, ask].filter(Boolean))
          expect(decimals(price), price).toBe(decimals(row.tick))
        for (const quantity of [row.minQuantity, row.maxQuantity, volume].filter(Boolean))
          expect(decimals(quantity), quantity).toBe(decimals(row.lot))
      }
    }
  })

  test("of the page's configuration fits", () => {
    expect(wire.pageConfig.safeParse(wire.pageConfigExample).success).toBe(true)
  })
})

describe("the examples of the socket", () => {
  const typesOf = (union: typeof wire.clientMessage | typeof wire.serverMessage) =>
    union.def.options.map((option) => (option as typeof wire.ping).shape.type.def.values[0] as string)

  test("are there for every message that either side may send, and for no other", () => {
    const from = (side: "client" | "server") =>
      Object.entries(wire.socketMessages).flatMap(([type, entry]) => (entry.from === side ? [type] : []))
    expect(from("client").toSorted()).toEqual(typesOf(wire.clientMessage).toSorted())
    expect(from("server").toSorted()).toEqual(typesOf(wire.serverMessage).toSorted())
    for (const { examples } of Object.values(wire.socketMessages)) expect(examples.length).toBeGreaterThan(0)
  })

  test.each(Object.entries(wire.socketMessages))("%s are messages that pass", (type, entry) => {
    const door = entry.from === "client" ? wire.clientMessage : wire.serverMessage
    for (const { name, data } of entry.examples)
      expect(door.safeParse({ type, data }).error?.issues, name).toBeUndefined()
  })

  test("name only channels and keys that exist", () => {
    for (const [channel, { example }] of Object.entries(wire.channels))
      expect(wire.target.safeParse({ channel, key: example }).success).toBe(true)
  })

  test("of the book belong together: the delta follows the snapshot, and both checksums are right", () => {
    const [snapshot, delta] = wire.socketMessages.depth.examples.map(({ data }) => data) as [
      wire.DepthSnapshot,
      wire.DepthDelta,
    ]
    expect(delta.prev).toBe(snapshot.seq)
    const bids = new Map<string, string>(snapshot.bids)
    const asks = new Map<string, string>(snapshot.asks)
    expect(sumOf(bids, asks)).toBe(snapshot.checksum)
    for (const [levels, rows] of [[bids, delta.bids] as const, [asks, delta.asks] as const])
      for (const [price, total] of rows) total === "0" ? levels.delete(price) : levels.set(price, total)
    expect(sumOf(bids, asks)).toBe(delta.checksum)
  })
})

/** W1 written anew, as a stranger would. */
function sumOf(bids: Map<string, string>, asks: Map<string, string>): number {
  const sorted = (levels: Map<string, string>, way: 1 | -1) =>
    [...levels].sort(([one], [other]) => way * (Number(one) - Number(other)))
  const [best, least] = [sorted(bids, -1), sorted(asks, 1)]
  const parts: string[] = []
  for (let rank = 0; rank < 25; rank += 1)
    for (const level of [best[rank], least[rank]]) if (level) parts.push(level.join(":"))
  return crc32(parts.join(":"))
}
