/** The list of scaled orders and icebergs: what it shows of what rests and what is paused, and what its buttons send (S21). */

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, beforeEach, expect, test } from "vitest"
import { changeGroup, type PausedRow, pausedExample } from "#core/wire/paused-calls.ts"
import { answer } from "#tests/support/false-server.ts"
import { happens, listMarkets, order, renderInPage, server, tellAccount } from "#tests/support/page-scene.tsx"
import { forgetAccount } from "../../stores/account-store.ts"
import { filterOrders } from "../../stores/orders-view-store.ts"
import { ALL_TIME } from "../../stores/period.ts"
import { closeToast, toaster } from "../../ui/toaster.ts"
import { CancelAll } from "./cancel-all.view.tsx"
import { ParentList } from "./parent-list.view.tsx"

await import("../../ui/dialog-body.tsx")

const child = (id: number, more: object = {}) =>
  order({
    id,
    price: "68000.00",
    quantity: "0.00500",
    executed: "0",
    group: 50,
    groupKind: "scaled",
    ...more,
  })
const [part] = pausedExample.orders
const paused = (more: object = {}) => ({ ...pausedExample, id: 50, sequence: 990_400, ...more }) as PausedRow
const said = (key: string, values: Record<string, unknown> = {}): string =>
  String(i18next.t(`trade:parents.${key}`, values))
const act = (what: string) =>
  screen.queryByRole("button", {
    name: said(`${what}Of`, { name: i18next.t("trade:groups.scaled"), id: "50" }),
  })
const items = () => [...document.querySelectorAll<HTMLElement>("[data-parent]")]

beforeEach(async () => {
  listMarkets()
  await tellAccount({ isWhole: true, orders: [order({ id: 3 }), child(50), child(51)] })
  renderInPage(<ParentList kind="spot" instrument="BTC_USDT" />)
})
afterEach(async () => {
  await happens(() => {
    forgetAccount()
    filterOrders({ scope: "all", side: "all", period: ALL_TIME })
    for (const { id } of toaster.messages) closeToast(id)
  })
  server.reset()
})

test("what rests is one line that can be paused; told as paused it says that nothing is held, and is resumed", async () => {
  server.on(changeGroup, answer(changeGroup, paused()))
  expect(items().map(({ dataset }) => dataset.parent)).toEqual(["50"])
  expect(items()[0]?.textContent).toContain(said("open", { number: "2" }))
  expect(act("resume")).toBeNull()
  await userEvent.click(act("pause") as HTMLElement)
  await waitFor(() => expect(server.requests(changeGroup)).toEqual([{ group: 50, act: "pause" }]))
  const ends = [child(50), child(51)].map((each) => ({
    ...each,
    status: "cancelled" as const,
    sequence: 990_400,
  }))
  await tellAccount({ orders: ends, paused: [paused()] })
  expect(items()[0]?.textContent).toContain(said("paused", { number: "1" }))
  expect(act("pause")).toBeNull()
  // The same button says what it does by now: the focus stays.
  expect(document.activeElement).toBe(act("resume"))
  await userEvent.click(act("resume") as HTMLElement)
  await waitFor(() => expect(server.requests(changeGroup).at(-1)).toEqual({ group: 50, act: "resume" }))
  await tellAccount({ paused: [paused({ gone: true, sequence: 990_401 })] })
  expect(items()).toEqual([])
})

test("what wasn't placed again says why, in the line and as it is told", async () => {
  const left = paused({ orders: [{ ...part, refusal: "POST_ONLY_WOULD_TAKE" }] })
  server.on(changeGroup, answer(changeGroup, left))
  await tellAccount({ paused: [left] })
  expect(items()[0]?.textContent).toContain(said("refused.takes"))
  await userEvent.click(act("resume") as HTMLElement)
  await waitFor(() => expect(toaster.messages.map(({ text }) => text)).toEqual([said("refused.takes")]))
})

test("cancelling asks where several rest, and ends a paused one at once; filters leave out what isn't asked for", async () => {
  server.on(changeGroup, answer(changeGroup, paused({ end: "OWNER", gone: true })))
  await userEvent.click(act("end") as HTMLElement)
  expect(server.requests(changeGroup)).toEqual([])
  expect(toaster.messages).toHaveLength(1)
  await tellAccount({ isWhole: true, orders: [], paused: [paused(), paused({ id: 60, side: "sell" })] })
  await happens(() => filterOrders({ side: "buy" }))
  expect(items().map(({ dataset }) => dataset.parent)).toEqual(["50"])
  await userEvent.click(act("end") as HTMLElement)
  await waitFor(() => expect(server.requests(changeGroup)).toEqual([{ group: 50, act: "end" }]))
  // Of several paused orders, which are gone for good, it asks as well.
  await tellAccount({ paused: [paused({ orders: [part, part], sequence: 990_402 })] })
  await userEvent.click(act("end") as HTMLElement)
  expect(server.requests(changeGroup)).toHaveLength(1)
})

test("cancelling all counts what is paused, and is there for it alone", async () => {
  renderInPage(<CancelAll kind="spot" instrument="BTC_USDT" />)
  await tellAccount({ isWhole: true, orders: [], paused: [paused()] })
  await userEvent.click(screen.getByRole("button", { name: String(i18next.t("trade:orders.cancelAll")) }))
  const count = String(i18next.t("trade:orders.cancelCount", { count: 1 }))
  expect(await screen.findByRole("button", { name: count })).toBeTruthy()
})
