/** Fired alerts as sentences, in two languages. */

import i18next from "i18next"
import { expect, test } from "vitest"
import { type AlertRow, alertExample } from "#core/wire/alert.ts"
import type { Language } from "#core/wire/language.ts"
import { speak } from "#tests/support/words.ts"
import { alertSentence } from "./alert-sentence.ts"

const FIRED = Date.UTC(2026, 6, 25, 17, 20)

async function said(row: Partial<AlertRow>, language: Language = "en", agoMs = 0): Promise<string> {
  await speak(language)
  const told = { ...alertExample, fired: FIRED, ...row }
  const sentence = alertSentence(told, i18next.getFixedT(null, "alerts"), { language, nowMs: FIRED + agoMs })
  return sentence.replaceAll(/[\u00a0\u202f]/g, " ")
}

test("a price says its level and what it was at", async () => {
  expect(await said({ value: "65000.1", note: "sell" })).toBe(
    "Alert · BTC/USDT last price ≥ 65,000 · at 65,000.1 · sell",
  )
  expect(await said({ value: "65000.1", side: "down" }, "de")).toBe(
    "Alarm · BTC/USDT letzter Preis ≤ 65.000 · bei 65.000,1",
  )
})

test("shares are told in percent, windows in hours or minutes", async () => {
  const change = { kind: "change", instrument: "BTC_USDT", direction: "below", change: "0.05" } as const
  expect(await said({ condition: { ...change, minutes: 240 }, side: "down", value: "-0.0512" })).toBe(
    "Alert · BTC/USDT fall in 4 h ≥ 5 % · at −5.12 %",
  )
  expect(await said({ condition: { kind: "margin", instrument: "", ratio: "0.8" }, value: "0.81" })).toBe(
    "Alert · margin ratio ≥ 80 % · at 81 %",
  )
})

test("told hours later it says when that was", async () => {
  expect(await said({ value: "65000.1" }, "en", 7_200_000)).toMatch(
    /^Alert · BTC\/USDT last price ≥ 65,000 · at 65,000.1 · 25 Jul, \d\d:\d\d:00$/,
  )
})
