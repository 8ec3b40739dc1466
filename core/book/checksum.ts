/** The checksum of an order book, by which two sides know that they hold the same one (W1). */

import type { LevelBook } from "./level-book.ts"

/** How many levels a side the checksum covers (W1). */
export const CHECKSUM_LEVELS = 25

const TABLE = crcTable()

/**
 * CRC-32 (reflected 0xEDB88320, start and end XOR 0xFFFFFFFF) of ASCII text, unsigned.
 * @throws RangeError for text outside ASCII, whose bytes would depend on an encoding.
 * @example crc32("123456789") // 0xcbf43926
 */
export function crc32(text: string): number {
  let rest = 0xffffffff
  let seen = 0
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    seen |= code
    rest = (rest >>> 8) ^ (TABLE[(rest ^ code) & 0xff] as number)
  }
  if (seen > 0x7f) throw new RangeError("crc32 takes ASCII text")
  return (rest ^ 0xffffffff) >>> 0
}

/**
 * W1: CRC-32 of the best 25 levels, bid and ask interleaved from the best, each `price:quantity` as on the wire, all
 * joined by `:`; a missing level is skipped. An empty book gives `crc32("")`, which is 0.
 * `priceText` and `quantityText` must write exactly what travels, trailing zeros included.
 */
export function bookChecksum(
  book: LevelBook,
  priceText: (ticks: number) => string,
  quantityText: (lots: number) => string,
): number {
  const parts: string[] = []
  for (let rank = 0; rank < CHECKSUM_LEVELS; rank += 1) {
    const bid = book.priceAt("bid", rank)
    if (bid !== undefined) parts.push(priceText(bid), quantityText(book.totalAt("bid", rank)))
    const ask = book.priceAt("ask", rank)
    if (ask !== undefined) parts.push(priceText(ask), quantityText(book.totalAt("ask", rank)))
    if (bid === undefined && ask === undefined) break
  }
  return crc32(parts.join(":"))
}

function crcTable(): Uint32Array {
  const table = new Uint32Array(256)
  for (let byte = 0; byte < 256; byte += 1) {
    let rest = byte
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
    table[byte] = rest
  }
  return table
}
