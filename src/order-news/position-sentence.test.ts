/** Is what happens to a position said in one plain sentence with its numbers, and an alarm once? */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import i18next from "i18next"
import { beforeAll, expect, test } from "vitest"
import { type Notice, noticeExample } from "#core/wire/contract.ts"
import { alarmSentence, nextAlarm, noticeSentence } from "./position-sentence.ts"

const words = (language: string) =>
  Object.fromEntries(
    ["positions", "perpetual", "option"].map((file) => [
      file,
      JSON.parse(readFileSync(join(import.meta.dirname, `../../locales/${language}/${file}.json`), "utf8")),
    ]),
  )

beforeAll(async () => {
  const resources = Object.fromEntries(["en", "de"].map((each) => [each, words(each)]))
  await i18next.init({ lng: "en", resources, interpolation: { escapeValue: false } })
})

const said = (change: Partial<Notice>, language = "en") =>
  noticeSentence({ ...noticeExample, ...change }, i18next.getFixedT(language, "positions"), language)

const decided = { quantity: "0.02", price: "64100.2", equity: "3.1", maintenance: "5.12964" }

test.each<[string, Partial<Notice>, string]>([
  ["funding paid", {}, "BTC/USDT Perp: paid 0.13\u00a0USDT funding at a rate of 0.01\u202f%."],
  [
    "funding received of a rate below zero",
    { amount: "0.5", rate: "-0.00012" },
    "BTC/USDT Perp: received 0.5\u00a0USDT funding at a rate of \u22120.012\u202f%.",
  ],
  [
    "liquidation",
    { kind: "liquidation", ...decided },
    "BTC/USDT Perp: 0.02\u00a0BTC were liquidated, not worse than 64,100.2, because the margin of 3.1\u00a0USDT no longer covered the maintenance margin of 5.12\u00a0USDT.",
  ],
  [
    "take-over",
    { kind: "take-over", ...decided },
    "BTC/USDT Perp: the insurance fund took over 0.02\u00a0BTC at 64,100.2, because the margin of 3.1\u00a0USDT no longer covered the maintenance margin of 5.12\u00a0USDT.",
  ],
  [
    "deleveraging",
    { kind: "deleveraging", ...decided },
    "BTC/USDT Perp: 0.02\u00a0BTC of your position were closed at 64,100.2, without a fee, to cover a bankrupt position on the other side (auto-deleveraging).",
  ],
  [
    "settlement of a short position",
    { kind: "settlement", quantity: "-0.02", price: "64100.2" },
    "BTC/USDT Perp was delisted: 0.02\u00a0BTC were settled at 64,100.2.",
  ],
])("%s", (_, change, text) => {
  expect(said(change)).toBe(text)
})

test("a notice is told in the reader's marks", () => {
  expect(said({ kind: "settlement", quantity: "0.02", price: "64100.2" }, "de")).toBe(
    "BTC/USDT Perp wurde delistet: 0,02\u00a0BTC wurden zu 64.100,2 abgerechnet.",
  )
})

test("an alarm is told when it rises, and again only once it was well below", () => {
  expect(nextAlarm(0, 0, 0.5)).toEqual({ isDue: false, told: 0 })
  expect(nextAlarm(0, 80, 0.81)).toEqual({ isDue: true, told: 80 })
  expect(nextAlarm(80, 0, 0.79)).toEqual({ isDue: false, told: 80 })
  expect(nextAlarm(80, 80, 0.8)).toEqual({ isDue: false, told: 80 })
  expect(nextAlarm(80, 100, 1)).toEqual({ isDue: true, told: 100 })
  expect(nextAlarm(80, 0, 0.7)).toEqual({ isDue: false, told: 0 })
})

test("an alarm names the isolated position, or all cross ones", () => {
  const t = i18next.getFixedT("en", "positions")
  expect(alarmSentence(90, { instrument: "SOL_USDT_PERP", side: "short" }, t)).toBe(
    "SOL/USDT Perp Short: the margin ratio has reached 90 %. At 100 % the position is liquidated.",
  )
  expect(alarmSentence(100, undefined, t)).toBe("Your cross positions are being liquidated.")
})
