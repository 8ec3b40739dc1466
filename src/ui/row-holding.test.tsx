/** Rows are held while the mouse or the focus is on them, and let go however these leave. */

import { act, fireEvent, render, screen } from "@testing-library/react"
import { useState } from "react"
import { expect, test, vi } from "vitest"
import { useHolding } from "./row-holding.ts"

function Rows() {
  const { isHeld, holding } = useHolding()
  const [hasButton, setHasButton] = useState(true)
  return (
    <>
      <div {...holding} data-testid="box" data-held={isHeld}>
        <span>row</span>
        {hasButton ? (
          <button type="button" onClick={() => setHasButton(false)}>
            end
          </button>
        ) : null}
      </div>
      <p>elsewhere</p>
      <input aria-label="elsewhere too" />
    </>
  )
}

const isHeld = () => screen.getByTestId("box").dataset.held === "true"

test("a mouse whose button has gone from under it is seen where it comes next", () => {
  render(<Rows />)
  const button = screen.getByRole("button", { name: "end" })
  fireEvent.pointerOver(button, { pointerType: "mouse" })
  expect(isHeld()).toBe(true)
  fireEvent.click(button)
  expect(screen.queryByRole("button")).toBeNull()
  // Still over a row.
  fireEvent.pointerOver(screen.getByText("row"), {
    pointerType: "mouse",
    relatedTarget: screen.getByTestId("box"),
  })
  expect(isHeld()).toBe(true)
  // No event says that it left: the browser has none for what is gone.
  act(() => void screen.getByText("elsewhere").dispatchEvent(new Event("pointerover", { bubbles: true })))
  expect(isHeld()).toBe(false)
})

test("a focus whose button has gone is seen where it comes next", () => {
  render(<Rows />)
  const button = screen.getByRole("button", { name: "end" })
  // Whether it came by keys, which this document doesn't know.
  vi.spyOn(button, "matches").mockReturnValue(true)
  fireEvent.focus(button)
  expect(isHeld()).toBe(true)
  fireEvent.click(button)
  act(() => screen.getByRole("textbox").focus())
  expect(isHeld()).toBe(false)
})
