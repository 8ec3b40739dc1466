/** The alerts screen: what a row says and does, and that the form sends exactly what was typed, once. */

import { cleanup, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type AlertRow, alertExample } from "#core/wire/alert.ts"
import { addAlert, alerts, changeAlert, removeAlert } from "#core/wire/alert-calls.ts"
import { forgetPrivateAnswers } from "#src/api/kept-answers.ts"
import { account, forgetAccount } from "#src/stores/account-store.ts"
import { session } from "#src/stores/session-store.ts"
import { answer, refusal } from "#tests/support/false-server.ts"
import { happens, listMarkets, renderInPage, server, tellAccount } from "#tests/support/page-scene.tsx"
import { FiredRow } from "./alert-row.view.tsx"
import { AlertsView } from "./alerts.view.tsx"

const row = (change: Partial<AlertRow> = {}): AlertRow => ({ ...alertExample, id: 7, push: true, ...change })
const drawn: AlertRow["condition"] = {
  ...{ kind: "line", instrument: "BTC_USDT", source: "last", direction: "above" },
  from: { time: 0, price: "1" as never },
  to: { time: 1, price: "2" as never },
}
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, " ")

beforeEach(() => {
  listMarkets()
  server.on(alerts, answer(alerts, { rows: [], most: 200 }))
})
afterEach(async () => {
  // What is on screen would ask anew for what is forgotten.
  cleanup()
  server.reset()
  forgetPrivateAnswers()
  session.user = null
  await happens(forgetAccount)
})

async function show(...rows: AlertRow[]) {
  renderInPage(<AlertsView />)
  await tellAccount({ isWhole: true, alerts: rows })
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }))
const form = () => screen.findByRole("dialog")
const field = (dialog: HTMLElement, name: string) => within(dialog).getByRole("textbox", { name })
const choose = (dialog: HTMLElement, name: string, option: string) =>
  userEvent.selectOptions(within(dialog).getByRole("combobox", { name }), option)

test("rows say in plain words what they wait for and how they are told; what has fired isn't among them", async () => {
  const change = { kind: "change", instrument: "BTC_USDT", direction: "below" } as const
  await show(
    row({ note: "<b>sell</b>" }),
    row({ id: 8, state: "paused", mail: false, condition: { ...change, minutes: 240, change: "0.05" } }),
    row({ id: 9, state: "fired" }),
  )
  const [first, second, ...more] = screen.getAllByRole("article").map((each) => plain(each.textContent))
  expect(more).toEqual([])
  expect(first).toMatch(/^BTC\/USDTPaused.*fall in 4 h: at least 5 %On the page · Push$/)
  expect(second).toMatch(
    /^BTC\/USDTArmed.*last price at or above 65,000 USDT<b>sell<\/b>On the page · Mail · Push$/,
  )
  await screen.findByText("2 of 200 in use")
})

test("without any it says so, and why one may close the page", async () => {
  await show()
  expect(screen.getByText(/^No alerts yet\./)).toBeTruthy()
})

test("until the socket has told, what a call read stands there; a refusal says what failed", async () => {
  server.on(alerts, refusal("INTERNAL"), answer(alerts, { rows: [row()], most: 200 }))
  renderInPage(<AlertsView />)
  await screen.findByText("Couldn't load your alerts.")
  await press("Try again")
  await screen.findByText(/last price at or above/)
  expect(account.isKnown).toBe(false)
})

test("pausing and deleting send the alert's number once", async () => {
  server.on(changeAlert, answer(changeAlert, row({ state: "paused" })))
  server.on(removeAlert, answer(removeAlert, {}))
  await show(row())
  await press(/^Pause: BTC\/USDT, last price/)
  await waitFor(() => expect(server.requests(changeAlert)).toEqual([{ id: 7, state: "paused" }]))
  await press(/^Delete: BTC\/USDT/)
  await waitFor(() => expect(server.requests(removeAlert)).toEqual([{ id: 7 }]))
})

test("what is typed is sent exactly, by the ways that are on; a mail only where there is an address", async () => {
  server.on(addAlert, answer(addAlert, row()))
  await show()
  await press("New alert")
  const dialog = await form()
  expect(within(dialog).queryByRole("switch", { name: /mail/ })).toBeNull()
  await happens(() => {
    session.user = { email: "ada@example.org" } as never
  })
  await userEvent.click(within(dialog).getByRole("switch", { name: "By mail to ada@example.org" }))
  await choose(dialog, "Alert on", "Price change")
  await userEvent.click(within(dialog).getByRole("radio", { name: "Fall" }))
  await choose(dialog, "Within", "4\u202fh")
  await userEvent.type(field(dialog, "Change"), "2.5")
  await userEvent.type(field(dialog, "Note"), " dip ")
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Set alert" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  const condition = { kind: "change", instrument: "BTC_USDT", direction: "below", minutes: 240 }
  expect(server.requests(addAlert)).toEqual([
    { condition: { ...condition, change: "0.025" }, note: "dip", mail: true, push: true },
  ])
})

test("what the server would refuse is said in its words before anything is sent; its own refusal stays", async () => {
  server.on(addAlert, refusal("ALERT_REACHED"))
  await show()
  await press("New alert")
  const dialog = await form()
  await userEvent.click(within(dialog).getByRole("button", { name: "Set alert" }))
  await within(dialog).findByText("Enter a valid number.")
  await userEvent.type(field(dialog, "Price"), "0")
  await within(dialog).findByText(/^An alert can't be set on this/)
  await userEvent.type(field(dialog, "Price"), ".000000001")
  await within(dialog).findByText("Too many decimal places.")
  expect(server.requests(addAlert)).toEqual([])
  await userEvent.clear(field(dialog, "Price"))
  await userEvent.type(field(dialog, "Price"), "64000")
  await userEvent.click(within(dialog).getByRole("button", { name: "Set alert" }))
  await within(dialog).findByText(/^This condition is already met/)
  expect(screen.getByRole("dialog")).toBeTruthy()
})

test("another note doesn't arm it anew; another level does", async () => {
  server.on(changeAlert, answer(changeAlert, row()))
  await show(row())
  const ways = { mail: true, push: true }
  for (const [typed, sent] of [
    ["", { id: 7, note: "later", ...ways }],
    ["1", { id: 7, condition: { ...alertExample.condition, price: "650001" }, note: "later", ...ways }],
  ] as const) {
    await press(/^Change: /)
    const dialog = await form()
    await userEvent.clear(field(dialog, "Note"))
    await userEvent.type(field(dialog, "Note"), "later")
    if (typed) await userEvent.type(field(dialog, "Price"), typed)
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(server.requests(changeAlert).at(-1)).toEqual(sent)
  }
})

test("of a drawn line only how it is told can be changed", async () => {
  server.on(changeAlert, answer(changeAlert, row()))
  await show(row({ condition: drawn }))
  await press(/^Change: /)
  const dialog = await form()
  expect(within(dialog).queryByRole("combobox")).toBeNull()
  await userEvent.click(within(dialog).getByRole("switch", { name: "By push message to my devices" }))
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }))
  await waitFor(() =>
    expect(server.requests(changeAlert)).toEqual([{ id: 7, note: "", mail: true, push: false }]),
  )
})

test("when as many are there as may be, no more are sent", async () => {
  server.on(alerts, answer(alerts, { rows: [], most: 1 }))
  await show(row())
  await screen.findByText("1 of 1 in use")
  await press("New alert")
  const dialog = await form()
  await within(dialog).findByText("You already have 1 active alerts. Delete one first.")
  expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Set alert" }).disabled).toBe(true)
})

test("what fired says its value, and is armed again as it was", async () => {
  server.on(changeAlert, answer(changeAlert, row()))
  const onGone = vi.fn()
  renderInPage(<FiredRow row={row({ state: "fired", value: "65000.1", fired: 1 })} onGone={onGone} />)
  const said = plain(screen.getByRole("article").textContent)
  expect(said).toMatch(/^BTC\/USDTNew.*last price at or above 65,000 USDTat 65,000.1 USDT/)
  await press(/^Arm again: BTC\/USDT, /)
  await waitFor(() => expect(onGone).toHaveBeenCalledOnce())
  expect(server.requests(changeAlert)).toEqual([{ id: 7, state: "armed" }])
})
