/** Checks which targets a price of the chart offers, and that setting one leaves the other as it stands. */

import { expect, test } from "vitest"
import type { Position } from "#core/wire/contract.ts"
import { targetRequest, targetsAt } from "./targets-at.ts"

const position = (more: object) =>
  ({ instrument: "A_USDT_PERP", side: "long", positionSide: "", targets: [], ...more }) as unknown as Position
const long = position({})
const short = position({ side: "short", positionSide: "short" })
const kinds = (price: string, last: string | null, all = [long, short]) =>
  targetsAt(all, "A_USDT_PERP", { price, last }).map(({ kind }) => kind)

test("above the last price a long takes its profit and a short stops its loss; below the other way round", () => {
  expect(kinds("101", "100")).toEqual(["takeProfit", "stopLoss"])
  expect(kinds("99", "100")).toEqual(["stopLoss", "takeProfit"])
})

test("at the last price, without one, and in another market there is none", () => {
  expect(kinds("100.0", "100")).toEqual([])
  expect(kinds("101", null)).toEqual([])
  expect(kinds("101", "100", [position({ instrument: "B_USDT_PERP" })])).toEqual([])
})

test("the other side of the whole position's pair is sent as it stands, parts aren't touched", () => {
  const stop = { price: "90", source: "last", limit: "89" }
  const targets = [
    { id: 1, quantity: "0.5", stopLoss: { price: "80", source: "mark", limit: "" } },
    { id: 2, quantity: "", stopLoss: stop },
  ]
  expect(targetRequest({ position: position({ targets }), kind: "takeProfit" }, "110")).toEqual({
    instrument: "A_USDT_PERP",
    takeProfit: { price: "110", source: "mark" },
    stopLoss: stop,
  })
  expect(targetRequest({ position: position({ targets }), kind: "stopLoss" }, "95")).toEqual({
    instrument: "A_USDT_PERP",
    stopLoss: { price: "95", source: "last" },
  })
  expect(targetRequest({ position: short, kind: "stopLoss" }, "105")).toMatchObject({ positionSide: "short" })
})
