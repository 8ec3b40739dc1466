/** The part of the guide that says how books, trades and candles are kept whole (W1 to W4). */

import { CHECKSUM_LEVELS, crc32 } from "#core/book/checksum.ts"
import type { DepthDelta, DepthSnapshot, LevelRow } from "#core/wire/index.ts"
import { SNAPSHOT_LEVELS, socketMessages } from "#core/wire/index.ts"
import type { Section } from "./guide-section.ts"

const [snapshot, delta] = socketMessages.depth.examples.map(({ data }) => data) as [DepthSnapshot, DepthDelta]

/** The text that the checksum is over, for the levels given best first. */
function checksumText(bids: readonly LevelRow[], asks: readonly LevelRow[]): string {
  const parts: string[] = []
  for (let rank = 0; rank < CHECKSUM_LEVELS; rank += 1)
    for (const level of [bids[rank], asks[rank]]) if (level) parts.push(`${level[0]}:${level[1]}`)
  return parts.join(":")
}

/** The example's levels after its delta, best first. */
function afterwards(own: readonly LevelRow[], changes: readonly LevelRow[], way: 1 | -1): LevelRow[] {
  const totals = new Map(own)
  for (const [price, total] of changes) {
    if (total === "0") totals.delete(price)
    else totals.set(price, total)
  }
  return [...totals].sort(([one], [other]) => way * (Number(one) - Number(other)))
}

const before = checksumText(snapshot.bids, snapshot.asks)
const after = checksumText(
  afterwards(snapshot.bids, delta.bids, -1),
  afterwards(snapshot.asks, delta.asks, 1),
)

export const bookSection: Section = {
  id: "book",
  title: "The order book",
  blocks: [
    {
      steps: [
        "Subscribe to `depth`. Until the snapshot has come there is no book to show.",
        `A snapshot (\`snapshot\` is true) replaces the book: up to ${SNAPSHOT_LEVELS} levels a side, at sequence \`seq\`. It may come at any time, also unasked.`,
        "A delta whose `seq` is not above your own is old: drop it.",
        'A delta whose `prev` is your own `seq` is next: set each level to its new total, remove those with the total "0" (removing what isn\'t there is nothing), and take over its `seq`.',
        "Any other delta shows that something is missing. Don't apply it. Show the book as stale, send `resync` with channel and key, and drop deltas until the snapshot comes.",
        "After each snapshot and delta compare the checksum. If it differs, do as at a gap.",
      ],
    },
    "The server merges changes, so `seq` may rise by more than one: only `prev` tells whether something is missing. Deltas tell of the whole book, also of levels beyond those of the snapshot.",
    `The checksum is over the best ${CHECKSUM_LEVELS} levels a side: take the best bid, the best ask, the second bid, the second ask and so on; write each as \`price:quantity\`, exactly as on the wire; leave out a level that is missing; join all by \`:\`. The sum is CRC-32 as in zlib, PNG and Ethernet (reflected polynomial 0xEDB88320, begun and ended with 0xFFFFFFFF), unsigned. To try yours: the text \`123456789\` gives ${crc32("123456789")}. An empty book gives 0.`,
    {
      code: `${before}\n→ ${snapshot.checksum}`,
      says: `Worked example: the snapshot at ${snapshot.seq} that is the example of \`depth\``,
    },
    {
      code: `${after}\n→ ${delta.checksum}`,
      says: `The same book after the delta from ${delta.prev} to ${delta.seq}: a bid shrank, a bid came, the best ask went`,
    },
  ],
}

export const tradeSection: Section = {
  id: "trades",
  title: "Trades",
  blocks: [
    "Ids rise by one within an instrument. A row whose id you have is dropped. If the first new id is not your last plus one, some are missing: read them by `GET /market/trades` with `before` = the first new id and `limit` = the number missing, in pages of at most 500; `next` leads to the page before. What is older than the server keeps is not told again.",
    "After a restart of the server ids go on, perhaps with a jump where it had set numbers aside. Then the call brings fewer than are missing: there were no more.",
  ],
}

export const candleSection: Section = {
  id: "candles",
  title: "Candles",
  blocks: [
    "A candle is known by its open time. Of two versions the one with the higher last trade id (place 6) is newer; if they are the same, the closed one; if that is the same too, the later to arrive. Read history by `GET /market/kline`, subscribe to `candle`, and put both together by that rule: then it doesn't matter which comes first.",
    "The candles of second contracts follow their index: each tick of it moves them, place 6 is the number of the last tick (`seq` of the channel `index`), and volume is always 0. In what follows read ticks for trades.",
    "Rows that were computed as history (place 8 is 1) have volume, yet no trade of this server: their last trade id is 0 until one is made in their bucket. One that moved by less than a lot has volume 0 though it isn't flat.",
    "A bucket without trades is flat: open, high, low and close are the close before it, volume 0. When a candle closes, its last version comes with `closed` 1 and before the first of the next one. After a gap in the connection read what is between by HTTP. Where `holes` says that nothing is known, draw nothing.",
  ],
}

export const listSection: Section = {
  id: "lists",
  title: "Lists and what changes them",
  blocks: [
    "`GET /market/exchange`, `/market/contract` and `/market/second` are the beginning, the socket is how it goes on. A ticker of a list and one of the channel `ticker` are the same row: the higher `seq` is the newer, whichever comes first.",
    "A market's `state` and a perpetual's `indexPrice`, `mark`, `fundingRate` and `nextFunding` have no number in the lists: they are as of the answer's `time`. Take them until the first message of `instrument` or `mark` about that market has come, and from then on only those messages, even if a list arrives later; among them the higher `version` or `seq` wins. After a reconnect begin anew.",
  ],
}
