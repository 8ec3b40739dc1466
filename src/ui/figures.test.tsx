/** Figures that change: a price with many zeros, a cell that flashes, a slider, and what each change costs. */

import { fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { countCommits } from "#tests/support/commits.tsx"
import { FLASH_PAUSE_MS, FlashCell } from "./flash-cell.tsx"
import { PriceText } from "./price-text.tsx"
import { Slider } from "./slider.tsx"

describe("a price", () => {
  test.each([
    ["67,284.1", "67,284.1", []],
    ["0.0{5}8712", "0.058712", ["0.000008712"]],
    ["−0,0{12}4", "−0,0124", ["−0,0000000000004"]],
  ])("%s is seen as %s", (text, seen, spoken) => {
    const { container } = render(<PriceText text={text} />)
    const hidden = container.querySelector("[aria-hidden]")
    expect((hidden ?? container).textContent).toBe(seen)
    expect([...container.children].slice(1).map((said) => said.textContent)).toEqual(spoken)
    expect(container.querySelectorAll("sub")).toHaveLength(spoken.length)
  })

  test.each([null, undefined])("that is %s is a dash", (text) => {
    const { container } = render(<PriceText text={text} />)
    expect(container.textContent).toBe("–")
  })
})

describe("a cell", () => {
  const animate = vi.fn<Element["animate"]>()
  beforeEach(() => {
    vi.useFakeTimers()
    Element.prototype.animate = animate
  })
  afterEach(() => void animate.mockReset())

  const cell = (value: string | null, moved: -1 | 0 | 1, isQuiet = false) => (
    <FlashCell value={value} moved={moved} isQuiet={isQuiet}>
      {value}
    </FlashCell>
  )
  /** The colours that were lit, in turn. */
  const lit = () =>
    animate.mock.calls.map(([frames]) => (frames as Keyframe[])[0]?.backgroundColor as string | undefined)

  test("flashes in the direction of a change, and never at its first value", () => {
    const { rerender, container } = render(cell(null, 0))
    rerender(cell("1", 1))
    expect(lit()).toEqual([])
    rerender(cell("2", 1))
    vi.advanceTimersByTime(FLASH_PAUSE_MS)
    rerender(cell("1", -1))
    expect(lit()).toEqual(["var(--flash-up)", "var(--flash-down)"])
    expect(container.textContent).toBe("1")
    expect(container.querySelector("span")?.dataset.moved).toBe("down")
  })

  test("doesn't flash while its value stays, while it is quiet, or without a direction", () => {
    const { rerender } = render(cell("1", 0))
    rerender(cell("1", 1))
    rerender(cell("2", 1, true))
    rerender(cell("3", 0))
    expect(lit()).toEqual([])
  })

  test("flashes twice a second at most, whatever happens", () => {
    const { rerender } = render(cell("0", 0))
    for (let step = 1; step <= 40; step += 1) {
      rerender(cell(String(step), 1))
      vi.advanceTimersByTime(50)
    }
    expect(lit()).toHaveLength(4)
  })

  test("costs one commit a change, the flash included", () => {
    const { Counted, taken } = countCommits()
    const { rerender } = render(<Counted>{cell("1", 0)}</Counted>)
    taken()
    rerender(<Counted>{cell("2", 1)}</Counted>)
    vi.advanceTimersByTime(10_000)
    expect(lit()).toHaveLength(1)
    expect(taken()).toBe(1)
  })
})

describe("a slider", () => {
  const changed = vi.fn<(value: number) => void>()
  afterEach(() => void changed.mockReset())

  function Moved({ start = 10, isDisabled = false }: { start?: number; isDisabled?: boolean }) {
    const [value, setValue] = useState(start)
    return (
      <Slider
        label="Share"
        value={value}
        isDisabled={isDisabled}
        onChange={(next) => {
          changed(next)
          setValue(next)
        }}
      />
    )
  }
  const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: "Share" })

  test.each([
    [27, 25],
    [22, 25],
    [29, 29],
    [98, 100],
    [2, 0],
    [50, 50],
  ])("a finger at %d %% means %d %%", (at, meant) => {
    render(<Moved />)
    fireEvent.input(slider(), { target: { value: String(at) } })
    expect(changed).toHaveBeenLastCalledWith(meant)
    expect(slider().value).toBe(String(meant))
    expect(slider().getAttribute("aria-valuetext")).toBe(`${meant} %`)
  })

  test("a key's single step next to a stop is not caught", () => {
    render(<Moved start={25} />)
    fireEvent.input(slider(), { target: { value: "26" } })
    expect(changed).toHaveBeenLastCalledWith(26)
  })

  test("is reached by the tab key, unless it is disabled", async () => {
    const { rerender } = render(<Moved />)
    await userEvent.tab()
    expect(document.activeElement).toBe(slider())
    rerender(<Moved isDisabled />)
    expect(slider().disabled).toBe(true)
  })
})
