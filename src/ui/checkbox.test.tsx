/** Is a box ticked by its words and by keys, and is one that is off left alone? */

import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { Checkbox } from "./checkbox.tsx"

test("a press on its words, or the space bar, ticks it", async () => {
  const change = vi.fn<(isOn: boolean) => void>()
  render(
    <Checkbox isOn={false} onChange={change}>
      Post-only
    </Checkbox>,
  )
  await userEvent.click(screen.getByText("Post-only"))
  screen.getByRole("checkbox", { name: "Post-only" }).focus()
  await userEvent.keyboard(" ")
  expect(change.mock.calls).toEqual([[true], [true]])
})

test("one that is off says so, and takes no press", async () => {
  const change = vi.fn<(isOn: boolean) => void>()
  render(
    <Checkbox isOn isDisabled onChange={change}>
      Post-only
    </Checkbox>,
  )
  await userEvent.click(screen.getByText("Post-only"))
  expect(screen.getByRole<HTMLInputElement>("checkbox").disabled).toBe(true)
  expect(change).not.toHaveBeenCalled()
})
