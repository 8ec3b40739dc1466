/** The keys 1 to 9 choose the interval, but not while somebody types. */

import { cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { speak } from "#tests/support/words.ts"
import { IntervalBar } from "./interval-bar.view.tsx"

await speak("en")
const chosen = vi.fn()
afterEach(() => {
  cleanup()
  chosen.mockReset()
})

const bar = (onMore?: () => void) =>
  render(
    <>
      <IntervalBar
        instrument="BTC_USDT"
        value="15m"
        onChange={chosen}
        isLine={false}
        onLine={() => undefined}
        onMore={onMore}
      />
      <input aria-label="price" />
    </>,
  )

test("a figure chooses the interval at that place, and means itself in a field", async () => {
  bar()
  await userEvent.keyboard("15")
  expect(chosen.mock.calls).toEqual([["1m"], ["1h"]])
  await userEvent.type(screen.getByRole("textbox"), "2")
  expect(chosen).toHaveBeenCalledTimes(2)
})

test("on a phone, where some are hidden, figures choose nothing", async () => {
  bar(() => undefined)
  await userEvent.keyboard("1")
  expect(chosen).not.toHaveBeenCalled()
})

test("while a sheet is open figures choose nothing; on its way out it is closed already", async () => {
  bar()
  const sheet = document.body.appendChild(document.createElement("div"))
  sheet.role = "dialog"
  await userEvent.keyboard("1")
  expect(chosen).not.toHaveBeenCalled()
  sheet.dataset.closed = ""
  await userEvent.keyboard("1")
  expect(chosen).toHaveBeenCalledTimes(1)
  sheet.remove()
})
