/** What can't wait is read out at once, everything else in its turn. */

import { render, screen } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import { Toaster } from "./toast.tsx"
import { showToast, showUrgentToast, toaster } from "./toaster.ts"

afterEach(() => {
  toaster.messages = []
})

test("an urgent one is an alert, others are in the polite region", () => {
  showToast("success", "Copied")
  showUrgentToast("Liquidated")
  render(<Toaster />)
  expect(screen.getByRole("status").textContent).toBe("Copied")
  expect(screen.getByRole("alert").textContent).toBe("Liquidated")
})
