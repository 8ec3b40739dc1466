/**
 * SipHash-2-4 with 128 bits of output (Aumasson, Bernstein 2012): a keyed function whose outputs tell nothing of the
 * key nor of one another. In 32-bit halves, since bigint arithmetic would cost fifty times as much.
 */

/** 128 bits, the low word of each half first. */
export type SipKey = readonly [number, number, number, number]

/** State: v0 … v3 as low and high words. One set is enough: nothing here waits. */
let a0 = 0
let a1 = 0
let b0 = 0
let b1 = 0
let c0 = 0
let c1 = 0
let d0 = 0
let d1 = 0

/**
 * The hash of two 64-bit words (`[low, high]` each, 16 bytes little endian), written into `out` as four 32-bit words
 * in the order of the output's bytes.
 */
export function sipHash128(
  key: SipKey,
  first: readonly [number, number],
  then: readonly [number, number],
  out: Int32Array,
): void {
  const [k0, k1, k2, k3] = key
  a0 = k0 ^ 0x70736575
  a1 = k1 ^ 0x736f6d65
  b0 = k2 ^ 0x6e646f6d ^ 0xee
  b1 = k3 ^ 0x646f7261
  c0 = k0 ^ 0x6e657261
  c1 = k1 ^ 0x6c796765
  d0 = k2 ^ 0x79746573
  d1 = k3 ^ 0x74656462
  compress(first[0], first[1])
  compress(then[0], then[1])
  // The last block holds the length, 16, in its highest byte.
  compress(0, 16 << 24)
  c0 ^= 0xee
  rounds(4)
  out[0] = a0 ^ b0 ^ c0 ^ d0
  out[1] = a1 ^ b1 ^ c1 ^ d1
  b0 ^= 0xdd
  rounds(4)
  out[2] = a0 ^ b0 ^ c0 ^ d0
  out[3] = a1 ^ b1 ^ c1 ^ d1
}

function compress(low: number, high: number): void {
  d0 ^= low
  d1 ^= high
  rounds(2)
  a0 ^= low
  a1 ^= high
}

function rounds(count: number): void {
  let t = 0
  for (let round = 0; round < count; round += 1) {
    // v0 += v1; v1 = rotl(v1, 13) ^ v0; v0 = rotl(v0, 32)
    t = (a0 >>> 0) + (b0 >>> 0)
    a1 = (a1 + b1 + (t > 0xffffffff ? 1 : 0)) | 0
    a0 = t | 0
    t = (b0 << 13) | (b1 >>> 19)
    b1 = ((b1 << 13) | (b0 >>> 19)) ^ a1
    b0 = t ^ a0
    t = a0
    a0 = a1
    a1 = t
    // v2 += v3; v3 = rotl(v3, 16) ^ v2
    t = (c0 >>> 0) + (d0 >>> 0)
    c1 = (c1 + d1 + (t > 0xffffffff ? 1 : 0)) | 0
    c0 = t | 0
    t = (d0 << 16) | (d1 >>> 16)
    d1 = ((d1 << 16) | (d0 >>> 16)) ^ c1
    d0 = t ^ c0
    // v0 += v3; v3 = rotl(v3, 21) ^ v0
    t = (a0 >>> 0) + (d0 >>> 0)
    a1 = (a1 + d1 + (t > 0xffffffff ? 1 : 0)) | 0
    a0 = t | 0
    t = (d0 << 21) | (d1 >>> 11)
    d1 = ((d1 << 21) | (d0 >>> 11)) ^ a1
    d0 = t ^ a0
    // v2 += v1; v1 = rotl(v1, 17) ^ v2; v2 = rotl(v2, 32)
    t = (c0 >>> 0) + (b0 >>> 0)
    c1 = (c1 + b1 + (t > 0xffffffff ? 1 : 0)) | 0
    c0 = t | 0
    t = (b0 << 17) | (b1 >>> 15)
    b1 = ((b1 << 17) | (b0 >>> 15)) ^ c1
    b0 = t ^ c0
    t = c0
    c0 = c1
    c1 = t
  }
}
