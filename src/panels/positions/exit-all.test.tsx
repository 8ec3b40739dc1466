/** The way out of everything: one question, three requests in their order, and what didn't go through. */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeEach, expect, test, vi } from "vitest"
import { closeAllPositions } from "#core/wire/contract-close-calls.ts"
import { cancelAllContractOrders } from "#core/wire/contract-order-calls.ts"
import { cancelAllSpotOrders } from "#core/wire/spot-calls.ts"
import { closeToast, toaster } from "#src/ui/toaster.ts"
import { answer, held, lost, refusal } from "#tests/support/false-server.ts"
import { happens, renderInPage, server } from "#tests/support/page-scene.tsx"
import { long, setPositionsScene, short, tell } from "#tests/support/positions-scene.tsx"
import { ExitAll } from "./exit-all.view.tsx"

setPositionsScene()

const onClose = vi.fn()
const closed = [{ instrument: "BTC_USDT_PERP", positionSide: "" as const, order: 5, problem: "", values: {} }]

beforeEach(async () => {
  onClose.mockClear()
  await happens(() => {
    for (const { id } of toaster.messages) closeToast(id)
  })
})

async function openQuestion(): Promise<HTMLElement> {
  renderInPage(<ExitAll isOpen onClose={onClose} />)
  return screen.findByRole("alertdialog")
}
const yes = () => userEvent.click(screen.getByRole("button", { name: "Cancel and close all" }))

test("says what there is, and sends nothing until it is confirmed", async () => {
  await tell([long, short])
  const question = await openQuestion()
  expect(within(question).getByRole("row", { name: "Positions 2" })).toBeTruthy()
  expect(within(question).getByRole("row", { name: "Open spot orders 0" })).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "Keep everything" }))
  expect(onClose).toHaveBeenCalledOnce()
  for (const each of [cancelAllSpotOrders, cancelAllContractOrders, closeAllPositions])
    expect(server.requests(each)).toEqual([])
})

test("positions are closed behind the contract orders, and the toast says how many of each", async () => {
  await tell([long])
  const orders = held()
  server.on(cancelAllSpotOrders, answer(cancelAllSpotOrders, { cancelled: [1, 2] }))
  server.on(cancelAllContractOrders, orders)
  server.on(closeAllPositions, answer(closeAllPositions, { closed }))
  await openQuestion()
  await yes()
  await waitFor(() => expect(server.requests(cancelAllContractOrders)).toEqual([{}]))
  expect(server.requests(closeAllPositions)).toEqual([])
  orders.give(answer(cancelAllContractOrders, { cancelled: [3] }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(server.requests(closeAllPositions)).toEqual([{}])
  expect(toaster.messages.map(({ text }) => text)).toEqual(["Orders cancelled: 3. Positions closed: 1."])
})

test("what was refused or not answered is told, and the rest is done", async () => {
  await tell([long])
  server.on(cancelAllSpotOrders, refusal("ENGINE_BUSY", "Busy."))
  server.on(cancelAllContractOrders, lost)
  server.on(
    closeAllPositions,
    answer(closeAllPositions, {
      closed: closed.map((part) => ({ ...part, order: 0, problem: "TRADING_STATE" })),
    }),
  )
  await openQuestion()
  await yes()
  await waitFor(() => expect(screen.getAllByRole("alert")).toHaveLength(3))
  const words = screen.getAllByRole("alert").map(({ textContent }) => textContent)
  expect(words[0]).toContain("Open spot orders: Busy.")
  expect(words[1]).toContain("Open contract orders: Still no reply.")
  expect(words[2]).toContain("BTC/USDT Perp Long was not closed")
  expect(onClose).not.toHaveBeenCalled()
})

test("who leaves the question while it is being done hears what still stands", async () => {
  await tell([long])
  const positions = held()
  server.on(cancelAllSpotOrders, answer(cancelAllSpotOrders, { cancelled: [] }))
  server.on(cancelAllContractOrders, answer(cancelAllContractOrders, { cancelled: [] }))
  server.on(closeAllPositions, positions)
  const { rerender } = renderInPage(<ExitAll isOpen onClose={onClose} />)
  await screen.findByRole("alertdialog")
  await yes()
  await waitFor(() => expect(server.requests(closeAllPositions)).toEqual([{}]))
  await userEvent.keyboard("{Escape}")
  expect(onClose).toHaveBeenCalledOnce()
  rerender(<ExitAll isOpen={false} onClose={onClose} />)
  positions.give(refusal("ENGINE_BUSY", "Busy."))
  await waitFor(() => expect(toaster.messages).toHaveLength(1))
  expect(toaster.messages[0]).toMatchObject({ tone: "failure", isUrgent: true })
  expect(toaster.messages[0]?.text).toContain("Positions: Busy.")
})
