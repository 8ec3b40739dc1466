/** The checksum is the published CRC-32, over exactly what W1 names. */

import { crc32 as nodeCrc32 } from "node:zlib"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { bookChecksum, CHECKSUM_LEVELS, crc32 } from "./checksum.ts"
import { LevelBook } from "./level-book.ts"

const price = (ticks: number) => (ticks / 100).toFixed(2)
const quantity = (lots: number) => (lots / 1000).toFixed(3)
const sum = (book: LevelBook) => bookChecksum(book, price, quantity)

describe("crc32", () => {
  test("gives the published check value", () => {
    expect(crc32("123456789")).toBe(0xcbf43926)
    expect(crc32("")).toBe(0)
  })

  test("equals Kraken's published sum of a book", () => {
    const asks = ["45285.2 0.00100000", "45286.4 1.54571953", "45286.6 1.54571109", "45289.6 1.54560911"]
    asks.push("45290.2 0.15890660", "45291.8 1.54553491", "45294.7 0.04454749", "45296.1 0.35380000")
    asks.push("45297.5 0.09945542", "45299.5 0.18772827")
    const bids = ["45283.5 0.10000000", "45283.4 1.54582015", "45282.1 0.10000000", "45281.0 0.10000000"]
    bids.push("45280.3 1.54592586", "45279.0 0.07990000", "45277.6 0.03310103", "45277.5 0.30000000")
    bids.push("45277.3 1.54602737", "45276.6 0.15445238")
    const bare = (text: string) => text.replace(".", "").replace(/^0+/, "")
    const text = [...asks, ...bids].flatMap((level) => level.split(" ").map(bare)).join("")
    expect(crc32(text)).toBe(3310070434)
  })

  test("equals zlib's for any ASCII text", () => {
    const ascii = fc.string({ unit: "binary-ascii", maxLength: 400 })
    fc.assert(fc.property(ascii, (text) => crc32(text) === nodeCrc32(text)))
  })

  test.each(["é", "price：1", "1,0€", "😀"])("refuses %s, which is not ASCII", (text) => {
    expect(() => crc32(text)).toThrow(RangeError)
  })
})

describe("the checksum of a book (W1)", () => {
  test("takes bid and ask in turn from the best, price and quantity as on the wire", () => {
    const book = new LevelBook()
    book.set("bid", 9900, 1500)
    book.set("bid", 9800, 2000)
    book.set("ask", 10000, 250)
    book.set("ask", 10100, 1)
    expect(sum(book)).toBe(crc32("99.00:1.500:100.00:0.250:98.00:2.000:101.00:0.001"))
  })

  test("skips levels that are missing on one side", () => {
    const book = new LevelBook()
    book.set("ask", 10000, 250)
    book.set("ask", 10100, 1)
    book.set("bid", 9900, 1500)
    expect(sum(book)).toBe(crc32("99.00:1.500:100.00:0.250:101.00:0.001"))
    book.set("bid", 9900, 0)
    expect(sum(book)).toBe(crc32("100.00:0.250:101.00:0.001"))
  })

  test("of an empty book is that of empty text", () => {
    expect(sum(new LevelBook())).toBe(crc32(""))
  })

  test("sees level 25 of either side, and not level 26", () => {
    for (const side of ["bid", "ask"] as const) {
      const book = new LevelBook()
      const priceOf = (rank: number) => (side === "bid" ? 10_000 - rank : 10_000 + rank)
      for (let rank = 0; rank < 30; rank += 1) book.set(side, priceOf(rank), 10)
      const before = sum(book)
      book.set(side, priceOf(CHECKSUM_LEVELS), 11)
      expect(sum(book)).toBe(before)
      book.set(side, priceOf(CHECKSUM_LEVELS - 1), 11)
      expect(sum(book)).not.toBe(before)
    }
  })
})
