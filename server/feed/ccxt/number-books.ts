/** Converts the levels of ccxt's order books to numbers for sorting, while all other figures stay text. */

import type { CcxtBook, CcxtExchange } from "./ccxt-exchange.ts"

type Level = unknown[]
interface BookSide {
  storeArray(level: Level): void
}
type Book = CcxtBook & { bids: BookSide; asks: BookSide }

/**
 * ccxt keeps a level's place by arithmetic and takes it out when its size is falsy, which "0" isn't; some exchanges'
 * classes hand it text as soon as `exchange.number` makes text. What is no price or size never gets in: one NaN would
 * put the whole side out of order.
 */
export function keepBooksAsNumbers(exchange: CcxtExchange, onNonsense: () => void): void {
  for (const kind of ["orderBook", "indexedOrderBook", "countedOrderBook"] as const) {
    const make = exchange[kind].bind(exchange)
    exchange[kind] = (snapshot = {}, depth) => {
      const { bids = [], asks = [], ...rest } = snapshot
      const book = Object.assign(make({}, depth), rest) as unknown as Book
      for (const [side, levels] of [
        [book.bids, bids],
        [book.asks, asks],
      ] as const) {
        const store = side.storeArray.bind(side)
        const storeArray = (level: Level) => {
          const numbers = asNumbers(level, kind === "countedOrderBook")
          if (numbers) store(numbers)
          else onNonsense()
        }
        Object.defineProperty(side, "storeArray", { value: storeArray })
        for (const level of levels) side.storeArray([...level])
      }
      return book
    }
  }
  const parse = exchange.parseOrderBookBidsAsks.bind(exchange)
  exchange.parseOrderBookBidsAsks = (...values) =>
    parse(...values).flatMap((level) => {
      const numbers = asNumbers(level)
      if (!numbers) onNonsense()
      return numbers ? [numbers] : []
    })
}

/** Price, size and a count as numbers, an id as it is; undefined for what is no level. */
function asNumbers(level: Level, isCounted = false): Level | undefined {
  const [price, size, third, ...rest] = level
  const [at, amount] = [numberOf(price), numberOf(size)]
  // What is kept by id may leave out its price, or its size when it goes.
  const isById = third !== undefined && !isCounted
  if (price === undefined ? !isById : at === undefined || at === 0) return undefined
  if (size === undefined ? !isById : amount === undefined) return undefined
  if (level.length < 3) return [at, amount]
  return [at, amount, isCounted ? numberOf(third) : third, ...rest]
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined
}
