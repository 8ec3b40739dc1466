/** Who has the keys: the page, or what is open over it. */

import { fireEvent, renderHook } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { usePageKeys } from "./page-keys.ts"

const BUSY = '<button type="button" aria-busy="true"></button>'

afterEach(() => document.body.replaceChildren())

test.each([
  ["a sheet", '<div role="dialog"></div>', 0],
  ["a question", '<div role="alertdialog"></div>', 0],
  ["a question that is being carried out", `<div role="alertdialog">${BUSY}</div>`, 0],
  ["a form that has been sent", `<div role="dialog">${BUSY}</div>`, 1],
  ["a sheet on its way out", '<div role="dialog" data-ending-style></div>', 1],
  ["nothing", "", 1],
])("under %s a command's key is heard as often as it should", (_name, over, times) => {
  const press = vi.fn()
  renderHook(() => usePageKeys((chord) => chord === "Mod+k", press))
  document.body.insertAdjacentHTML("beforeend", over)
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true })
  expect(press).toHaveBeenCalledTimes(times)
})
