/** Both order books: price-time priority, self-trade prevention, trials (S1, S3, S5). */

import { describe, expect, test } from "vitest"
import type { StpMode } from "#core/instrument/instrument.ts"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Side, TimeInForce } from "../command.ts"
import { FastBook } from "./fast-book.ts"
import { Order } from "./order.ts"
import type { FillVerdict, MatchListener, OrderBook } from "./order-book.ts"
import { bestLevels } from "./order-book.ts"
import { PlainBook } from "./plain-book.ts"

const K = 100n

function order(
  id: number,
  side: Side,
  price: number,
  quantity: number,
  more: { account?: string; stp?: StpMode; timeInForce?: TimeInForce } = {},
) {
  return new Order(
    id,
    {
      type: "order.place",
      account: more.account ?? `owner of ${id}`,
      ...(more.timeInForce && { timeInForce: more.timeInForce }),
      instrument: "ABC_USDT",
      side,
      orderType: "limit",
      price: price as Ticks,
      quantity: quantity as Lots,
    },
    { kind: "spot", stpDefault: more.stp ?? "EXPIRE_MAKER" },
  )
}

/** Writes down all it hears. */
class Notes implements MatchListener {
  readonly trades: string[] = []
  readonly ended: string[] = []
  readonly levels: string[] = []
  readonly lost: string[] = []

  levelChanges(side: Side, price: Ticks, total: number): void {
    const note = `${side} ${price} was ${total}`
    if (!this.levels.some((other) => other.startsWith(`${side} ${price} `))) this.levels.push(note)
  }
  judgeFill(_maker: Order, _taker: Order, quantity: Lots): FillVerdict {
    return quantity
  }
  traded(maker: Order, taker: Order, quantity: Lots): void {
    this.trades.push(`${maker.id}>${taker.id} ${maker.price}×${quantity}`)
  }
  prevented(maker: Order, taker: Order): void {
    this.lost.push(`${maker.id} left ${maker.open}, ${taker.id} left ${taker.open}`)
  }
  makerEnded(maker: Order): void {
    this.ended.push(`${maker.id} ${maker.status}`)
  }
}

describe.each<[string, () => OrderBook]>([
  ["fast", () => new FastBook(K)],
  ["plain", () => new PlainBook(K)],
])("The %s book", (_, createBook) => {
  /** Three sells at two prices, two buys below. */
  function filledBook(): OrderBook {
    const book = createBook()
    for (const resting of [
      order(1, "sell", 102, 5),
      order(2, "sell", 101, 3),
      order(3, "sell", 101, 4),
      order(4, "buy", 99, 2),
      order(5, "buy", 100, 6),
    ])
      book.add(resting)
    return book
  }
  const pricesOf = (book: OrderBook, side: Side) =>
    bestLevels(book, side, 10).map(({ price, total }) => [price, total])

  test("sorts bids downwards and asks upwards, with the sum of each price", () => {
    const book = filledBook()
    expect(pricesOf(book, "sell")).toEqual([
      [101, 7],
      [102, 5],
    ])
    expect(pricesOf(book, "buy")).toEqual([
      [100, 6],
      [99, 2],
    ])
    expect([book.best("sell"), book.best("buy")]).toEqual([101, 100])
    expect([book.total("sell", 101 as Ticks), book.total("sell", 103 as Ticks)]).toEqual([7, 0])
  })

  test("S1: a taker meets the best price first, then the earliest order, at the maker's price", () => {
    const book = filledBook()
    const notes = new Notes()
    const taker = order(6, "buy", 102, 9)
    expect(book.match(taker, taker.price, notes)).toBe("filled")
    expect(notes.trades).toEqual(["2>6 101×3", "3>6 101×4", "1>6 102×2"])
    expect(notes.ended).toEqual(["2 filled", "3 filled"])
    expect(notes.levels).toEqual(["sell 101 was 7", "sell 102 was 5"])
    expect(pricesOf(book, "sell")).toEqual([[102, 3]])
    expect([taker.status, taker.executed, taker.executedQuote]).toEqual([
      "filled",
      9,
      (101n * 7n + 102n * 2n) * K,
    ])
  })

  test("a taker stops at its bound, and at the end of the book", () => {
    const book = filledBook()
    const bounded = order(6, "buy", 101, 9)
    expect(book.match(bounded, bounded.price, new Notes())).toBe("bound")
    expect([bounded.open, bounded.status]).toEqual([2, "partly-filled"])
    const greedy = order(7, "buy", 200, 9)
    expect(book.match(greedy, greedy.price, new Notes())).toBe("empty")
    expect([greedy.open, pricesOf(book, "sell"), book.best("sell")]).toEqual([4, [], 0])
  })

  test("an order that leaves or shrinks takes its lots with it, and an empty price disappears", () => {
    const book = createBook()
    const [first, second, third] = [order(1, "buy", 50, 5), order(2, "buy", 50, 6), order(3, "buy", 49, 1)]
    for (const resting of [first, second, third]) book.add(resting)
    book.reduce(first, 2 as Lots)
    expect(book.queue("buy", 50 as Ticks).map(({ id, open }) => [id, open])).toEqual([
      [1, 3],
      [2, 6],
    ])
    book.remove(first)
    expect(pricesOf(book, "buy")).toEqual([
      [50, 6],
      [49, 1],
    ])
    book.remove(second)
    expect([book.best("buy"), pricesOf(book, "buy")]).toEqual([49, [[49, 1]]])
    expect(() => book.remove(second)).toThrow("not in the book")
  })

  test("levels between, before and behind others find their place", () => {
    const book = createBook()
    const prices = [50, 70, 60, 40, 65, 55, 71, 39]
    const orders = prices.map((price, place) => order(place + 1, "sell", price, 1))
    for (const resting of orders) book.add(resting)
    expect(pricesOf(book, "sell").map(([price]) => price)).toEqual(prices.toSorted((a, b) => a - b))
    for (const resting of orders.filter(({ price }) => price % 2 === 0)) book.remove(resting)
    expect(pricesOf(book, "sell").map(([price]) => price)).toEqual([39, 55, 65, 71])
  })

  test.each<[string, number, number, StpMode, number, bigint]>([
    ["all it wants, to its bound", 101, 5, "EXPIRE_MAKER", 5, 505n],
    ["no more than is there", 102, 50, "EXPIRE_MAKER", 12, 7n * 101n + 5n * 102n],
    ["nothing beyond its bound", 100, 5, "EXPIRE_MAKER", 0, 0n],
  ])("S3: a trial finds %s, without a trace", (_, bound, quantity, stp, found, turnover) => {
    const book = filledBook()
    const taker = order(6, "buy", bound, quantity, { stp })
    expect(book.trial(taker, taker.price)).toEqual({ quantity: found, turnover })
    expect(pricesOf(book, "sell")).toEqual([
      [101, 7],
      [102, 5],
    ])
    expect([taker.open, taker.status, taker.executed]).toEqual([quantity, "new", 0])
  })

  test.each<[StpMode, number]>([
    ["NONE", 12],
    ["EXPIRE_MAKER", 8],
    ["EXPIRE_TAKER", 3],
    ["EXPIRE_BOTH", 3],
    ["DECREMENT", 3],
  ])("S5: with %s the trial of a FOK past an own maker finds %i", (stp, found) => {
    const book = createBook()
    book.add(order(1, "sell", 101, 3))
    book.add(order(2, "sell", 101, 4, { account: "me" }))
    book.add(order(3, "sell", 102, 5))
    const taker = order(4, "buy", 102, 20, { account: "me", stp, timeInForce: "fok" })
    expect(book.trial(taker, taker.price).quantity).toBe(found)
    expect(pricesOf(book, "sell")).toEqual([
      [101, 7],
      [102, 5],
    ])
  })

  describe("S5: self-trade prevention", () => {
    /** An own order between two of others, all at one price, and another behind. */
    function meet(stp: StpMode, quantity: number) {
      const book = createBook()
      for (const resting of [
        order(1, "sell", 101, 2),
        order(2, "sell", 101, 3, { account: "me", stp: "NONE" }),
        order(3, "sell", 101, 4),
        order(4, "sell", 102, 4),
      ])
        book.add(resting)
      const notes = new Notes()
      const taker = order(5, "buy", 102, quantity, { account: "me", stp })
      const end = book.match(taker, taker.price, notes)
      return { end, notes, taker, left: pricesOf(book, "sell") }
    }

    test("NONE lets them trade", () => {
      const { end, notes } = meet("NONE", 5)
      expect([end, notes.trades]).toEqual(["filled", ["1>5 101×2", "2>5 101×3"]])
    })
    test("EXPIRE_MAKER ends the maker, and the taker goes on at the same price", () => {
      const { end, notes, left } = meet("EXPIRE_MAKER", 5)
      expect([end, notes.trades]).toEqual(["filled", ["1>5 101×2", "3>5 101×3"]])
      expect(notes.ended).toEqual(["1 filled", "2 expired-in-match"])
      expect(left).toEqual([
        [101, 1],
        [102, 4],
      ])
    })
    test("EXPIRE_TAKER ends the taker's rest and leaves the maker as it was", () => {
      const { end, notes, taker, left } = meet("EXPIRE_TAKER", 5)
      expect([end, notes.trades, notes.ended, taker.open]).toEqual([
        "prevented",
        ["1>5 101×2"],
        ["1 filled"],
        3,
      ])
      expect(left).toEqual([
        [101, 7],
        [102, 4],
      ])
    })
    test("EXPIRE_BOTH ends both", () => {
      const { end, notes, left } = meet("EXPIRE_BOTH", 5)
      expect([end, notes.ended]).toEqual(["prevented", ["1 filled", "2 expired-in-match"]])
      expect(left).toEqual([
        [101, 4],
        [102, 4],
      ])
    })
    test("DECREMENT takes the smaller quantity from both: a smaller maker ends and the taker goes on", () => {
      const { end, notes, taker, left } = meet("DECREMENT", 9)
      expect([end, notes.trades]).toEqual(["filled", ["1>5 101×2", "3>5 101×4"]])
      expect([notes.lost, notes.ended]).toEqual([
        ["2 left 0, 5 left 4"],
        ["1 filled", "2 expired-in-match", "3 filled"],
      ])
      expect([taker.quantity, taker.prevented, taker.executed]).toEqual([6, 3, 6])
      expect(left).toEqual([[102, 4]])
    })
    test("DECREMENT takes the smaller quantity from both: a smaller taker ends and the maker keeps its place", () => {
      const { end, notes, taker, left } = meet("DECREMENT", 4)
      expect([end, notes.lost, taker.open]).toEqual(["prevented", ["2 left 1, 5 left 0"], 0])
      expect(left).toEqual([
        [101, 5],
        [102, 4],
      ])
    })
    test("a taker that has enough before it reaches its own maker doesn't touch it", () => {
      const { end, notes } = meet("EXPIRE_BOTH", 2)
      expect([end, notes.ended]).toEqual(["filled", ["1 filled"]])
    })
  })
})
