/** Which codes of an authenticator are taken and when, to the millisecond, held against RFC 6238 written a second time; each counts once (E1). */

import { createHmac } from "node:crypto"
import { expect, test } from "vitest"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { newTotp, totpStep } from "./totp.ts"

/** `npm run chaos` asks for ten thousand. */
const CODES = Number(process.env.SAKER_TOTP_CODES ?? 1_000)
const STEP_MS = 30_000
/** One step of leeway, either way. */
const LEEWAY = 1
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** RFC 4226, 5.3. */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac("sha1", key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return ((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).toString().padStart(6, "0")
}

test(`${CODES} codes are each taken from the first to the last millisecond of their time, and never again`, {
  timeout: 30_000 + CODES * 30,
}, () => {
  const chance = new SeededChance(6238)
  for (let round = 0; round < CODES; round += 1) {
    const { secret } = newTotp("Saker", "ada")
    const key = bytesOf(secret)
    const step = chance.whole(52_000_000, 75_000_000)
    const code = codeOf(key, step)
    const [first, end] = [(step - LEEWAY) * STEP_MS, (step + LEEWAY + 1) * STEP_MS]
    /** Steps around a moment that have this code: one, but in one of a million cases. */
    const stepsAt = (time: number) => {
      const now = Math.floor(time / STEP_MS)
      return [now - 1, now, now + 1].filter((each) => codeOf(key, each) === code)
    }
    for (const time of [first - 1, first, chance.whole(first, end - 1), end - 1, end]) {
      const right = stepsAt(time)
      expect(right.includes(step)).toBe(time >= first && time < end)
      const found = totpStep(secret, code, time, 0)
      expect(found === null ? [] : [found]).toEqual(right.length > 1 ? [expect.any(Number)] : right)
      // It has been used, or a later one.
      const again = totpStep(secret, code, time, step + chance.whole(0, 1))
      if (right.every((each) => each <= step)) expect(again).toBeNull()
    }
  }
})
