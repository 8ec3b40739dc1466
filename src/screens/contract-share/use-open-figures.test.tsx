/** The figures of an open position are taken by the server's clock, and once more when the language changes. */

import { renderHook } from "@testing-library/react"
import i18next from "i18next"
import { afterEach, expect, test, vi } from "vitest"
import { market } from "#src/stores/market-store.ts"
import { happens } from "#tests/support/page-scene.tsx"
import { cells, long, mark, setPositionsScene } from "#tests/support/positions-scene.tsx"
import { useOpenFigures } from "./use-open-figures.ts"

setPositionsScene()

afterEach(async () => {
  market.connection.clockOffset = 0
  vi.useRealTimers()
  await happens(() => i18next.changeLanguage("en"))
})

test("their time is the server's", () => {
  vi.useFakeTimers({ now: 1_785_000_000_000, toFake: ["Date"] })
  market.connection.clockOffset = 2500
  const { result } = renderHook(() => useOpenFigures(long))
  expect(result.current.figures?.time).toBe(1_785_000_002_500)
})

test("a later mark doesn't change them, one in another language does, once", async () => {
  const { result } = renderHook(() => useOpenFigures(long))
  await mark(cells(7, { mark: "67,400.0" }))
  expect(result.current.figures?.exit).toBe("67,300.5")
  await happens(() => i18next.changeLanguage("de"))
  await mark(cells(7, { mark: "67.500,0" }))
  expect(result.current.figures).toMatchObject({ entry: "67.284,1", exit: "67.500,0" })
  await mark(cells(7, { mark: "67.600,0" }))
  expect(result.current.figures?.exit).toBe("67.500,0")
})
