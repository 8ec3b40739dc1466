/** The layout of a page of PostgreSQL 18 (8 KB, little-endian), and the checksum that each carries. */

export const PAGE_BYTES = 8192
const CHECKSUM_AT = 8
const LOWER_AT = 12
const SPECIAL_AT = 16
const HEADER_BYTES = 24
/** A line pointer: 15 bits of offset, 2 of flags, 15 of length. */
const POINTER_BYTES = 4
const UNUSED = 0

const PRIME = 16_777_619
const SUMS = 32
const WORDS = PAGE_BYTES / 4
/** Where each of the 32 sums begins (`storage/checksum_impl.h`). */
const OFFSETS = Int32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
)
const words = new Int32Array(WORDS)
const bytes = new Uint8Array(words.buffer)

const mix = (sum: number, word: number): number => {
  const mixed = sum ^ word
  return Math.imul(mixed, PRIME) ^ (mixed >>> 17)
}

/** The checksum that a page should carry at its place: `pg_checksum_page`. `block` counts from the relation's start. */
function pageChecksum(page: Uint8Array, block: number): number {
  bytes.set(page)
  bytes[CHECKSUM_AT] = 0
  bytes[CHECKSUM_AT + 1] = 0
  let all = 0
  for (let place = 0; place < SUMS; place += 1) {
    let sum = OFFSETS[place] ?? 0
    for (let at = place; at < WORDS; at += SUMS) sum = mix(sum, words[at] ?? 0)
    all ^= mix(mix(sum, 0), 0)
  }
  return (((all ^ block) >>> 0) % 65_535) + 1
}

/** One page, read in place. */
export class Page {
  readonly #view: DataView
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, PAGE_BYTES)
  }

  u16(at: number): number {
    return this.#view.getUint16(at, true)
  }

  u32(at: number): number {
    return this.#view.getUint32(at, true)
  }

  /** Nothing was ever written on it: what an extension of the file leaves, and what a lost write looks like. */
  isEmpty(): boolean {
    for (let at = 0; at < PAGE_BYTES; at += 4) if (this.#view.getInt32(at, true) !== 0) return false
    return true
  }

  isIntact(block: number): boolean {
    return this.u16(CHECKSUM_AT) === pageChecksum(this.bytes, block)
  }

  /** Where the index's own data begin. */
  get special(): number {
    return this.u16(SPECIAL_AT)
  }

  get pointers(): number {
    const lower = this.u16(LOWER_AT)
    return lower > HEADER_BYTES ? (lower - HEADER_BYTES) / POINTER_BYTES : 0
  }

  /** Where the entry of a line pointer begins; pointers count from 1. */
  entryAt(place: number): number {
    return this.u32(HEADER_BYTES + (place - 1) * POINTER_BYTES) & 0x7fff
  }

  isUsed(place: number): boolean {
    return ((this.u32(HEADER_BYTES + (place - 1) * POINTER_BYTES) >>> 15) & 3) !== UNUSED
  }
}
