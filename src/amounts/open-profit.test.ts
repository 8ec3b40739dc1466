/** The open profit by the last price: that of P9, with its sign, for both sides. */

import { expect, test } from "vitest"
import type { Position } from "#core/wire/contract.ts"
import { profitAt } from "./open-profit.ts"

const held = (side: Position["side"], cost: string) => ({
  side,
  quantity: "0.020" as Position["quantity"],
  cost,
  leverage: 20,
})

test.each([
  ["long", "1345.682", "67500.0", { unrealised: "4.318", sign: 1, roe: "+6.42\u202f%" }],
  ["long", "1345.682", "67000.0", { unrealised: "-5.682", sign: -1, roe: "\u22128.44\u202f%" }],
  ["short", "-1345.682", "67000.0", { unrealised: "5.682", sign: 1, roe: "+8.44\u202f%" }],
  ["short", "-1345.682", "67284.1", { unrealised: "0", sign: 0, roe: "0.00\u202f%" }],
] as const)("a %s of cost %s at %s", (side, cost, price, profit) => {
  expect(profitAt(held(side, cost), price, "en")).toEqual(profit)
})

test("without a price nothing is known", () => {
  expect(profitAt(held("long", "1345.682"), null, "en")).toEqual({ unrealised: null, sign: 0, roe: null })
})
