/** What do Enter and Escape do in a search field? */

import { cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { afterEach, expect, test, vi } from "vitest"
import { speak } from "#tests/support/words.ts"
import { SearchField } from "./search-field.tsx"

await speak("en")
afterEach(cleanup)

const opened = vi.fn()

function Field() {
  const [query, setQuery] = useState("")
  return <SearchField value={query} onChange={setQuery} placeholder="Search" onEnter={opened} />
}

test("Enter takes the first hit and leaves the field, Escape empties and leaves it", async () => {
  render(<Field />)
  const field = screen.getByRole<HTMLInputElement>("searchbox")
  await userEvent.type(field, "{Enter}")
  expect(opened).not.toHaveBeenCalled()
  await userEvent.type(field, "eth{Enter}")
  expect(opened).toHaveBeenCalledOnce()
  expect(document.activeElement).not.toBe(field)
  await userEvent.type(field, "{Escape}")
  expect([field.value, document.activeElement === field]).toEqual(["", false])
})
