/** Do stored chart settings survive, by market, and does nonsense fall back field by field? */

import { beforeEach, describe, expect, test } from "vitest"
import { fitLengths, USUAL_SETUP } from "./chart-setup.ts"
import {
  changeSetup,
  changeStudy,
  chartSettings,
  parseChartSettings,
  resetSetup,
  SETUPS_MAX,
  setupOf,
} from "./chart-store.ts"

const defaults = {
  interval: "15m",
  secondInterval: "5s",
  hasOrders: true,
  hasPositions: true,
  hasFills: true,
  hasHeat: false,
  hasFootprint: false,
  usual: USUAL_SETUP,
  setups: {},
}

describe("stored settings", () => {
  test.each([
    null,
    "",
    "nonsense",
    "null",
    "[]",
    "3",
    '{"interval":"2m","usual":{"style":7,"studies":{"ma":{"lengths":"x","colours":[1]}}}}',
  ])("%s gives the defaults", (text) => {
    expect(parseChartSettings(text)).toEqual(defaults)
  })

  test("what was kept comes back", () => {
    const kept = {
      interval: "1D",
      secondInterval: "15s",
      hasOrders: false,
      hasPositions: false,
      hasFills: true,
      hasHeat: false,
      hasFootprint: false,
      usual: { ...USUAL_SETUP, style: "line" },
      setups: { BTC_USDT: { ...USUAL_SETUP, isLog: true, compare: ["ETH_USDT", "SOL_USDT"] } },
    }
    expect(parseChartSettings(JSON.stringify(kept))).toEqual(kept)
  })
})

test.each([
  ["ETH_USDT", ["ETH_USDT"]],
  ["", []],
  [null, []],
  [
    ["A", "B", "A", 3, "", "C", "D", "E"],
    ["A", "B", "C", "D"],
  ],
])("compared markets stored as %j are %j: once each, and four at most", (compare, expected) => {
  const text = JSON.stringify({ setups: { BTC_USDT: { compare } } })
  expect(parseChartSettings(text).setups.BTC_USDT?.compare).toEqual(expected)
})

describe("lengths", () => {
  test.each([
    ["ma", [7, 0, 9999], [7, 0, 500]],
    ["ma", [6.6, -4, "9"], [7, 0, 99]],
    ["boll", [1, 2.345], [2, 2.3]],
    ["macd", [26, 12, 9], [12, 26, 9]],
    ["kdj", [], [9, 3, 3]],
    ["vwap", [], [0, 0, 0]],
    ["vwap", [9, 1.04, -1], [3, 1, 0]],
    ["pivots", [1.4, "2"], [1, 0]],
    ["obv", [], [0]],
  ] as const)("%s %j are put right as %j", (kind, typed, right) => {
    expect(fitLengths(kind, typed)).toEqual(right)
  })
})

describe("a market's setup", () => {
  beforeEach(() => {
    Object.assign(chartSettings, parseChartSettings(null))
  })

  test("is its own, and a new market begins as the last one was set", () => {
    changeSetup("BTC_USDT", { isLog: true, compare: ["ETH_USDT"] })
    changeStudy("ETH_USDT", "rsi", { isOn: true })
    expect(setupOf(chartSettings, "BTC_USDT").studies.rsi.isOn).toBe(false)
    expect(setupOf(chartSettings, "SOL_USDT")).toMatchObject({ isLog: true, compare: [] })
    expect(setupOf(chartSettings, "SOL_USDT").studies.rsi.isOn).toBe(true)
  })

  test("goes back to what is delivered", () => {
    changeStudy("BTC_USDT", "ma", { lengths: [1, 2, 3] })
    resetSetup("BTC_USDT")
    expect(setupOf(chartSettings, "BTC_USDT")).toEqual(USUAL_SETUP)
  })

  test("is dropped when too many newer ones are kept", () => {
    for (let at = 0; at <= SETUPS_MAX; at += 1) changeSetup(`C${at}_USDT`, { isLog: true })
    expect(Object.keys(chartSettings.setups)).toHaveLength(SETUPS_MAX)
    expect(chartSettings.setups.C0_USDT).toBeUndefined()
  })
})

test("the chart of a second contract begins as a line without studies, and changing it changes no other's", () => {
  expect(setupOf({ setups: {}, usual: USUAL_SETUP }, "BTC_USDT_SEC")).toMatchObject({
    style: "line",
    studies: { ma: { isOn: false }, volume: { isOn: false } },
  })
  const before = chartSettings.usual
  changeSetup("ETH_USDT_SEC", { style: "candles" })
  expect(setupOf(chartSettings, "ETH_USDT_SEC").style).toBe("candles")
  expect(chartSettings.usual).toEqual(before)
})
