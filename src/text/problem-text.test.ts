/** Is a refusal said whole, with its numbers, by side and language? */

import { beforeAll, describe, expect, test } from "vitest"
import { speak } from "#tests/support/words.ts"
import { problemText, shownValues, tellMoneyBy } from "./problem-text.ts"

beforeAll(() => speak("en"))

describe("a refusal", () => {
  test("is said with its numbers in the reader's marks", async () => {
    const problem = { name: "PRICE_RULE", values: { side: "buy", bound: "67284.1" } } as const
    expect(problemText(problem)).toBe("A limit buy can't be above the best ask, 67,284.1.")
    await speak("de")
    expect(problemText(problem)).toBe("Ein Kauflimit darf nicht über dem besten Ask-Preis 67.284,1 liegen.")
    await speak("en")
  })

  test("differs by side", () => {
    expect(problemText({ name: "PRICE_RULE", values: { side: "sell", bound: "1.5" } })).toBe(
      "A limit sell can't be below the best bid, 1.5.",
    )
  })

  test("tells money as the page does: what is needed up, what there is down", () => {
    tellMoneyBy((text, currency, isCost) => `${isCost ? "up" : "down"}(${text.slice(0, 5)} ${currency})`)
    const values = { needed: "67.285312", available: "12.499999", currency: "USDT" }
    expect(problemText({ name: "INSUFFICIENT_MARGIN", values })).toBe(
      "Insufficient margin: up(67.28 USDT) USDT required, down(12.49 USDT) available.",
    )
    tellMoneyBy((text) => text)
  })

  test("names a market as all of the page does", () => {
    expect(problemText({ name: "DELISTED", values: { instrument: "BTC_USDT_PERP" } })).toBe(
      "BTC/USDT Perp was delisted.",
    )
  })

  test("without values is whole too", () => {
    expect(problemText({ name: "PRICE_RULE" })).toBe("The limit price is beyond the best opposite price.")
  })
})

test("names and symbols among the values stay as they are", () => {
  expect(shownValues({ limit: "10.50", currency: "USDT", count: 1200 }, "de")).toEqual({
    limit: "10,50",
    currency: "USDT",
    count: "1.200",
  })
})
