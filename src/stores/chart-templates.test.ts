/** Templates of indicators: kept by name, put on another market, and read again; nonsense on the device is left out. */

import { beforeEach, describe, expect, test } from "vitest"
import { changeSetup, changeStudy, chartSettings, parseChartSettings, setupOf } from "./chart-store.ts"
import {
  applyTemplate,
  chartTemplates,
  parseTemplates,
  removeTemplate,
  saveTemplate,
  TEMPLATE_NAME_MAX,
  TEMPLATES_MAX,
} from "./chart-templates.ts"

beforeEach(() => {
  Object.assign(chartSettings, parseChartSettings(null))
  for (const { name } of chartTemplates.list) removeTemplate(name)
})

const names = () => chartTemplates.list.map(({ name }) => name)

describe("a template", () => {
  test("puts its indicators with their settings on another market, and leaves the rest of its chart", () => {
    changeStudy("BTC_USDT", "supertrend", { isOn: true, lengths: [7, 2] })
    expect(saveTemplate("BTC_USDT", "  trend   following ")).toBeNull()
    changeStudy("BTC_USDT", "supertrend", { isOn: false, lengths: [10, 3] })
    changeSetup("ETH_USDT", { isLog: true, compare: ["SOL_USDT"] })
    applyTemplate("ETH_USDT", "trend following")
    expect(setupOf(chartSettings, "ETH_USDT")).toMatchObject({
      isLog: true,
      compare: ["SOL_USDT"],
      studies: { supertrend: { isOn: true, lengths: [7, 2] } },
    })
    expect(setupOf(chartSettings, "BTC_USDT").studies.supertrend.isOn).toBe(false)
  })

  test("with a name that exists replaces the one that had it; one without a name, or one too many, is refused", () => {
    saveTemplate("BTC_USDT", "a")
    changeStudy("BTC_USDT", "obv", { isOn: true })
    expect(saveTemplate("BTC_USDT", "a")).toBeNull()
    expect(chartTemplates.list).toMatchObject([{ name: "a", studies: { obv: { isOn: true } } }])
    expect(saveTemplate("BTC_USDT", " ")).toBe("nameless")
    for (let at = 1; at < TEMPLATES_MAX; at += 1) saveTemplate("BTC_USDT", `t${at}`)
    expect(saveTemplate("BTC_USDT", "one more")).toBe("full")
    expect(saveTemplate("BTC_USDT", "t1")).toBeNull()
    removeTemplate("t1")
    expect(saveTemplate("BTC_USDT", "n".repeat(99))).toBeNull()
    expect(names().at(-1)).toHaveLength(TEMPLATE_NAME_MAX)
  })
})

test("what the device keeps comes back, and what isn't a template doesn't", () => {
  saveTemplate("BTC_USDT", "mine")
  const text = JSON.stringify([
    ...chartTemplates.list,
    { name: "mine" },
    { name: " " },
    3,
    null,
    { name: "bare" },
  ])
  expect(parseTemplates(text).map(({ name }) => name)).toEqual(["mine", "bare"])
  expect(parseTemplates(text)[1]?.studies.macd.lengths).toEqual([12, 26, 9])
  for (const nonsense of [null, "", "{", "{}", "7"]) expect(parseTemplates(nonsense)).toEqual([])
})
