/** Every refusal has a number of its own, in the order of precedence. */

import { describe, expect, test } from "vitest"
import { SUCCESS_CODE } from "./endpoint.ts"
import { PROBLEMS, refuse } from "./problem.ts"

describe("refusals", () => {
  test("have a code each, that no other has and that is not success", () => {
    const codes = Object.values(PROBLEMS)
    expect(new Set<number>(codes).size).toBe(codes.length)
    expect(codes).not.toContain(SUCCESS_CODE)
  })

  test("stand in the catalogue in the order of their precedence (F1)", () => {
    const codes = Object.values(PROBLEMS)
    expect(codes.toSorted((a, b) => a - b)).toEqual(codes)
  })

  test("keep their numbers", () => {
    expect(PROBLEMS).toMatchObject({
      SESSION: 999,
      RATE_LIMIT: 1001,
      FORMAT: 1002,
      PRECISION: 1003,
      ENGINE_BUSY: 1101,
      UNKNOWN_INSTRUMENT: 1301,
      TRADING_STATE: 1401,
      TYPE_COMBINATION: 2001,
      TICK: 2002,
      LEVEL_LIMIT: 2008,
      PRICE_RANGE: 2101,
      PRICE_BAND: 2103,
      OPEN_ORDERS: 2201,
      FOK_BUDGET: 6003,
    })
  })

  test("carry their values only where there are some", () => {
    expect(refuse("TICK", { tick: "0.01" })).toEqual({
      ok: false,
      problem: { name: "TICK", values: { tick: "0.01" } },
    })
    expect(refuse("TICK")).toEqual({ ok: false, problem: { name: "TICK" } })
  })
})
