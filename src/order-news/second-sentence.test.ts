/** A result in one sentence: what came of it, the deciding tick's price and number, and the price at the start. */

import i18next from "i18next"
import { beforeAll, expect, test } from "vitest"
import { type SecondContract, secondContractExample } from "#core/wire/second.ts"
import { speak } from "#tests/support/words.ts"
import { resultSentence } from "./second-sentence.ts"

beforeAll(() => speak("en"))

const sentence = (change: Partial<SecondContract> = {}) =>
  resultSentence(
    { ...secondContractExample, ...change },
    { t: i18next.getFixedT(null, "option"), language: "en", decimals: 1 },
  )

test("a gain and a loss are told in the same words", () => {
  expect(sentence()).toBe(
    "Won 41\u00a0USDT: BTC/USDT at 67,284.6 at the end (tick 8,204,117), 67,271.2 at the start.",
  )
  expect(sentence({ status: "lost", direction: "bearish" })).toBe(
    "Lost 50\u00a0USDT: BTC/USDT at 67,284.6 at the end (tick 8,204,117), 67,271.2 at the start.",
  )
})

test("prices that differ by less than a tick are told with every digit", () => {
  const { open } = secondContractExample
  const settle = { ...open, seq: 9, price: "67271.20000001" as never }
  expect(sentence({ settle })).toContain("at 67,271.20000001 at the end (tick 9), 67,271.20 at the start")
})

test("a tie returns the stake; a silence refunds it and names the last tick that was heard", () => {
  const { open } = secondContractExample
  expect(sentence({ status: "tied", settle: { ...open, seq: 9 } })).toContain("Equal, 50\u00a0USDT returned")
  expect(sentence({ status: "refunded", settle: null })).toBe(
    "Refunded 50\u00a0USDT: the BTC/USDT index was silent for over 5 s at the end (last tick 8,204,116).",
  )
})
