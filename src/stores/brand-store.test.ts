/** Is a kept brand read as it was, and rubbish as none? */

import { afterEach, describe, expect, test, vi } from "vitest"
import { brand, startingBrand, writeBrand } from "./brand-store.ts"

const UNKNOWN = { name: "", logo: "", ratio: 1, isKnown: false }

describe("the brand at the start", () => {
  test.each([[null], ["null"], ["5"], ['{"name":"Acme"'], ['{"name":"Acme"}'], ['{"name":3,"logo":""}']])(
    "%j is none",
    (kept) => {
      expect(startingBrand(kept)).toEqual(UNKNOWN)
    },
  )

  test("is the one of the last visit, its logo's place within bounds", () => {
    const of = (ratio: unknown) => startingBrand(JSON.stringify({ name: "Acme", logo: "/a.svg", ratio }))
    expect(of(3.5)).toEqual({ name: "Acme", logo: "/a.svg", ratio: 3.5, isKnown: true })
    expect([0, -1, 0.2, 40, "x", null].map((ratio) => of(ratio).ratio)).toEqual([1, 1, 1, 5, 1, 1])
  })
})

test("another logo begins with a square place, the same one keeps its own", () => {
  writeBrand({ name: " Acme ", logo: "/a.svg" })
  brand.ratio = 3
  writeBrand({ name: "Acme 2", logo: "/a.svg" })
  expect(brand).toMatchObject({ name: "Acme 2", ratio: 3 })
  writeBrand({ name: "Acme 2", logo: "/b.svg" })
  expect(brand.ratio).toBe(1)
})

describe("the store", () => {
  afterEach(() => vi.unstubAllGlobals())

  test("begins with the brand of the last visit", async () => {
    const kept = { name: "Acme", logo: "/a.svg", ratio: 2 }
    vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(kept) })
    vi.resetModules()
    expect((await import("./brand-store.ts")).brand).toEqual({ ...kept, isKnown: true })
  })
})
