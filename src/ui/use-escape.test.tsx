/** Esc takes back what is proposed, unless a dialog stands above it. */

import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { useEscape } from "./use-escape.ts"

function Proposed({ act }: { act: () => void }) {
  useEscape(true, act)
  return (
    <>
      <button type="button">beside</button>
      <div role="dialog">
        <button type="button">inside</button>
      </div>
    </>
  )
}

test("Esc takes back what is proposed wherever the focus is, but in a dialog above it is the dialog's", () => {
  const act = vi.fn()
  const reached = vi.fn()
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what comes through
    <div onKeyDown={reached}>
      <Proposed act={act} />
    </div>,
  )
  fireEvent.keyDown(screen.getByText("inside"), { key: "Escape" })
  expect([act.mock.calls.length, reached.mock.calls.length]).toEqual([0, 1])
  fireEvent.keyDown(screen.getByText("beside"), { key: "Escape" })
  expect([act.mock.calls.length, reached.mock.calls.length]).toEqual([1, 1])
})
