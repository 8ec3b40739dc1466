/** Sheets and dialogs: where the focus is, what closes them, and what happens when their code doesn't come. */

import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { useState } from "react"
import { afterEach, describe, expect, test, vi } from "vitest"
import { Dialog } from "./dialog.tsx"
import { useFetchedPart } from "./fetched-part.ts"
import { Sheet } from "./sheet.tsx"
import { closeToast, toaster } from "./toaster.ts"

const asked = vi.fn<(isOpen: boolean) => void>()
const [answered, safe] = [vi.fn(), vi.fn()]

afterEach(() => {
  for (const each of [asked, answered, safe]) each.mockReset()
  for (const { id } of toaster.messages) closeToast(id)
})

/** A button that opens a sheet; `declines`: a filled form that doesn't let itself be closed. */
function SheetScene({ declines = false }: { declines?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const change = (open: boolean) => {
    asked(open)
    if (!declines) setIsOpen(open)
  }
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Sheet
        isOpen={isOpen}
        onOpenChange={change}
        title="Settings"
        footer={<button type="button">Save</button>}
      >
        <input aria-label="Name" />
      </Sheet>
    </>
  )
}

async function openSheet(declines = false) {
  render(<SheetScene declines={declines} />)
  await userEvent.click(screen.getByRole("button", { name: "Open" }))
  return screen.findByRole("dialog", { name: "Settings" })
}

describe("a sheet", () => {
  test("isn't in the page before it is opened, then has name, content, foot and the focus", async () => {
    render(<SheetScene />)
    expect(screen.queryByRole("dialog")).toBeNull()
    await userEvent.click(screen.getByRole("button", { name: "Open" }))
    const sheet = await screen.findByRole("dialog", { name: "Settings" })
    for (const name of ["Save", i18next.t("app:close")])
      expect(sheet.contains(screen.getByRole("button", { name }))).toBe(true)
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true))
  })

  test.each([
    ["Escape", () => userEvent.keyboard("{Escape}")],
    ["its button", () => userEvent.click(screen.getByRole("button", { name: i18next.t("app:close") }))],
  ])("is closed by %s, and the focus goes back to what opened it", async (_by, close) => {
    const sheet = await openSheet()
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true))
    await close()
    expect(asked.mock.calls).toEqual([[false]])
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Open"))
  })

  test("that declines to be closed stays with what was typed in it", async () => {
    await openSheet(true)
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ada")
    await userEvent.keyboard("{Escape}")
    expect(asked.mock.calls).toEqual([[false]])
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("Ada")
  })
})

function DialogScene({ isBusy = false }: { isBusy?: boolean }) {
  const [isOpen, setIsOpen] = useState(true)
  const close = (tell: () => void) => () => {
    tell()
    setIsOpen(false)
  }
  return (
    <Dialog
      isOpen={isOpen}
      title="Cancel all orders?"
      safeAnswer="Keep them"
      onSafe={close(safe)}
      answer="Cancel all"
      onAnswer={close(answered)}
      isBusy={isBusy}
    >
      12 orders
    </Dialog>
  )
}

describe("a question", () => {
  test("is an alert with its words, and the safe answer has the focus", async () => {
    render(<DialogScene />)
    const dialog = await screen.findByRole("alertdialog", {
      name: "Cancel all orders?",
      description: "12 orders",
    })
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Keep them"))
    expect(dialog.contains(document.activeElement)).toBe(true)
  })

  test.each([
    ["Enter on the focused answer", "{Enter}", safe, answered],
    ["Escape", "{Escape}", safe, answered],
  ])("%s changes nothing", async (_key, keys, given, other) => {
    render(<DialogScene />)
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Keep them"))
    await userEvent.keyboard(keys)
    expect(given).toHaveBeenCalledTimes(1)
    expect(other).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull())
  })

  test("acts on its other answer, once", async () => {
    render(<DialogScene />)
    await userEvent.dblClick(await screen.findByRole("button", { name: "Cancel all" }))
    expect(answered).toHaveBeenCalledTimes(1)
    expect(safe).not.toHaveBeenCalled()
  })

  test("that is being acted on takes no further answer", async () => {
    render(<DialogScene isBusy />)
    await userEvent.click(await screen.findByRole("button", { name: "Cancel all" }))
    expect(answered).not.toHaveBeenCalled()
  })
})

describe("a part whose code is fetched", () => {
  test("that doesn't come is given up with a word, and the next wish fetches again", async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error("404"))
      .mockResolvedValue("there")
    const giveUp = vi.fn()
    function Scene({ isWanted }: { isWanted: boolean }) {
      return <p>{useFetchedPart(load, isWanted, giveUp) ?? "missing"}</p>
    }
    const { rerender } = render(<Scene isWanted={false} />)
    expect(load).not.toHaveBeenCalled()
    rerender(<Scene isWanted />)
    await waitFor(() => expect(giveUp).toHaveBeenCalledTimes(1))
    expect(toaster.messages.map(({ text }) => text)).toEqual([i18next.t("app:error.network")])
    rerender(<Scene isWanted={false} />)
    rerender(<Scene isWanted />)
    await screen.findByText("there")
    rerender(<Scene isWanted={false} />)
    rerender(<Scene isWanted />)
    expect(load).toHaveBeenCalledTimes(2)
  })
})
