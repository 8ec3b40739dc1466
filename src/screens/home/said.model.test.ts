/** Does the home page say what the exchange counted, and lead only to where it may? */

import { describe, expect, test } from "vitest"
import { blockLink, type HomeFigures, pageQuery, pictureAddress, shownFigures } from "./said.model.ts"

const FIGURES: HomeFigures = {
  regions: [],
  ordersPerSecond: 512.4,
  orderSeconds: 60,
  markets: { spot: 1053, perpetual: 25, second: 14 },
  turnover: [
    { quote: "USDT", amount: "19058478261.61964461" },
    { quote: "BTC", amount: "975.5" },
  ],
}
const texts = (figures: Partial<HomeFigures>, language = "en") =>
  shownFigures({ ...FIGURES, ...figures }, language).map(({ word, value }) => `${word} ${value}`)

describe("the figures", () => {
  test("are four, with the regions where the operator has set any", () => {
    expect(texts({})).toEqual([
      "orders 512",
      "turnover 19.1\u202fB USDT",
      "spotMarkets 1,053",
      "contracts 39",
    ])
    expect(texts({ regions: ["PL", "DE"] }, "de")).toEqual([
      "orders 512",
      "turnover 19,1\u202fMrd. USDT",
      "markets 1.092",
      "regions 2",
    ])
  })

  test("name the regions, and every quote to its last digit, to whoever asks", () => {
    const [, turnover, , regions] = shownFigures({ ...FIGURES, regions: ["PL", "DE"] }, "de")
    expect(turnover?.title).toBe("19.058.478.261,61964461 USDT · 975,5 BTC")
    expect(regions?.title).toBe("Deutschland und Polen")
  })

  test("tell tenths of few orders, and nothing before the first whole second", () => {
    expect(texts({ ordersPerSecond: 3.14 })[0]).toBe("orders 3.1")
    expect(texts({ ordersPerSecond: 0, orderSeconds: 12 })[0]).toBe("orders 0.0")
    expect(texts({ ordersPerSecond: 0, orderSeconds: 0 })[0]).toBe("orders null")
  })

  test("are unknown, in the same places, while nothing was told", () => {
    expect(shownFigures(undefined, "en").map(({ value }) => value)).toEqual([null, null, null, null])
    expect(texts({ turnover: [] })[1]).toBe("turnover null")
  })
})

describe("a block of the operator", () => {
  test.each([
    ["/pages/spot/index", { to: "/pages/spot/index", search: {} }],
    ["/pages/article/detail?id=data-age", { to: "/pages/article/detail", search: { id: "data-age" } }],
    ["https://example.org/a", { href: "https://example.org/a" }],
    ["/pages/nowhere", undefined],
    ["javascript:alert(1)", undefined],
    ["", undefined],
  ])("that names %j leads to %j", (link, expected) => {
    expect(blockLink({ link })).toEqual(expected)
  })

  test("has its pictures below the API's base, or elsewhere", () => {
    expect(pictureAddress("/content/a.webp", "https://api.example")).toBe(
      "https://api.example/content/a.webp",
    )
    expect(pictureAddress("https://cdn.example/a.webp", "https://api.example")).toBe(
      "https://cdn.example/a.webp",
    )
  })
})

test("what the page was opened with is handed on", () => {
  expect(pageQuery("?from=poster&hud")).toEqual({ from: "poster", hud: "" })
  expect(
    Object.keys(pageQuery(`?${Array.from({ length: 50 }, (_, at) => `k${at}=1`).join("&")}`)),
  ).toHaveLength(20)
})
