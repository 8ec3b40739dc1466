/**
 * Malformed frames and bodies, by a seed: every parser of the doors answers, none throws, none lets through what it would not
 * let through again. What must be true of each is said by the fuzz targets, which chaos runs guided by coverage.
 */

import { afterAll, expect, test } from "vitest"
import { callNames, calls, checkBody } from "#tests/fuzz/targets/call-bodies.ts"
import { checkFrame, rightMessages } from "#tests/fuzz/targets/client-frames.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { malformed } from "#tests/support/malformed.ts"

/** Of each kind; `npm run chaos` asks for five million. */
const CASES = Number(process.env.SAKER_FUZZ_CASES ?? 20_000)
const SEED = Number(process.env.SAKER_FUZZ_SEED ?? 1)
const WITHIN_MS = 10_000 + CASES
/** More than garbage that isn't collected yet, less than what a leak of a byte in each case would come to in chaos. */
const GROWTH_BYTES_MAX = 200 * 2 ** 20
/** The command that makes a failing case again. */
const again = (place: number) => `case ${place}: SAKER_FUZZ_SEED=${SEED} SAKER_FUZZ_CASES=${place + 1}`

/** A parser that throws, or doesn't hold what it must, is told by the case that made it. */
function reading<Value>(place: number, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new Error(again(place), { cause: error })
  }
}

const prototype = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))
const heapBefore = process.memoryUsage().heapUsed
afterAll(() => {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(prototype)
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(GROWTH_BYTES_MAX)
})

test(
  `${CASES} frames are read as messages or refused`,
  () => {
    const chance = new SeededChance(SEED)
    let taken = 0
    let refused = 0
    for (let place = 0; place < CASES; place += 1) {
      const text = malformed(rightMessages[chance.whole(0, rightMessages.length - 1)], chance)
      const said = reading(place, () => checkFrame(text))
      taken += said.taken
      refused += said.refused
    }
    expect(taken).toBeGreaterThan(CASES / 20)
    expect(refused).toBeGreaterThan(CASES / 20)
  },
  WITHIN_MS,
)

test(
  `${CASES} bodies are read as requests or refused with a field`,
  () => {
    const chance = new SeededChance(SEED)
    let taken = 0
    let refused = 0
    for (let place = 0; place < CASES; place += 1) {
      const name = callNames[chance.whole(0, callNames.length - 1)] ?? expect.fail("no calls")
      const given = parsed(malformed(calls[name].example.request, chance))
      if (given === undefined) continue
      if (reading(place, () => checkBody(name, given)).isTaken) taken += 1
      else refused += 1
    }
    expect(taken).toBeGreaterThan(CASES / 20)
    expect(refused).toBeGreaterThan(CASES / 20)
  },
  WITHIN_MS,
)

/** Undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
