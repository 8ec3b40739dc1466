/** Malformed frames and bodies, by a seed: every parser of the doors answers, none throws, none lets through what it would not let through again. */

import { afterAll, expect, test } from "vitest"
import * as wire from "#core/wire/index.ts"
import { operatorEndpoints } from "#core/wire/operator-calls.ts"
import { readWith } from "#server/calls/read-request.ts"
import { readClientText } from "#server/stream/client-message.ts"
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

/** A parser that throws is told by the case that made it. */
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

const isWellFormed = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test(
  `${CASES} frames are read as messages or refused`,
  () => {
    const chance = new SeededChance(SEED)
    const right = Object.entries(wire.socketMessages).flatMap(([type, { from, examples }]) =>
      from === "client" ? examples.map(({ data }) => ({ type, data })) : [],
    )
    let taken = 0
    let refused = 0
    for (let place = 0; place < CASES; place += 1) {
      const text = malformed(right[chance.whole(0, right.length - 1)], chance)
      const said = reading(place, () => readClientText(text))
      if (!isWellFormed(text) && said.some(({ ok }) => ok)) expect.fail(again(place))
      for (const one of said) {
        if (one.ok) taken += 1
        else refused += 1
        // What was understood is understood the same when it is written again.
        if (one.ok && !wire.clientMessage.safeParse(JSON.parse(JSON.stringify(one.message))).success)
          expect.fail(again(place))
        if (!one.ok && JSON.stringify(one.refusal).length > 1000) expect.fail(again(place))
      }
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
    const calls = Object.entries({ ...wire.endpoints, ...operatorEndpoints })
    let taken = 0
    let refused = 0
    for (let place = 0; place < CASES; place += 1) {
      const [name, { request, example }] = calls[chance.whole(0, calls.length - 1)] ?? expect.fail("no calls")
      const text = malformed(example.request, chance)
      if (!isWellFormed(text)) continue
      const given = JSON.parse(text) as unknown
      const before = JSON.stringify(given)
      const read = reading(place, () => readWith(request, given))
      if (JSON.stringify(given) !== before) expect.fail(`${name} changed what it read; ${again(place)}`)
      if (read.ok) {
        taken += 1
        if (Object.hasOwn(read.value as object, "__proto__")) expect.fail(`${name}; ${again(place)}`)
      } else {
        refused += 1
        if (JSON.stringify(read.problem).length > 200) expect.fail(`${name}; ${again(place)}`)
      }
    }
    expect(taken).toBeGreaterThan(CASES / 20)
    expect(refused).toBeGreaterThan(CASES / 20)
  },
  WITHIN_MS,
)
