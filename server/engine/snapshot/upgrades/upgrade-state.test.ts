/** Each upgrade step makes the next version of a state, and the steps end at the present one (R6). */

import { describe, expect, test } from "vitest"
import { STATE_VERSION } from "../../versions.ts"
import { from1to2 } from "./from-1-to-2.ts"
import { from2to3 } from "./from-2-to-3.ts"
import { from3to4 } from "./from-3-to-4.ts"
import { from4to5 } from "./from-4-to-5.ts"
import { from5to6 } from "./from-5-to-6.ts"
import { upgradeState } from "./upgrade-state.ts"

const STATE_1 = {
  indexes: [],
  markets: [{ last: 5, rising: [], falling: [] }],
  pricings: [],
  seq: 7,
  time: 1000,
  holders: [
    { account: "u1", isFrozen: false, level: 2, purses: [["funding", "USDT", 5n, 1n, 0n, 0n]] },
    { account: "u2", isFrozen: true, level: 0, purses: [] },
  ],
  keys: [
    { name: "order", answer: { ok: true, value: { order: { id: 3 } } } },
    { name: "transfer", answer: { ok: false, problem: { name: "WRONG_SIZE" } } },
  ],
  stops: { opening: ["BTC_USDT"] },
}

describe("state 1 → 2", () => {
  test("holders are accounts, purses balances, stops halts; the rest stays", () => {
    const before = structuredClone(STATE_1)
    expect(from1to2(STATE_1)).toEqual({
      version: 2,
      indexes: [],
      markets: [{ last: 5, rising: [], falling: [] }],
      pricings: [],
      seq: 7,
      time: 1000,
      accounts: [
        { id: "u1", isFrozen: false, level: 2, balances: [["funding", "USDT", 5n, 1n, 0n, 0n]] },
        { id: "u2", isFrozen: true, level: 0, balances: [] },
      ],
      keys: [
        { name: "order", answer: { ok: true, value: { order: { kind: "spot", id: 3 } } } },
        { name: "transfer", answer: { ok: false, problem: { name: "WRONG_SIZE" } } },
      ],
      halts: { opening: ["BTC_USDT"] },
    })
    expect(STATE_1).toEqual(before)
  })

  test("says which section is missing", () => {
    expect(() => from1to2({ seq: 7 })).toThrow("holders is missing")
    expect(() => from1to2({ holders: ["u1"] })).toThrow("holders.0 is not an object")
  })
})

describe("state 2 → 3", () => {
  test("halts are pauses, stops aren't bounded and none waits for its turn, orders say their side; the rest stays", () => {
    const saved = {
      version: 2,
      seq: 7,
      markets: [{ last: 5, rising: [[1, "u1"]] }],
      pricings: [{ instrument: "BTC_USDT_PERP", mark: 7n }],
      halts: { opening: ["BTC_USDT"] },
      keys: [
        {
          name: "order\nu1\nk",
          body: "a|b",
          until: 9,
          answer: { ok: true, value: { order: { id: 3, hold: 5n } } },
        },
        {
          name: "transfer\nu1\nt",
          body: "c",
          until: 10,
          answer: { ok: false, problem: { name: "WRONG_SIZE" } },
        },
      ],
    }
    const before = structuredClone(saved)
    expect(from2to3(saved)).toEqual({
      version: 3,
      seq: 7,
      stopsPerCommand: null,
      markets: [{ last: 5, rising: [[1, "u1", false, null, null]], reached: [], trailing: [] }],
      pricings: [{ instrument: "BTC_USDT_PERP", mark: 7n, closing: null }],
      pauses: { opening: ["BTC_USDT"] },
      keys: [
        "order\nu1\nk",
        `9\norder\t3${"\t".repeat(20)}5${"\t".repeat(18)}\na|b`,
        "transfer\nu1\nt",
        '10\nrefused\t{"name":"WRONG_SIZE"}\nc',
      ],
    })
    expect(saved).toEqual(before)
    expect(() => from2to3({ version: 2 })).toThrow("markets is missing")
  })
})

describe("state 3 → 4", () => {
  test("nothing is known of second contracts, nor of the tick before an index's last; the rest stays", () => {
    const saved = { version: 3, seq: 7, indexes: [{ name: "BTC_USDT", last: 5n, seq: 9 }] }
    const before = structuredClone(saved)
    expect(from3to4(saved)).toEqual({
      version: 4,
      seq: 7,
      indexes: [{ name: "BTC_USDT", last: 5n, seq: 9, before: null }],
      seconds: { nextId: 1, exposureLimit: 10_000_000_000_000n, listed: [], contracts: [], accounts: [] },
    })
    expect(saved).toEqual(before)
    expect(() => from3to4({ version: 3 })).toThrow("indexes is missing")
  })
})

describe("state 4 → 5", () => {
  test("nothing is known of deposits, withdrawals and AI products; the rest stays", () => {
    const saved = { version: 4, seq: 7 }
    expect(from4to5(saved)).toEqual({
      version: 5,
      seq: 7,
      ai: { nextId: 1, products: [], holdings: [] },
      custody: {
        ...{ nextDeposit: 1, nextWithdrawal: 1, dropped: 0, deposits: [], finals: [], withdrawals: [] },
        ...{ uses: [], claims: [], costs: [], closed: [], frozen: null },
      },
    })
    expect(saved).toEqual({ version: 4, seq: 7 })
  })
})

describe("state 5 → 6", () => {
  test("no order is good till a time and no countdown runs yet; the rest stays", () => {
    const saved = { version: 5, seq: 7, markets: [] }
    expect(from5to6(saved)).toEqual({ version: 6, seq: 7, markets: [], countdowns: [] })
    expect(saved).toEqual({ version: 5, seq: 7, markets: [] })
  })
})

describe("an upgrade", () => {
  test("of the first version, which names none, ends at the present one", () => {
    expect(upgradeState(STATE_1)).toMatchObject({ version: STATE_VERSION, seq: 7 })
  })

  test("of the present version changes nothing", () => {
    const state = { version: STATE_VERSION, seq: 7 }
    expect(upgradeState(state)).toEqual(state)
  })

  test.each([
    [
      { version: STATE_VERSION + 1 },
      `it has version ${STATE_VERSION + 1}, this Saker reads versions 1 to ${STATE_VERSION}`,
    ],
    [{ version: 0 }, "it has version 0"],
    [{ version: "2" }, "its version is not a number"],
    [null, "the state is not an object"],
  ])("of %o is refused", (state, why) => {
    expect(() => upgradeState(state)).toThrow(why)
  })
})
