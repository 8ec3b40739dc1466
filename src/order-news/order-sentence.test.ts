/** Is what became of an order said in one plain sentence, with its numbers, in the reader's marks? */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import i18next from "i18next"
import { beforeAll, describe, expect, test } from "vitest"
import { type PerpetualOrder, perpetualOrderExample } from "#core/wire/contract.ts"
import { type SpotOrder, spotOrderExample } from "#core/wire/trading.ts"
import { averagePrice, orderSentence } from "./order-sentence.ts"

const words = (language: string, file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/${file}.json`), "utf8"))

beforeAll(async () => {
  const resources = Object.fromEntries(
    ["en", "de"].map((language) => [
      language,
      Object.fromEntries(
        ["trade", "problem", "perpetual", "option"].map((file) => [file, words(language, file)]),
      ),
    ]),
  )
  await i18next.init({ lng: "en", resources, interpolation: { escapeValue: false } })
})

const order = (change: object): SpotOrder => ({ ...spotOrderExample, ...change })
const said = (change: object, language = "en") =>
  orderSentence({ order: order(change), t: i18next.getFixedT(language, "trade"), language })

const bought = { quantity: "0.0190", executed: "0.0190", executedQuote: "1278.377", price: "67283.0" }

describe("an order", () => {
  test.each<[string, object, string, string]>([
    ["filled", { ...bought, status: "filled" }, "fill", "Bought 0.0190 BTC at 67,283.0."],
    ["sold", { ...bought, side: "sell", status: "filled" }, "fill", "Sold 0.0190 BTC at 67,283.0."],
    [
      "filled in part",
      { ...bought, executed: "0.0050", executedQuote: "336.415", status: "partly-filled" },
      "fill",
      "Bought 0.0050 of 0.0190 BTC at 67,283.0.",
    ],
    [
      "by quote amount",
      {
        ...bought,
        type: "market",
        price: "",
        quantity: "",
        budget: "1280",
        status: "expired",
        reason: "BUDGET",
      },
      "fill",
      "Bought 0.0190 BTC at 67,283.",
    ],
    [
      "resting",
      { ...bought, executed: "0", executedQuote: "0", status: "new" },
      "placed",
      "Order placed: buy 0.0190 BTC at 67,283.0.",
    ],
    [
      "waiting",
      { ...bought, executed: "0", type: "stop-limit", stopPrice: "67500.0", status: "waiting" },
      "placed",
      "Stop order placed: buy 0.0190 BTC at 67,283.0 when 67,500.0 is reached.",
    ],
    [
      "waiting to trade by market",
      { ...bought, executed: "0", price: "", type: "stop-market", stopPrice: "67500.0", status: "waiting" },
      "placed",
      "Stop order placed: buy 0.0190 BTC at market when 67,500.0 is reached.",
    ],
    [
      "following",
      { type: "trailing-stop", side: "sell", price: "", distance: "0.015", status: "waiting", executed: "0" },
      "placed",
      "Trailing stop placed: sells BTC/USDT once the price has fallen 1.5\u202f% from its highest.",
    ],
    [
      "fill-and-drop",
      { ...bought, executed: "0.0050", executedQuote: "336.415", status: "expired", reason: "IOC" },
      "fill",
      "Bought 0.0050 of 0.0190 BTC at 67,283.0. The rest was not filled.",
    ],
    [
      "protected",
      {
        ...bought,
        executed: "0.0050",
        executedQuote: "336.415",
        status: "expired",
        reason: "PRICE_PROTECTION",
      },
      "fill",
      "Bought 0.0050 of 0.0190 BTC at 67,283.0. The rest was cancelled by price protection: the next prices were too far away.",
    ],
    [
      "without a counterpart",
      { executed: "0", executedQuote: "0", status: "expired", reason: "NO_LIQUIDITY" },
      "end",
      "BTC/USDT: the order expired because the order book was empty.",
    ],
    [
      "its time has come",
      { executed: "0", executedQuote: "0", status: "expired", reason: "GTT" },
      "end",
      "BTC/USDT: the order reached its expiry time and was cancelled.",
    ],
    [
      "met by itself",
      { executed: "0", executedQuote: "0", status: "expired-in-match" },
      "end",
      "BTC/USDT: the order expired to prevent a trade with your own order.",
    ],
    [
      "a stop refused",
      { executed: "0", executedQuote: "0", status: "rejected", reason: "POST_ONLY_WOULD_TAKE" },
      "end",
      "BTC/USDT: the stop order was rejected when it triggered. The post-only order would have filled immediately, so it was not placed.",
    ],
  ])("%s", (_, change, kind, text) => {
    expect(said(change)).toEqual({ kind, text })
  })

  test("cancelled by its owner is no news", () => {
    expect(said({ status: "cancelled" })).toBeUndefined()
    expect(said({ status: "cancelled", reason: "DELISTED" })?.kind).toBe("end")
    expect(said({ status: "cancelled", reason: "COUNTDOWN" })?.text).toContain(
      "no page of yours was connected",
    )
  })

  test("is told in the reader's marks", () => {
    expect(said({ ...bought, status: "filled" }, "de")?.text).toBe("0,0190 BTC zu 67.283,0 gekauft.")
  })
})

test.each([
  ["0.0190", "1278.377", "67283.0", "67283.0"],
  ["0.0200", "1345.67", "67290.0", "67283.5"],
  ["0.0300", "2018.5", "67290.00", "67283.33"],
  ["3", "1", "", "0.33333333"],
  ["0", "0", "67283.0", "67283.0"],
])("%s that came to %s at a limit of %s cost %s each", (executed, executedQuote, price, average) => {
  const asked = { executed, executedQuote, price } as Parameters<typeof averagePrice>[0]
  expect(averagePrice(asked)).toBe(average)
})

test("of a position's own stop it says that it fired", () => {
  const stop = { ...perpetualOrderExample, ...bought, side: "sell", status: "filled", origin: "stop-loss" }
  const fired = orderSentence({
    order: stop as PerpetualOrder,
    t: i18next.getFixedT("en", "trade"),
    language: "en",
  })
  expect(fired).toEqual({
    kind: "fill",
    text: "Sold 0.0190 BTC Perp at 67,283.0. Your stop-loss fired.",
  })
})
