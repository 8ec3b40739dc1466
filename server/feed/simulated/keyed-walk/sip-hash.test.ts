/** SipHash in 32-bit halves against SipHash in whole 64-bit words, and those against published vectors. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { sipHash128 } from "./sip-hash.ts"

const MASK = (1n << 64n) - 1n
const rotate = (value: bigint, by: bigint) => ((value << by) | (value >> (64n - by))) & MASK

/** As the paper writes it, over any bytes. */
function plain(key: Uint8Array, message: Uint8Array): string {
  const word = (bytes: Uint8Array, at: number) =>
    new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true)
  const [k0, k1] = [word(key, 0), word(key, 8)]
  let [v0, v1, v2, v3] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn ^ 0xeen,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n,
  ]
  const rounds = (count: number) => {
    for (let round = 0; round < count; round += 1) {
      v0 = (v0 + v1) & MASK
      v1 = rotate(v1, 13n) ^ v0
      v0 = rotate(v0, 32n)
      v2 = (v2 + v3) & MASK
      v3 = rotate(v3, 16n) ^ v2
      v0 = (v0 + v3) & MASK
      v3 = rotate(v3, 21n) ^ v0
      v2 = (v2 + v1) & MASK
      v1 = rotate(v1, 17n) ^ v2
      v2 = rotate(v2, 32n)
    }
  }
  const padded = new Uint8Array(Math.floor(message.length / 8) * 8 + 8)
  padded.set(message)
  padded[padded.length - 1] = message.length & 255
  for (let at = 0; at < padded.length; at += 8) {
    const block = word(padded, at)
    v3 ^= block
    rounds(2)
    v0 ^= block
  }
  v2 ^= 0xeen
  rounds(4)
  const first = v0 ^ v1 ^ v2 ^ v3
  v1 ^= 0xddn
  rounds(4)
  const out = Buffer.alloc(16)
  out.writeBigUInt64LE(first, 0)
  out.writeBigUInt64LE(v0 ^ v1 ^ v2 ^ v3, 8)
  return out.toString("hex")
}

const word32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const pair = fc.tuple(word32, word32)

describe("SipHash-2-4 of 128 bits", () => {
  test("in whole words gives the published hash of nothing", () => {
    const key = Uint8Array.from({ length: 16 }, (_, at) => at)
    expect(plain(key, new Uint8Array(0))).toBe("a3817f04ba25a8e66df67214c7550293")
  })

  test("in halves gives the same as in whole words", () => {
    fc.assert(
      fc.property(fc.tuple(word32, word32, word32, word32), pair, pair, (key, first, then) => {
        const out = new Int32Array(4)
        sipHash128(key, first, then, out)
        const keyBytes = new Uint8Array(Int32Array.from(key).buffer)
        const message = new Uint8Array(Int32Array.from([...first, ...then]).buffer)
        expect(Buffer.from(out.buffer).toString("hex")).toBe(plain(keyBytes, message))
      }),
    )
  })
})
