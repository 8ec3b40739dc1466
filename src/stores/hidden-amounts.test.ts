/** Is hiding one switch, kept by the device and followed by its other tabs? */

import { afterEach, beforeEach, expect, test, vi } from "vitest"

const kept = new Map<string, string>()
const tab = new EventTarget()
const tellTab = (key: string | null, newValue: string | null) =>
  tab.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }))

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal("window", tab)
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  })
})
afterEach(() => vi.unstubAllGlobals())

test("amounts are shown until they are hidden, and the device remembers it", async () => {
  const first = await import("./hidden-amounts.ts")
  expect(first.hiddenAmounts.areHidden).toBe(false)
  first.hideAmounts(true)
  expect(first.hiddenAmounts.areHidden).toBe(true)

  vi.resetModules()
  const later = await import("./hidden-amounts.ts")
  expect(later.hiddenAmounts.areHidden).toBe(true)
  later.hideAmounts(false)
  vi.resetModules()
  expect((await import("./hidden-amounts.ts")).hiddenAmounts.areHidden).toBe(false)
})

test("what another tab chooses counts here at once; foreign keys don't", async () => {
  const { hiddenAmounts } = await import("./hidden-amounts.ts")
  tellTab("saker:hide-amounts", "hidden")
  expect(hiddenAmounts.areHidden).toBe(true)
  tellTab("theme", "white")
  expect(hiddenAmounts.areHidden).toBe(true)
  tellTab(null, null)
  expect(hiddenAmounts.areHidden).toBe(false)
})
