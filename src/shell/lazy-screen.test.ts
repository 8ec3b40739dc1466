/** What becomes of a screen's code that is late, gone or broken? */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { mayRecover } from "./chunk-recovery.ts"
import { ChunkLoadFailure, failureKind, lazyScreen } from "./lazy-screen.tsx"

describe("a failed chunk", () => {
  test.each([
    [new TypeError("Failed to fetch dynamically imported module: /a.js"), true, "missing"],
    [new TypeError("error loading dynamically imported module: /a.js"), true, "missing"],
    [new TypeError("Importing a module script failed."), true, "missing"],
    [new TypeError("Failed to fetch dynamically imported module: /a.js"), false, "error"],
    [new ReferenceError("x is not defined"), true, "error"],
    [new ChunkLoadFailure("timeout"), true, "timeout"],
    ["text", true, "error"],
  ])("%s (online: %s) is of kind %s", (error, isOnline, kind) => {
    expect(failureKind(error, isOnline)).toBe(kind)
  })

  test("is recovered by one reload, not by a second one soon after", () => {
    const now = 1_700_000_000_000
    expect(mayRecover(null, now)).toBe(true)
    expect(mayRecover(String(now - 5_000), now)).toBe(false)
    expect(mayRecover(String(now - 11 * 60_000), now)).toBe(true)
    expect(mayRecover("nonsense", now)).toBe(true)
  })
})

describe("fetching ahead", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test("swallows a failure and asks again the next time", async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error("no"))
      .mockResolvedValueOnce(() => null)
    const screen = lazyScreen(load, "first")
    await screen.preload()
    await screen.preload()
    await screen.preload()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test("gives up on a chunk that takes longer than two minutes", async () => {
    const load = vi.fn(() => new Promise<never>(() => {}))
    const screen = lazyScreen(load, "first")
    const first = screen.preload()
    await vi.advanceTimersByTimeAsync(119_999)
    void screen.preload()
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    await first
    void screen.preload()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
