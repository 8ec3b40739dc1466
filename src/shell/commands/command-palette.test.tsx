/** The palette's own commands, and what its keys mean while an input method composes. */

import { fireEvent, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { happens, renderInPage } from "#tests/support/page-scene.tsx"
import { closeOverlay, overlay } from "../../stores/overlay-store.ts"
import { session } from "../../stores/session-store.ts"
import { ticket } from "../../stores/ticket-store.ts"
import { CommandPalette } from "./command-palette.tsx"

afterEach(async () => {
  await happens(() => {
    session.token = null
    ticket.instrument = null
    closeOverlay("exit")
  })
})

const WAY_OUT = "Cancel all orders and close all positions"

test("leads to the question before all orders and positions end; for who is logged in only", async () => {
  const { rerender } = renderInPage(<CommandPalette isOpen onClose={vi.fn()} />)
  await userEvent.type(await screen.findByRole("combobox"), "close all")
  expect(screen.queryByRole("option", { name: WAY_OUT })).toBeNull()
  await happens(() => {
    session.token = "token"
  })
  rerender(<CommandPalette isOpen onClose={vi.fn()} />)
  await userEvent.click(await screen.findByRole("option", { name: WAY_OUT }))
  expect(overlay.open).toBe("exit")
})

test("what is typed by its own name is run by Enter: the journal, and not the page that it is a tab of", async () => {
  await happens(() => {
    session.token = "token"
  })
  renderInPage(<CommandPalette isOpen onClose={vi.fn()} />)
  await userEvent.type(await screen.findByRole("combobox"), "journal")
  const [first] = await screen.findAllByRole("option")
  expect(first?.textContent).toMatch(/^Journal/)
})

test("Enter that ends what an input method composes runs nothing", async () => {
  const onClose = vi.fn()
  renderInPage(<CommandPalette isOpen onClose={onClose} />)
  const field = await screen.findByRole("combobox")
  await userEvent.type(field, "light")
  fireEvent.keyDown(field, { key: "Enter", isComposing: true })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: "Enter" })
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ["twap", "More order types"],
  ["oco", "More order types"],
  ["journal", "Journal"],
  ["treemap", "Map"],
  ["funding", "Funding rates"],
  ["tax", "Transaction history"],
  ["price ladder", "Price ladder"],
  ["one-click", "Price ladder"],
])("what is called %s elsewhere is found: %s", async (typed, name) => {
  await happens(() => {
    session.token = "token"
    ticket.instrument = "BTC_USDT"
  })
  renderInPage(<CommandPalette isOpen onClose={vi.fn()} />)
  await userEvent.type(await screen.findByRole("combobox"), typed)
  expect(await screen.findAllByRole("option", { name: (said) => said.startsWith(name) })).not.toEqual([])
})
