/** Everything on the picture has a place of its own in every shape, and only what is wanted is there. */

import { describe, expect, test } from "vitest"
import {
  fittingSize,
  layoutOf,
  type PictureItem,
  type PictureWords,
  SHAPES,
  type Shape,
} from "./picture-layout.ts"

const words: PictureWords = {
  ...{ brand: "Saker", hasMark: true, contract: "BTC/USDT", side: "long", sideText: "Long 20×", sign: 1 },
  roe: { label: "ROE", text: "+12.40 %" },
  entry: { label: "Entry", text: "67,284.1" },
  exit: { label: "Mark", text: "67,300.5" },
  profit: { label: "PnL USDT", text: "+82.31 USDT" },
  time: "25 Jul 2026, 17:20:00 UTC",
  invite: {
    ...{ call: "Join me on Saker", label: "Invite code", text: "K7M2QX", address: "trade.example.org" },
    link: "https://trade.example.org/#/register?invite=K7M2QX",
  },
}
const FIGURES = ["contract", "side", "roe", "entry", "exit", "time"]
const shapes = Object.keys(SHAPES) as Shape[]
const forms = shapes.flatMap((shape) =>
  [true, false].flatMap((hasMoney) => [true, false].map((hasInvite) => ({ shape, hasMoney, hasInvite }))),
)
const layoutFor = ({ shape, hasMoney, hasInvite }: (typeof forms)[number]) =>
  layoutOf(shape, {
    ...words,
    profit: hasMoney ? words.profit : null,
    invite: hasInvite ? words.invite : null,
  })
const partsOf = (items: readonly PictureItem[]) => items.map(({ part }) => part)
const textsOf = (items: readonly PictureItem[]) =>
  items.flatMap((item) => (item.kind === "text" || item.kind === "code" ? [item.text] : []))

describe.each(forms)("$shape, money $hasMoney, invite $hasInvite", (form) => {
  const { width, height, items } = layoutFor(form)

  test("has the shape's size, and all parts within it", () => {
    expect({ width, height }).toEqual(SHAPES[form.shape])
    const outside = items.filter(
      (item) =>
        item.x < 40 || item.y < 40 || item.x + item.width > width - 40 || item.y + item.height > height - 40,
    )
    expect(partsOf(outside)).toEqual([])
  })

  test("lays nothing over anything else", () => {
    const over = items.flatMap((one, place) =>
      items
        .slice(place + 1)
        .filter(
          (other) =>
            sharedSpan(one, other, "x", "width") > 0.01 && sharedSpan(one, other, "y", "height") > 0.01,
        )
        .map((other) => `${one.part} and ${other.part}`),
    )
    expect(over).toEqual([])
  })

  test("has every figure, and money and invite only where they are wanted", () => {
    const parts = partsOf(items)
    expect(parts).toEqual(expect.arrayContaining(FIGURES))
    expect(parts.includes("profit")).toBe(form.hasMoney)
    expect(textsOf(items).some((text) => text.includes("82.31"))).toBe(form.hasMoney)
    expect(parts.includes("code")).toBe(form.hasInvite)
    expect(textsOf(items).some((text) => text.includes("K7M2QX"))).toBe(form.hasInvite)
  })
})

test("a brand that has a logo of its own, or isn't known, leaves the built-in mark and an empty name out", () => {
  const { items } = layoutOf("square", { ...words, hasMark: false, brand: "" })
  expect(partsOf(items)).not.toContain("mark")
  expect(partsOf(items)).not.toContain("brand")
})

test("a short points down, a long up", () => {
  const arrowOf = (side: PictureWords["side"]) =>
    layoutOf("square", { ...words, side }).items.find(({ kind }) => kind === "arrow")
  expect(arrowOf("long")).toMatchObject({ isUp: true })
  expect(arrowOf("short")).toMatchObject({ isUp: false })
})

test.each([
  [{ size: 50, measured: 400, width: 800 }, 50],
  [{ size: 50, measured: 800, width: 800 }, 50],
  [{ size: 50, measured: 1000, width: 800 }, 40],
])("%o is written at %d px", ({ size, measured, width }, fitted) => {
  expect(fittingSize(size, measured, width)).toBe(fitted)
})

function sharedSpan(
  one: PictureItem,
  other: PictureItem,
  from: "x" | "y",
  length: "width" | "height",
): number {
  return Math.min(one[from] + one[length], other[from] + other[length]) - Math.max(one[from], other[from])
}
