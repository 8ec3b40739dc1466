/** Do messages come, leave and stay as they should? */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { closeToast, showToast, toaster } from "./toaster.ts"

beforeEach(() => {
  vi.useFakeTimers()
  toaster.messages = []
})
afterEach(() => vi.useRealTimers())

const texts = () => toaster.messages.map((message) => message.text)

test("good news leaves after four seconds", () => {
  showToast("success", "Copied")
  vi.advanceTimersByTime(3999)
  expect(texts()).toEqual(["Copied"])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
})

test("a failure stays until it is closed", () => {
  const id = showToast("failure", "Not copied")
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(["Not copied"])
  closeToast(id)
  expect(texts()).toEqual([])
})

test("there are never more than two, and the newest stay", () => {
  for (const text of ["one", "two", "three"]) showToast("failure", text)
  expect(texts()).toEqual(["two", "three"])
})

test("the same words don't stand twice", () => {
  showToast("failure", "Not copied")
  showToast("failure", "Not copied")
  expect(texts()).toEqual(["Not copied"])
})

test("one with something to press stays longer, and carries it", () => {
  vi.useFakeTimers()
  const run = vi.fn()
  showToast("info", "List deleted", { label: "Undo", run })
  vi.advanceTimersByTime(5000)
  expect(toaster.messages.map(({ action }) => action?.label)).toContain("Undo")
  toaster.messages.find(({ action }) => action)?.action?.run()
  expect(run).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(4000)
  expect(toaster.messages.filter(({ action }) => action)).toEqual([])
  vi.useRealTimers()
})
