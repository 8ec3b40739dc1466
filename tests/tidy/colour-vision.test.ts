/**
 * Are up and down, buy and sell told apart by those who see colours otherwise? The tokens, as protanopia, deuteranopia and
 * tritanopia see them: matrices of Machado, Oliveira and Fernandes (2009), "A physiologically-based model for simulation of color
 * vision deficiency", severity 1.0, on linear sRGB. Differences are ΔE*ab of CIE 1976 (about 2.3 is just seen), contrast is WCAG's.
 */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "./source-files.ts"

type Triple = readonly [number, number, number]

const SIGHTS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const TO_XYZ: readonly [Triple, Triple, Triple] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
]
/** D65. */
const WHITE: Triple = [0.95047, 1, 1.08883]

const css = readFileSync(join(root, "src/styles/tokens.css"), "utf8")

/** The tokens of a theme in a palette: of blocks that name the same token the later one counts. */
function tokensOf(theme: "dark" | "white", palette: "standard" | "colourblind"): (name: string) => string {
  const found = new Map<string, string>()
  for (const [, selectors = "", body = ""] of css.matchAll(/^([^\n{}]*)\{([^{}]*)\}/gm)) {
    const isOurs = selectors.split(",").some((selector) => {
      const asked = [...selector.matchAll(/\[data-(theme|palette)="(\w+)"\]/g)]
      return (
        asked.length > 0 && asked.every(([, what, value]) => value === (what === "theme" ? theme : palette))
      )
    })
    if (!isOurs) continue
    for (const [, name = "", value = ""] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) found.set(name, value)
  }
  return (name) => found.get(name) ?? expect.fail(`no token ${name}`)
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const times = (rows: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple => {
  const [a, b, c] = rows.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Triple
  return [a, b, c]
}

/** Linear sRGB of a token, laid over `ground` where it is translucent. */
function colourOf(text: string, ground?: string): Triple {
  const hex = /^#(\w\w)(\w\w)(\w\w)$/.exec(text)
  if (hex) return hex.slice(1).map((part) => linear(Number.parseInt(part, 16) / 255)) as unknown as Triple
  const [red = 0, green = 0, blue = 0, share = 1] = (text.match(/[\d.]+/g) ?? []).map(Number)
  const under = (/^#(\w\w)(\w\w)(\w\w)$/.exec(ground ?? "")?.slice(1) ?? []).map((part) =>
    Number.parseInt(part, 16),
  )
  return [red, green, blue].map((part, place) =>
    linear((part * share + (under[place] ?? 0) * (1 - share)) / 255),
  ) as unknown as Triple
}

const seen = (colour: Triple, sight: string): Triple =>
  times(SIGHTS[sight] ?? expect.fail(sight), colour).map((part) =>
    Math.min(1, Math.max(0, part)),
  ) as unknown as Triple

function lab(colour: Triple): Triple {
  const [x, y, z] = times(TO_XYZ, colour).map((part, place) => {
    const share = part / (WHITE[place] ?? 1)
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116
  }) as unknown as Triple
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function difference(one: Triple, other: Triple): number {
  const [a, b] = [lab(one), lab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function contrast(one: Triple, other: Triple): number {
  const [light = 0, dark = 0] = [one, other].map((colour) => times(TO_XYZ, colour)[1]).sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(["dark", "white"] as const)("in the %s theme", (theme) => {
  describe.each(Object.keys(SIGHTS))("with %s", (sight) => {
    const token = tokensOf(theme, "colourblind")
    const as = (name: string) => seen(colourOf(token(name), token("bg")), sight)

    test("the colour-blind palette keeps buy and sell far apart, and both readable", () => {
      expect(difference(as("buy"), as("sell"))).toBeGreaterThan(60)
      for (const name of ["buy", "sell"]) expect(contrast(as(name), as("bg"))).toBeGreaterThan(4.5)
      for (const name of ["buy", "sell"])
        expect(contrast(as(`${name}-ink`), as(name)), `ink on ${name}`).toBeGreaterThan(4.5)
    })

    test("its depth bars and flashes are told apart too", () => {
      expect(difference(as("buy-depth"), as("sell-depth"))).toBeGreaterThan(12)
      expect(difference(as("flash-up"), as("flash-down"))).toBeGreaterThan(12)
    })

    test("compared markets differ in colour, beside their dashes", () => {
      const lines = [1, 2, 3, 4].map((place) => as(`compared-${place}`))
      for (const [place, line] of lines.entries())
        for (const other of lines.slice(place + 1)) expect(difference(line, other)).toBeGreaterThan(9)
    })
  })

  test("the standard palette is what red-green blindness mixes up: it is why there is another", () => {
    const token = tokensOf(theme, "standard")
    const apart = (sight: string) =>
      difference(seen(colourOf(token("buy")), sight), seen(colourOf(token("sell")), sight))
    expect(apart("usual")).toBeGreaterThan(90)
    expect(Math.min(apart("protanopia"), apart("deuteranopia"))).toBeLessThan(40)
  })
})
