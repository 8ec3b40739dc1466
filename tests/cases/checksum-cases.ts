/** Checksums and level updates, by the book and the CRC of core. */

import * as z from "zod/mini"
import { crc32 } from "#core/book/checksum.ts"
import { LevelBook } from "#core/book/level-book.ts"
import { Decimal } from "#core/money/decimal.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import { adapterFor, decimal, text } from "./read-inputs.ts"

const level = z.tuple([decimal, decimal])
const levels = z.array(level)
type Level = z.output<typeof level>

/** Kraken's way to write a figure: without its point and its leading zeros. */
const bare = (figure: string) => figure.replace(".", "").replace(/^0+/, "")
const krakenLevel = ([price, quantity]: Level) => bare(price) + bare(quantity)

/** Puts levels of decimal text into a book of whole steps and reads one side back, best first. */
function applyLevels(side: "bid" | "ask", changes: readonly Level[]): [string, string][] {
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
  "checksum.crc32": adapterFor(z.object({ ascii: text }), ({ ascii }) => ({
    crc32_hex: crc32(ascii).toString(16).padStart(8, "0"),
  })),
  "checksum.kraken_level": adapterFor(z.object({ price: decimal, qty: decimal }), ({ price, qty }) => ({
    fragment: krakenLevel([price, qty]),
  })),
  "checksum.kraken": adapterFor(z.object({ asks: levels, bids: levels }), ({ asks, bids }) => ({
    checksum: String(crc32([...asks.slice(0, 10), ...bids.slice(0, 10)].map(krakenLevel).join(""))),
    first_ask_fragment: asks[0] ? krakenLevel(asks[0]) : "",
  })),
  "checksum.kraken_l3": adapterFor(
    z.object({ asks_string: text, bids_string: text }),
    ({ asks_string, bids_string }) => ({ checksum: String(crc32(`${asks_string}${bids_string}`)) }),
  ),
  "sync.apply_levels": adapterFor(
    z.object({ bids_in_order: z.optional(levels), asks_in_order: z.optional(levels) }),
    ({ bids_in_order, asks_in_order }) => {
      if (!bids_in_order && !asks_in_order) throw new CannotRun("no levels")
      return {
        ...(bids_in_order ? { bids: applyLevels("bid", bids_in_order) } : {}),
        ...(asks_in_order ? { asks: applyLevels("ask", asks_in_order) } : {}),
      }
    },
  ),
}
