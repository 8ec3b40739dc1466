/** What the form makes of typed levels: exact conditions, or the words the server would refuse them with. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import { type AlertRow, alertExample } from "#core/wire/alert.ts"
import { addAlert } from "#core/wire/alert-calls.ts"
import type { Market } from "#core/wire/market.ts"
import {
  activeAlerts,
  chosenTerms,
  DRAFT_KINDS,
  type DraftTerms,
  isReachedAt,
  newTerms,
  readTerms,
  sameTerms,
  termsTyped,
} from "./alert-draft.ts"

const terms = (change: Partial<DraftTerms> = {}): DraftTerms => ({ ...newTerms("BTC_USDT_PERP"), ...change })
const listed = [
  { id: "BTC_USDT", kind: "spot" },
  { id: "ETH_USDT", kind: "spot" },
  { id: "BTC_USDT_SEC", kind: "second" },
  { id: "ETH_USDT_PERP", kind: "perpetual" },
  { id: "BTC_USDT_PERP", kind: "perpetual" },
] as Market[]

test.each<[Partial<DraftTerms>, object]>([
  [{ level: "65,000.10" }, { kind: "price", source: "last", direction: "above", price: "65000.1" }],
  [
    { level: "0.00000001", source: "mark", direction: "cross" },
    { source: "mark", direction: "cross", price: "0.00000001" },
  ],
  [
    { kind: "change", level: "5", direction: "below", minutes: 240 },
    { change: "0.05", direction: "below", minutes: 240 },
  ],
  [
    { kind: "change", level: "0.000001" },
    { change: "0.00000001", direction: "above" },
  ],
  [
    { kind: "volume", level: "1500.5", minutes: 5 },
    { volume: "1500.5", minutes: 5 },
  ],
  [
    { kind: "funding", level: "\u22120.01", direction: "below" },
    { rate: "-0.0001", direction: "below" },
  ],
  [{ kind: "funding", level: "0" }, { rate: "0" }],
  [
    { kind: "margin", level: "80", instrument: "" },
    { ratio: "0.8", instrument: "" },
  ],
  [
    { kind: "fill", level: "", instrument: "" },
    { kind: "fill", instrument: "" },
  ],
])("%j is sent as %j", (change, condition) => {
  const read = readTerms(terms(change), ".")
  expect(read.condition).toMatchObject(condition)
  // The wire takes it as it is.
  const asked = { condition: read.condition, note: "", mail: false, push: true }
  expect(addAlert.request.safeParse(asked).success).toBe(true)
})

test.each<[Partial<DraftTerms>, object]>([
  [{ level: "" }, { kind: "empty" }],
  [{ level: "high" }, { kind: "unreadable" }],
  [{ level: "1,234" }, { kind: "ambiguous", whole: "1234" }],
  [{ level: "0" }, { problem: { name: "ALERT_TERMS" } }],
  [{ level: "0.000000001" }, { problem: { name: "PRECISION" } }],
  [{ level: "200000000000000" }, { problem: { name: "ALERT_TERMS" } }],
  [{ kind: "change", level: "0.0000001" }, { problem: { name: "PRECISION" } }],
  [{ kind: "margin", level: "100000" }, { problem: { name: "ALERT_TERMS" } }],
  [{ kind: "funding", level: "-100000" }, { problem: { name: "ALERT_TERMS" } }],
  [{ kind: "volume", level: "-3" }, { kind: "unreadable" }],
])("%j is refused: %j", (change, problem) => {
  expect(readTerms(terms(change), ".")).toMatchObject({ problem })
})

test("what a condition is shown as reads back to the same condition, in both decimal marks", () => {
  const kind = fc.constantFrom(...DRAFT_KINDS)
  const units = fc.bigInt({ min: 1n, max: 99_999n * 100_000_000n })
  fc.assert(
    fc.property(kind, units, fc.constantFrom("en", "de"), (chosen, amount, language) => {
      const mark = language === "de" ? "," : "."
      const isShare = ["change", "funding", "margin"].includes(chosen)
      const typed = formatAmount(isShare ? amount - (amount % 100n) + 100n : amount)
      const { condition } = readTerms(terms({ kind: chosen, level: typed.replace(".", mark) }), mark)
      if (!condition) throw new Error(`${typed} was refused`)
      const shown = termsTyped(condition, language)
      expect(shown && readTerms(shown, mark).condition).toEqual(condition)
    }),
  )
})

test("a drawn line has no terms that could be typed", () => {
  const point = { time: 0, price: "1" as never }
  const line = { kind: "line", instrument: "BTC_USDT", source: "last", direction: "cross" } as const
  expect(termsTyped({ ...line, from: point, to: point }, "en")).toBeUndefined()
})

test("a kind of contracts takes the pair's contract; its figure is another, so it goes", () => {
  const before = terms({ instrument: "BTC_USDT", level: "65000" })
  expect(chosenTerms(before, { kind: "funding" }, listed)).toMatchObject({
    instrument: "BTC_USDT_PERP",
    level: "",
  })
  expect(chosenTerms(before, { kind: "margin" }, listed)).toMatchObject({ instrument: "" })
  expect(chosenTerms(terms({ kind: "fill", instrument: "" }), { kind: "price" }, listed)).toMatchObject({
    instrument: "BTC_USDT",
  })
})

test("without a mark price only the last one is left, and a change crosses nothing", () => {
  const marked = terms({ source: "mark", direction: "cross", level: "5" })
  expect(chosenTerms(marked, { instrument: "ETH_USDT" }, listed)).toMatchObject({
    source: "last",
    level: "5",
  })
  expect(chosenTerms(marked, { kind: "change" }, listed).direction).toBe("above")
  expect(sameTerms(marked, chosenTerms(marked, {}, listed))).toBe(true)
  expect(sameTerms(marked, chosenTerms(marked, { minutes: 5 }, listed))).toBe(false)
})

test("it would fire at once where the last price is at its level or beyond", () => {
  const at = (direction: DraftTerms["direction"], last: string | null) => {
    const { condition } = readTerms(terms({ direction, level: "100" }), ".")
    return condition && isReachedAt(condition, last)
  }
  expect([at("above", "100.0"), at("above", "99.9")]).toEqual([true, false])
  expect([at("below", "100.0"), at("below", "100.1")]).toEqual([true, false])
  expect([at("cross", "100.0"), at("cross", "99.9"), at("cross", null)]).toEqual([true, false, false])
})

test("what has fired isn't active any more", () => {
  const rows = (["armed", "fired", "paused"] as const).map((state, id) => ({ ...alertExample, id, state }))
  expect(activeAlerts(rows as AlertRow[]).map(({ id }) => id)).toEqual([2, 0])
})
