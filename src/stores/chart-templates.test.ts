/** Templates of indicators: kept by name, put on another market, and read again; nonsense on the device is left out. */

import { beforeEach, describe, expect, test } from "vitest"
import { TEMPLATE_NAME_MAX, TEMPLATES_MAX } from "#core/workspace/chart-template.ts"
import { chartTemplate } from "#core/workspace/layout-schema.ts"
import { changeSetup, changeStudy, chartSettings, parseChartSettings, setupOf } from "./chart-store.ts"
import {
  applyTemplate,
  chartTemplates,
  removeTemplate,
  saveTemplate,
  templateList,
} from "./chart-templates.ts"

beforeEach(() => {
  Object.assign(chartSettings, parseChartSettings(null))
  templateList.open("")
  for (const { id } of chartTemplates.all) removeTemplate(id)
})

const idOf = (name: string) => chartTemplates.all.find((each) => each.name === name)?.id ?? ""
const names = () => chartTemplates.all.map(({ name }) => name)

describe("a template", () => {
  test("puts its indicators with their settings on another market, and leaves the rest of its chart", () => {
    changeStudy("BTC_USDT", "supertrend", { isOn: true, lengths: [7, 2] })
    expect(saveTemplate("BTC_USDT", "  trend   following ")).toBeNull()
    changeStudy("BTC_USDT", "supertrend", { isOn: false, lengths: [10, 3] })
    changeSetup("ETH_USDT", { isLog: true, compare: ["SOL_USDT"] })
    applyTemplate("ETH_USDT", idOf("trend following"))
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
    expect(chartTemplates.all).toMatchObject([{ name: "a", studies: { obv: { isOn: true } } }])
    expect(saveTemplate("BTC_USDT", " ")).toBe("nameless")
    for (let at = 1; at < TEMPLATES_MAX; at += 1) saveTemplate("BTC_USDT", `t${at}`)
    expect(saveTemplate("BTC_USDT", "one more")).toBe("full")
    expect(saveTemplate("BTC_USDT", "t1")).toBeNull()
    removeTemplate(idOf("t1"))
    expect(saveTemplate("BTC_USDT", "n".repeat(99))).toBeNull()
    expect(names().at(-1)).toHaveLength(TEMPLATE_NAME_MAX)
  })
})

test("what is kept is what a server takes, and what isn't a template comes to nothing", () => {
  changeSetup("BTC_USDT", { panes: [["volume"], ["rsi", "atr"], ["macd"], ["kdj"], ["stochRsi"], ["obv"]] })
  saveTemplate("BTC_USDT", "mine")
  const [mine] = chartTemplates.all
  expect(chartTemplate.safeParse(mine).success).toBe(true)
  const { read } = templateList.kind
  expect(read(JSON.parse(JSON.stringify(mine)))).toEqual(mine)
  // Of a release before: without an id and panes.
  expect(read({ name: "bare", studies: { macd: { lengths: [26, 12, 9] } } })).toMatchObject({
    name: "bare",
    studies: { macd: { lengths: [12, 26, 9] } },
    panes: [["volume"], ["macd"], ["rsi"], ["kdj"], ["atr"], ["stochRsi"], ["obv"]],
  })
  for (const nonsense of [null, 3, {}, { name: " " }, { name: 7 }]) expect(read(nonsense)).toBeUndefined()
})
