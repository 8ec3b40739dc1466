/** The book holds what was applied to it, in order, after any changes. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type BookSide, LevelBook } from "./level-book.ts"

/** The same book as a plain map, sorted when asked. */
class PlainBook {
  readonly sides = { bid: new Map<number, number>(), ask: new Map<number, number>() }

  set(side: BookSide, price: number, total: number): number {
    const before = this.sides[side].get(price) ?? 0
    if (total === 0) this.sides[side].delete(price)
    else this.sides[side].set(price, total)
    return before
  }

  levels(side: BookSide) {
    return [...this.sides[side]]
      .map(([price, total]) => ({ price, total }))
      .sort((a, b) => (side === "bid" ? b.price - a.price : a.price - b.price))
  }
}

const side = fc.constantFrom<BookSide>("bid", "ask")
const change = fc.record({
  side,
  price: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 40 })),
  total: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
})

describe("a level book", () => {
  test("equals a plain map sorted by price after every change", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
        const book = new LevelBook()
        const plain = new PlainBook()
        for (const { side, price, total } of changes) {
          expect(book.set(side, price, total)).toBe(plain.set(side, price, total))
          expect(book.total(side, price)).toBe(total)
          expect(book.best(side)).toBe(plain.levels(side)[0]?.price)
        }
        for (const each of ["bid", "ask"] as const) {
          expect(book.levels(each, 1000)).toEqual(plain.levels(each))
          expect(book.size(each)).toBe(plain.sides[each].size)
        }
      }),
    )
  })

  test("keeps its order while it outgrows its first room many times over", () => {
    const book = new LevelBook()
    const plain = new PlainBook()
    const wrong: number[] = []
    for (let step = 0; step < 5000; step += 1) {
      const price = ((step * 7919) % 4999) + 1
      const total = step % 5 === 4 ? 0 : step + 1
      for (const each of ["bid", "ask"] as const)
        if (book.set(each, price, total) !== plain.set(each, price, total)) wrong.push(step)
    }
    expect(wrong).toEqual([])
    for (const each of ["bid", "ask"] as const) expect(book.levels(each, 9999)).toEqual(plain.levels(each))
  })

  test("gives back the total before, and removes nothing where nothing is", () => {
    const book = new LevelBook()
    expect(book.set("bid", 100, 5)).toBe(0)
    expect(book.set("bid", 100, 7)).toBe(5)
    expect(book.set("bid", 100, 0)).toBe(7)
    expect(book.set("bid", 100, 0)).toBe(0)
    expect(book.size("bid")).toBe(0)
    expect(book.best("bid")).toBeUndefined()
  })

  test("reads levels by rank from the best, without making objects", () => {
    const book = new LevelBook()
    for (const price of [101, 103, 102]) book.set("ask", price, price * 2)
    expect([0, 1, 2, 3].map((rank) => book.priceAt("ask", rank))).toEqual([101, 102, 103, undefined])
    expect([0, 1, 2, 3].map((rank) => book.totalAt("ask", rank))).toEqual([202, 204, 206, 0])
    expect(book.priceAt("ask", -1)).toBeUndefined()
  })

  test("gives no more levels than asked for", () => {
    const book = new LevelBook()
    for (let price = 1; price <= 10; price += 1) book.set("bid", price, 1)
    expect(book.levels("bid", 3).map((level) => level.price)).toEqual([10, 9, 8])
    expect(book.levels("bid", 0)).toEqual([])
  })

  test("is crossed when the best bid reaches the best ask", () => {
    const book = new LevelBook()
    expect(book.isCrossed()).toBe(false)
    book.set("bid", 100, 1)
    expect(book.isCrossed()).toBe(false)
    book.set("ask", 101, 1)
    expect(book.isCrossed()).toBe(false)
    book.set("bid", 101, 1)
    expect(book.isCrossed()).toBe(true)
  })

  test("is empty after it is cleared, on both sides", () => {
    const book = new LevelBook()
    book.set("bid", 100, 1)
    book.set("ask", 101, 1)
    book.clear()
    expect([book.size("bid"), book.size("ask"), book.total("bid", 100)]).toEqual([0, 0, 0])
    book.set("bid", 50, 3)
    expect(book.levels("bid", 5)).toEqual([{ price: 50, total: 3 }])
  })

  test.each([
    [0, 1],
    [-1, 1],
    [1.5, 1],
    [Number.NaN, 1],
    [2 ** 53, 1],
    [1, -1],
    [1, 0.5],
    [1, Number.NaN],
    [1, Number.POSITIVE_INFINITY],
  ])("takes no level of price %d and total %d, and stays as it was", (price, total) => {
    const book = new LevelBook()
    book.set("bid", 7, 1)
    expect(() => book.set("bid", price, total)).toThrow(RangeError)
    expect(book.levels("bid", 5)).toEqual([{ price: 7, total: 1 }])
  })
})
