/** Tests of steady rows: they keep their places under a pointer, and an empty list shows what comes. */

import { renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { useSteadyRows } from "./steady-rows.ts"

interface Given {
  rows: readonly number[]
  isAimedAt: boolean
}
const steady = (first: Given) =>
  renderHook(({ rows, isAimedAt }: Given) => useSteadyRows({ rows, keyOf: (row) => row }, isAimedAt), {
    initialProps: first,
  })

test("new rows wait while somebody is at those that are there", () => {
  const { result, rerender } = steady({ rows: [2, 1], isAimedAt: true })
  rerender({ rows: [3, 2, 1], isAimedAt: true })
  expect(result.current).toMatchObject({ rows: [2, 1], waiting: 1 })
  rerender({ rows: [3, 2, 1], isAimedAt: false })
  expect(result.current).toMatchObject({ rows: [3, 2, 1], waiting: 0 })
})

test("the first rows of an empty list are shown at once, and held from then on", () => {
  const { result, rerender } = steady({ rows: [], isAimedAt: true })
  rerender({ rows: [1], isAimedAt: true })
  expect(result.current).toMatchObject({ rows: [1], waiting: 0 })
  rerender({ rows: [2, 1], isAimedAt: true })
  expect(result.current).toMatchObject({ rows: [1], waiting: 1 })
})
