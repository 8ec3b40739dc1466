/** Can every text be read on every surface, in both themes and the colour-blind palette? (WCAG 2.2 AA) */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "./source-files.ts"

const css = readFileSync(join(root, "src/styles/tokens.css"), "utf8")

type Tokens = Record<string, string>
type Rgb = [number, number, number]

function tokensOf(selector: string): Tokens {
  const start = css.indexOf("{", css.indexOf(selector))
  const body = css.slice(start, css.indexOf("}", start))
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})/g)].map((match) => [match[1], match[2]]),
  )
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(rgb(one)), luminance(rgb(other))].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const dark = tokensOf(':root, [data-theme="dark"] {')
const white = { ...dark, ...tokensOf('[data-theme="white"] {') }
const themes: Record<string, Tokens> = {
  dark,
  white,
  "dark colour-blind": { ...dark, ...tokensOf('[data-palette="colourblind"],') },
  "white colour-blind": { ...white, ...tokensOf('[data-theme="white"][data-palette="colourblind"] {') },
}
const PAIRS = [
  ["accent-ink", "accent"],
  ["buy-ink", "buy"],
  ["sell-ink", "sell"],
  ["warn-ink", "warn"],
  ["accent", "accent-soft"],
  ["buy", "buy-soft"],
  ["sell", "sell-soft"],
  ["warn", "warn-soft"],
  ["info", "info-soft"],
  ["danger", "danger-soft"],
] as const

describe.each(Object.entries(themes))("in the %s theme", (_name, tokens) => {
  const ratio = (one: string, other: string) => contrast(tokens[one] ?? "#000000", tokens[other] ?? "#000000")

  test.each(["text-1", "text-2", "text-3"])("%s reads on every surface", (text) => {
    for (const surface of ["bg", "surface-1", "surface-2", "surface-3"])
      expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(["accent", "buy", "sell", "warn", "info", "danger"])(
    "%s reads on page, bar and field",
    (text) => {
      for (const surface of ["bg", "surface-1", "surface-2"])
        expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(PAIRS)("%s reads on %s", (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(["compared-1", "compared-2", "compared-3", "compared-4"])(
    "%s reads in the chart's legend",
    (line) => {
      expect(ratio(line, "bg")).toBeGreaterThanOrEqual(4.5)
    },
  )

  test("focus rings and outlines stand out", () => {
    for (const mark of ["focus", "line-3"]) expect(ratio(mark, "bg")).toBeGreaterThanOrEqual(3)
  })
})
