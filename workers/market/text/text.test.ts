/** Checks how numbers look in all eight languages (docs/design.md, figures). */

import { describe, expect, test } from "vitest"
import { LANGUAGES, type Language } from "#core/wire/language.ts"
import { fakeMarket } from "../fake-surroundings.ts"
import { Catalogue, type Listed } from "../feeds/catalogue.ts"
import { largeFigure } from "./large-figure.ts"
import { localDecimal, localPrice } from "./local-decimal.ts"
import { MarketText } from "./market-text.ts"
import { marksOf } from "./number-marks.ts"
import { signedPercent, spreadPercent } from "./percent-text.ts"

const feed = { kind: "simulated", source: "", practice: true, since: 0 } as const

function listed(tick: string, lot: string): Listed {
  const catalogue = new Catalogue()
  catalogue.replace("spot", [fakeMarket("BTC_USDT", { tick, lot })], feed)
  const one = catalogue.get("BTC_USDT")
  if (!one) throw new Error("not listed")
  return one
}

const textOf = (language: string, tick = "0.1", lot = "0.0001") => new MarketText(listed(tick, lot), language)
/** Spaces made visible: narrow no-break as _, no-break as ~. */
const seen = (text: string | null) => text?.replaceAll("\u202f", "_").replaceAll("\u00a0", "~") ?? null

interface Expected {
  thousand: string
  price: string
  million: string
  amount: string
  loss: string
  gain: string
  large: string
  middle: string
  small: string
  tiny: string
}

const TABLE: Record<Language, Expected> = {
  en: {
    thousand: "1,234.5",
    price: "67,284.1",
    million: "1,234,567.0",
    amount: "0.0190",
    loss: "−1.93_%",
    gain: "+1.84_%",
    large: "1.92_B",
    middle: "412_M",
    small: "61.8_K",
    tiny: "0.0{4}2218",
  },
  zh: {
    thousand: "1,234.5",
    price: "67,284.1",
    million: "1,234,567.0",
    amount: "0.0190",
    loss: "−1.93_%",
    gain: "+1.84_%",
    large: "19.2亿",
    middle: "4.12亿",
    small: "6.18万",
    tiny: "0.0{4}2218",
  },
  de: {
    thousand: "1.234,5",
    price: "67.284,1",
    million: "1.234.567,0",
    amount: "0,0190",
    loss: "−1,93_%",
    gain: "+1,84_%",
    large: "1,92_Mrd.",
    middle: "412_Mio.",
    small: "61.800",
    tiny: "0,0{4}2218",
  },
  fr: {
    thousand: "1_234,5",
    price: "67_284,1",
    million: "1_234_567,0",
    amount: "0,0190",
    loss: "−1,93_%",
    gain: "+1,84_%",
    large: "1,92_Md",
    middle: "412_M",
    small: "61,8_k",
    tiny: "0,0{4}2218",
  },
  es: {
    thousand: "1234,5",
    price: "67.284,1",
    million: "1.234.567,0",
    amount: "0,0190",
    loss: "−1,93_%",
    gain: "+1,84_%",
    large: "1920_M",
    middle: "412_M",
    small: "61,8_mil",
    tiny: "0,0{4}2218",
  },
  pt: {
    thousand: "1.234,5",
    price: "67.284,1",
    million: "1.234.567,0",
    amount: "0,0190",
    loss: "−1,93_%",
    gain: "+1,84_%",
    large: "1,92_bi",
    middle: "412_mi",
    small: "61,8_mil",
    tiny: "0,0{4}2218",
  },
  it: {
    thousand: "1.234,5",
    price: "67.284,1",
    million: "1.234.567,0",
    amount: "0,0190",
    loss: "−1,93_%",
    gain: "+1,84_%",
    large: "1,92_Mld",
    middle: "412_Mln",
    small: "61,8_K",
    tiny: "0,0{4}2218",
  },
  pl: {
    thousand: "1234,5",
    price: "67~284,1",
    million: "1~234~567,0",
    amount: "0,0190",
    loss: "−1,93_%",
    gain: "+1,84_%",
    large: "1,92_mld",
    middle: "412_mln",
    small: "61,8_tys.",
    tiny: "0,0{4}2218",
  },
}

describe.each(LANGUAGES)("in %s", (language) => {
  const expected = TABLE[language]
  const text = textOf(language)
  const marks = marksOf(language)

  test("prices are grouped and have all decimals of the tick", () => {
    expect(seen(text.price("1234.5"))).toBe(expected.thousand)
    expect(seen(text.price("67284.1"))).toBe(expected.price)
    expect(seen(text.price("1234567"))).toBe(expected.million)
    expect(seen(text.ticks(672841))).toBe(expected.price)
  })

  test("amounts have all decimals of the lot", () => {
    expect(text.lots(190)).toBe(expected.amount)
  })

  test("changes are signed with a real minus and a thin space before the percent sign", () => {
    expect(seen(signedPercent(-1.934, marks))).toBe(expected.loss)
    expect(seen(signedPercent(1.842, marks))).toBe(expected.gain)
    expect(seen(signedPercent(-0.001, marks))).toBe(`0${marks.decimal}00_%`)
  })

  test("large figures have three figures and a unit", () => {
    expect(seen(largeFigure("1921400000", language))).toBe(expected.large)
    expect(seen(largeFigure("412000000.00", language))).toBe(expected.middle)
    expect(seen(largeFigure("61812", language))).toBe(expected.small)
  })

  test("tiny prices count their zeros", () => {
    expect(textOf(language, "0.00000001", "1").price("0.00002218")).toBe(expected.tiny)
  })
})

describe("prices", () => {
  test("of three zeros are written out, of four are not", () => {
    const text = textOf("en", "0.00000001", "1")
    expect(text.price("0.00022180")).toBe("0.00022180")
    expect(text.price("0.00002218")).toBe("0.0{4}2218")
    expect(text.ticks(2218)).toBe("0.0{4}2218")
  })

  test("of more places than any tick has keep four figures", () => {
    expect(localPrice("0.000008712", marksOf("de"))).toBe("0,0{5}8712")
    expect(localPrice("0.00000871249", marksOf("en"))).toBe("0.0{5}8712")
  })

  test("that are unknown are null, and what is no number stays as it is", () => {
    expect(textOf("en").price("")).toBeNull()
    expect(textOf("en").price("--")).toBe("--")
  })

  test("of an index are rounded half up to the tick's decimals", () => {
    expect(textOf("en").price("67284.15")).toBe("67,284.2")
    expect(textOf("en").price("67284.04999999")).toBe("67,284.0")
    expect(textOf("de", "0.01").price("9.999")).toBe("10,00")
  })

  test("of groups have only the decimals that the step needs", () => {
    const text = textOf("en")
    expect(text.ticks(672840, 10)).toBe("67,284")
    expect(text.ticks(672800, 100)).toBe("67,280")
    expect(text.ticks(672841, 1)).toBe("67,284.1")
    expect(textOf("en", "0.0001").ticks(12340, 10)).toBe("1.234")
  })

  test("of a half-unit tick keep its decimals", () => {
    expect(textOf("en", "0.5").ticks(134569)).toBe("67,284.5")
    expect(textOf("en", "0.5").ticks(134568, 2)).toBe("67,284")
    expect(textOf("en", "10").ticks(6728)).toBe("67,280")
  })

  test("differences are signed, and nothing has no sign", () => {
    expect(textOf("en").signedTicks(12157)).toBe("+1,215.7")
    expect(textOf("en").signedTicks(-12157)).toBe("−1,215.7")
    expect(textOf("en").signedTicks(0)).toBe("0.0")
  })
})

test("a spread shows as many decimals as it needs, at most four", () => {
  const marks = marksOf("en")
  expect([0.05, 0.0012, 0.00015, 0, 1.234].map((percent) => seen(spreadPercent(percent, marks)))).toEqual([
    "0.05_%",
    "0.001_%",
    "0.0001_%",
    "0.00_%",
    "1.23_%",
  ])
})

test("an unknown language is written as English, an old code as its language", () => {
  expect(localDecimal("1234.5", marksOf("xx"))).toBe("1,234.5")
  expect(localDecimal("12345.5", marksOf("sp"))).toBe("12.345,5")
  expect(localPrice("-0.5", marksOf("en"))).toBe("−0.5")
})

test.each([
  ["2800000000", "2.80_B"],
  ["76000000", "76.0_M"],
  ["5", "5.00"],
])("%s has three figures even where they are noughts", (text, expected) => {
  expect(seen(largeFigure(text, "en"))).toBe(expected)
})

test("a large figure of no number is unknown", () => {
  expect(largeFigure("", "en")).toBeNull()
  expect(largeFigure("abc", "en")).toBeNull()
  expect(largeFigure("0", "en")).toBe("0.00")
})

test("numbers have the marks one chose, units stay in the language", () => {
  const text = new MarketText(listed("0.1", "0.0001"), "en", "de")
  expect(text.price("67284.1")).toBe("67.284,1")
  expect(seen(largeFigure("1921400000", text.language, text.marks.decimal))).toBe("1,92_B")
})
