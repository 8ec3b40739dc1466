/** Checksums and level updates, by the book and the CRC of core. */

import { crc32 } from "#core/book/checksum.ts"
import { LevelBook } from "#core/book/level-book.ts"
import { Decimal } from "#core/money/decimal.ts"
import { type Adapter, CannotRun } from "./case-file.ts"

type Levels = readonly (readonly [string | number, string | number])[]

/** Kraken's way to write a figure: without its point and its leading zeros. */
const bare = (figure: string) => figure.replace(".", "").replace(/^0+/, "")
const krakenLevel = (level: readonly [string | number, string | number]) =>
  bare(String(level[0])) + bare(String(level[1]))

/** Puts levels of decimal text into a book of whole steps and reads one side back, best first. */
function applyLevels(side: "bid" | "ask", changes: Levels): [string, string][] {
  const scale = 1e8
  const book = new LevelBook()
  for (const [price, total] of changes)
    book.set(side, new Decimal(price).times(scale).toNumber(), new Decimal(total).times(scale).toNumber())
  return book
    .levels(side, book.size(side))
    .map((level) => [
      new Decimal(level.price).div(scale).toFixed(),
      new Decimal(level.total).div(scale).toFixed(),
    ])
}

export const checksumAdapters: Readonly<Record<string, Adapter>> = {
  "checksum.crc32": ({ ascii }) => ({ crc32_hex: crc32(String(ascii)).toString(16).padStart(8, "0") }),
  "checksum.kraken_level": ({ price, qty }) => ({ fragment: krakenLevel([String(price), String(qty)]) }),
  "checksum.kraken": ({ asks, bids }) => {
    const [low, high] = [asks as Levels, bids as Levels]
    return {
      checksum: String(crc32([...low.slice(0, 10), ...high.slice(0, 10)].map(krakenLevel).join(""))),
      first_ask_fragment: low[0] ? krakenLevel(low[0]) : "",
    }
  },
  "checksum.kraken_l3": ({ asks_string, bids_string }) => ({
    checksum: String(crc32(`${asks_string}${bids_string}`)),
  }),
  "sync.apply_levels": ({ bids_in_order, asks_in_order }) => {
    const given = [bids_in_order, asks_in_order].filter((levels) => levels !== undefined)
    if (!given.every(Array.isArray)) throw new CannotRun("levels are described in words, not given")
    return {
      ...(bids_in_order ? { bids: applyLevels("bid", bids_in_order as Levels) } : {}),
      ...(asks_in_order ? { asks: applyLevels("ask", asks_in_order as Levels) } : {}),
    }
  },
}
