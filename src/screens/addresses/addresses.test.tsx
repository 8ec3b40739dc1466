/** The address book: what each address says, and that none is gone before one was asked. */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, expect, test, vi } from "vitest"
import { type AddressRow, addresses, removeAddress } from "#core/wire/address-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { answer } from "#tests/support/false-server.ts"
import { renderInPage, server } from "#tests/support/page-scene.tsx"
import { AddressesView } from "./addresses.view.tsx"

const [example] = (addresses.example.response as ResponseOf<typeof addresses>).rows
const row = (change: Partial<AddressRow>) => ({ ...example, readyAt: 0, ...change }) as AddressRow
const said = (key: string, values: Record<string, unknown> = {}) => i18next.t(`addresses:${key}`, values)
const retry = vi.fn()

const show = (rows: AddressRow[]) =>
  renderInPage(<AddressesView asked={{ data: { rows }, failure: undefined, isRetrying: false, retry }} />)

afterEach(() => {
  server.reset()
  retry.mockReset()
})

test("an address is there in full with its network; a remark with markup is just text", () => {
  show([row({ id: 1, remark: "<b>Vault</b>" })])
  const [item] = screen.getAllByRole("listitem")
  expect(item?.textContent).toContain("<b>Vault</b>")
  expect(item?.textContent).toContain("USDT · TRON (TRC-20)")
  expect(item?.textContent).toContain("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")
})

test("a new one says how long it has to wait", () => {
  show([row({ id: 1, readyAt: Date.now() + 3_600_000 }), row({ id: 2 })])
  const [waiting, ready] = screen.getAllByRole("listitem")
  expect(waiting?.textContent).toMatch(/Usable in (01:00:00|59:5\d)/)
  expect(ready?.textContent).not.toContain("Usable")
})

test("without any it says what the book is for", () => {
  show([])
  expect(screen.getByText(said("empty"))).toBeTruthy()
  expect(screen.getByRole("link", { name: i18next.t("app:screen.addAddress") })).toBeTruthy()
})

test("removing asks first; then it is sent once, and the book read anew", async () => {
  server.on(removeAddress, answer(removeAddress, {}))
  show([row({ id: 7, remark: "Vault" })])
  await userEvent.click(screen.getByRole("button", { name: said("removeOne", { name: "Vault" }) }))
  const dialog = await screen.findByRole("alertdialog")
  expect(server.paths()).toEqual([])
  await userEvent.click(within(dialog).getByRole("button", { name: said("remove") }))
  await waitFor(() => expect(retry).toHaveBeenCalledOnce())
  expect(server.requests(removeAddress)).toEqual([{ id: 7 }])
})
