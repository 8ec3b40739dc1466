/** Tests of alerts on drawn lines: from left to right, found again by their points (J9). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { DRAWING_KINDS, type Drawing, type DrawingKind } from "#core/drawing/drawing.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import type { AlertRow } from "#core/wire/alert.ts"
import { alertOn, type LineCondition, lineCondition } from "./line-alert.model.ts"

const drawn = (kind: DrawingKind, ...points: [time: number, price: string][]) =>
  ({ kind, points: points.map(([time, price]) => ({ time, price })) }) as Pick<Drawing, "kind" | "points">
const armed = (condition: LineCondition, state: AlertRow["state"] = "armed") =>
  ({ id: 7, state, condition }) as AlertRow

const time = fc.integer({ min: 1, max: 2 ** 42 })
const price = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((units) => formatAmount(units as Amount))

test("only lines carry an alert", () => {
  const kinds = DRAWING_KINDS.filter((kind) =>
    lineCondition(drawn(kind, [1, "1"], [2, "2"], [3, "3"]), "BTC_USDT"),
  )
  expect(kinds).toEqual(["trend", "ray", "horizontal"])
})

test("a line that stands upright has no price at each moment, so no alert", () => {
  expect(lineCondition(drawn("trend", [5, "1"], [5, "2"]), "BTC_USDT")).toBeUndefined()
})

describe("whatever is drawn", () => {
  test("the condition goes from left to right through both points, and the alert on it is found", () => {
    fc.assert(
      fc.property(time, price, time, price, (t1, p1, t2, p2) => {
        fc.pre(t1 !== t2)
        const line = drawn("trend", [t1, p1], [t2, p2])
        const condition = lineCondition(line, "BTC_USDT")
        if (condition?.kind !== "line") throw new Error("no line")
        expect(condition.from.time).toBeLessThan(condition.to.time)
        expect([condition.from, condition.to].map((point) => point.price as string).sort()).toEqual(
          [p1, p2].sort(),
        )
        expect(alertOn(line, "BTC_USDT", [armed(condition)])?.id).toBe(7)
        // Not in another market, not once it has fired, not on the line when it has moved.
        expect(alertOn(line, "ETH_USDT", [armed(condition)])).toBeUndefined()
        expect(alertOn(line, "BTC_USDT", [armed(condition, "fired")])).toBeUndefined()
        const moved = drawn("trend", [t1 + 1, p1], [t2 + 1, p2])
        expect(alertOn(moved, "BTC_USDT", [armed(condition)])).toBeUndefined()
      }),
    )
  })

  test("zeros at the end of a price make no other line", () => {
    const condition = lineCondition(drawn("horizontal", [1, "65000.10"]), "BTC_USDT")
    expect(
      condition && alertOn(drawn("horizontal", [9, "65000.1"]), "BTC_USDT", [armed(condition)])?.id,
    ).toBe(7)
  })
})
