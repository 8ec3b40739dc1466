/** A choice is marked with the press, made behind that paint, and what is chosen otherwise is marked all the same. */

import { act, cleanup, renderHook } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { useMarkedFirst } from "./marked-first.ts"

afterEach(cleanup)

function begin() {
  const make = vi.fn()
  const hook = renderHook(({ chosen }) => useMarkedFirst(chosen, make), { initialProps: { chosen: "15m" } })
  return {
    make,
    marked: () => hook.result.current[0],
    press: (next: string) => act(() => hook.result.current[1](next)),
    choose: (chosen: string) => hook.rerender({ chosen }),
  }
}

test("the mark comes with the press, the choice behind the paint", async () => {
  const { make, marked, press, choose } = begin()
  press("5m")
  expect(marked()).toBe("5m")
  expect(make).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(make.mock.calls).toEqual([["5m"]]))
  expect(marked()).toBe("5m")
  choose("5m")
  expect(marked()).toBe("5m")
  choose("15m")
  expect(marked()).toBe("15m")
})

test("of two presses the last is marked, and both are made in turn", async () => {
  const { make, marked, press } = begin()
  press("5m")
  press("1h")
  expect(marked()).toBe("1h")
  await vi.waitFor(() => expect(make.mock.calls).toEqual([["5m"], ["1h"]]))
})

test("pressing what is chosen already makes it again and leaves nothing behind", async () => {
  const { make, marked, press, choose } = begin()
  press("15m")
  await act(() => vi.waitFor(() => expect(make).toHaveBeenCalledOnce()))
  choose("1D")
  choose("15m")
  expect(marked()).toBe("15m")
})
