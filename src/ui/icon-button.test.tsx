/** An icon button says whether it is pressed: as a toggle, and where its place says so itself. */

import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { Bell } from "./icon.tsx"
import { IconButton } from "./icon-button.tsx"

const pressed = (name: string) => screen.getByRole("button", { name }).getAttribute("aria-pressed")

test("a toggle, a tool with looks of its own, and what is neither", () => {
  render(
    <>
      <IconButton glyph={Bell} label="toggle" isOn />
      <IconButton glyph={Bell} label="tool" aria-pressed />
      <IconButton glyph={Bell} label="other tool" aria-pressed={false} />
      <IconButton glyph={Bell} label="neither" />
    </>,
  )
  expect(["toggle", "tool", "other tool", "neither"].map(pressed)).toEqual(["true", "true", "false", null])
})
