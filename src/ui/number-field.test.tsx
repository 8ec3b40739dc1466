/** A field for numbers: what it hands on of keys, pasted text and steps. It judges nothing itself. */

import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { useState } from "react"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { NumberField } from "./number-field.tsx"

const changed = vi.fn<(text: string) => void>()
const stepped = vi.fn<(steps: number) => void>()

afterEach(() => {
  changed.mockReset()
  stepped.mockReset()
})

function Typed({ start = "", isDisabled = false }: { start?: string; isDisabled?: boolean }) {
  const [value, setValue] = useState(start)
  return (
    <NumberField
      label="Price"
      unit="USDT"
      value={value}
      isDisabled={isDisabled}
      onStep={stepped}
      onChange={(text) => {
        changed(text)
        setValue(text)
      }}
    />
  )
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Price" })

describe("typing", () => {
  test.each(["67284.1", "67284,1", "1.234,5", "0.00000001", ",5", "1e5", "12 000"])(
    "%j stays exactly as it was typed",
    async (text) => {
      render(<Typed />)
      await userEvent.type(field(), text)
      expect(field().value).toBe(text)
      expect(changed).toHaveBeenCalledTimes(text.length)
      expect(changed).toHaveBeenLastCalledWith(text)
    },
  )

  test("a pasted text comes whole, in one go", async () => {
    render(<Typed start="1" />)
    await userEvent.tripleClick(field())
    await userEvent.paste("67.284,10")
    expect(changed.mock.calls).toEqual([["67.284,10"]])
    expect(field().value).toBe("67.284,10")
  })

  test("a character inserted in the middle leaves the caret behind it", async () => {
    render(<Typed start="1234" />)
    await userEvent.type(field(), "5", { initialSelectionStart: 1, initialSelectionEnd: 1 })
    expect(field().value).toBe("15234")
    expect(field().selectionStart).toBe(2)
  })

  test("an input method's half-composed text is shown, and never rewritten under it", () => {
    render(<Typed />)
    fireEvent.compositionStart(field())
    for (const value of ["1", "12", "12。"])
      fireEvent.input(field(), { target: { value }, isComposing: true })
    fireEvent.compositionEnd(field(), { data: "12。" })
    expect(field().value).toBe("12。")
    expect(changed.mock.calls.map(([text]) => text)).toEqual(["1", "12", "12。"])
  })

  test("a disabled field takes nothing", async () => {
    render(<Typed start="5" isDisabled />)
    await userEvent.type(field(), "1{ArrowUp}")
    expect(field().value).toBe("5")
    expect(changed).not.toHaveBeenCalled()
    for (const button of screen.getAllByRole("button")) expect(button).toHaveProperty("disabled", true)
  })
})

describe("steps by key", () => {
  test.each([
    ["{ArrowUp}", 1],
    ["{ArrowDown}", -1],
    ["{Shift>}{ArrowUp}{/Shift}", 10],
    ["{Shift>}{ArrowDown}{/Shift}", -10],
  ])("%s asks for %d", async (keys, steps) => {
    render(<Typed start="5" />)
    await userEvent.type(field(), keys)
    expect(stepped.mock.calls).toEqual([[steps]])
    expect(changed).not.toHaveBeenCalled()
  })

  test("an arrow is kept from moving the caret only where there are steps", () => {
    const { rerender } = render(<NumberField label="Price" value="5" onChange={changed} onStep={stepped} />)
    expect(fireEvent.keyDown(field(), { key: "ArrowUp" })).toBe(false)
    expect(fireEvent.keyDown(field(), { key: "ArrowLeft" })).toBe(true)
    rerender(<NumberField label="Price" value="5" onChange={changed} />)
    expect(fireEvent.keyDown(field(), { key: "ArrowUp" })).toBe(true)
  })
})

describe("steps by button", () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(<Typed start="5" />)
  })
  const button = (name: "less" | "more") =>
    screen.getByRole("button", { name: i18next.t(`app:field.${name}`, { field: "Price" }) })
  const press = (target: HTMLElement, forMs = 50) => {
    fireEvent.pointerDown(target)
    vi.advanceTimersByTime(forMs)
    fireEvent.pointerUp(target)
    fireEvent.click(target)
  }

  test("a press is one step", () => {
    press(button("less"))
    press(button("more"))
    press(button("more"))
    expect(stepped.mock.calls).toEqual([[-1], [1], [1]])
  })

  test("a held button repeats until it is let go, and the letting go adds nothing", () => {
    press(button("more"), 400 + 80 * 2)
    expect(stepped.mock.calls).toEqual([[1], [1], [1]])
    vi.advanceTimersByTime(10_000)
    expect(stepped).toHaveBeenCalledTimes(3)
    press(button("more"))
    expect(stepped).toHaveBeenCalledTimes(4)
  })

  test.each(["pointerLeave", "pointerCancel"] as const)("%s ends the holding", (end) => {
    fireEvent.pointerDown(button("more"))
    fireEvent[end](button("more"))
    vi.advanceTimersByTime(10_000)
    expect(stepped).not.toHaveBeenCalled()
  })

  test("a field that goes away takes its repeating with it", () => {
    fireEvent.pointerDown(button("more"))
    vi.advanceTimersByTime(400)
    cleanup()
    vi.advanceTimersByTime(10_000)
    expect(stepped).toHaveBeenCalledTimes(1)
  })
})

test("says what is wrong to a screen reader, and what belongs to it", () => {
  render(
    <NumberField
      label="Price"
      value="x"
      onChange={changed}
      state="refused"
      echo={{ left: "Not a number" }}
    />,
  )
  expect(field().getAttribute("aria-invalid")).toBe("true")
  const echo = document.getElementById(field().getAttribute("aria-describedby") ?? "")
  expect(echo?.textContent).toBe("Not a number")
})
