/** The panel of positions: what it shows, what a mark costs, and what closing and moving margin send. */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { perpetualOrderExample } from "#core/wire/contract.ts"
import { reversePosition, setPositionTargets } from "#core/wire/contract-close-calls.ts"
import { contractOrderState, placeContractOrder } from "#core/wire/contract-order-calls.ts"
import { movePositionMargin } from "#core/wire/contract-position-calls.ts"
import { countCommits } from "#tests/support/commits.tsx"
import { answer, lost, refusal } from "#tests/support/false-server.ts"
import { happens, server } from "#tests/support/page-scene.tsx"
import {
  cells,
  close,
  figures,
  long,
  mark,
  panel,
  press,
  setPositionsScene,
  shown,
  tell,
} from "#tests/support/positions-scene.tsx"
import { writeContracts } from "../../stores/contracts-store.ts"

setPositionsScene()

test.each(["table", "cards"] as const)("as %s it tells each position with its live figures", (form) => {
  const { container } = panel(form)
  for (const text of ["Long 20×", "Short 20×", "0.020", "67,284.1", "67,300.5", "64,100.2", "+0.32", "−0.32"])
    expect(container.textContent).toContain(text)
  expect(container.textContent).toContain("4.7\u202f% away")
})

test("a mark draws the cells that show it, not the rows", async () => {
  const commits = countCommits()
  // No countdown runs: a second that turns would be counted too.
  const still = { nextFunding: null }
  await mark(cells(7, still), cells(8, still))
  panel("cards", commits.Counted)
  commits.taken()
  await mark(
    cells(7, { ...still, mark: "67,301.0", markValue: "67301" }),
    cells(8, { ...still, sign: -1, unrealised: "-0.328", roe: "\u22120.49\u202f%" }),
  )
  expect(shown()[0]).toContain("67,301.0")
  expect(commits.taken()).toBe(1)
  await mark(
    cells(7, { ...still, mark: "67,301.0", markValue: "67301" }),
    cells(8, { ...still, sign: -1, unrealised: "-0.328", roe: "\u22120.49\u202f%" }),
  )
  expect(commits.taken()).toBe(0)
})

test("a card tells what the next funding brings its position, and when", async () => {
  panel("cards")
  expect(shown()[0]).toMatch(/Next funding \d+:\d\d:\d\d.0\.13.USDT/)
  await mark(cells(7, { funding: null, nextFunding: null }), cells(8))
  expect(shown()[0]).toContain("Next funding –")
})

test("without a position it says so, and without a liquidation price that as well", async () => {
  await mark(cells(7, { liquidation: null, away: null }), cells(8))
  panel("cards")
  expect(shown()[0]).toContain("No liquidation price")
  await tell([])
  expect(screen.getByText("No open positions.")).toBeTruthy()
})

test("a margin ratio of 80 and 90 % stands above the list, read out politely and at once", async () => {
  panel("cards")
  expect(screen.queryByRole("alert")).toBeNull()
  await mark(cells(7, { alarm: 80 }), cells(8))
  expect(screen.queryByRole("alert")).toBeNull()
  expect(screen.getByRole("status").textContent).toContain(
    "BTC/USDT Perp Long: the margin ratio has reached 80 %.",
  )
  await happens(() => writeContracts({ positions: [cells(7), cells(8)], account: { ...figures, alarm: 90 } }))
  expect(screen.getByRole("alert").textContent).toContain("your cross positions has reached 90 %.")
})

test("closing a half by market sends one reduce-only order of the other side", async () => {
  server.on(placeContractOrder, answer(placeContractOrder, { ...perpetualOrderExample, status: "filled" }))
  panel("cards")
  await press(/^Close BTC\/USDT Perp Short/)
  const amount = await screen.findByLabelText<HTMLInputElement>("Amount")
  expect(amount.value).toBe("0.020")
  await userEvent.clear(amount)
  await userEvent.type(amount, "0.010")
  await close(/^Close 0.010/)
  await waitFor(() => expect(server.requests(placeContractOrder)).toHaveLength(1))
  expect(server.requests(placeContractOrder)[0]).toMatchObject({
    ...{ instrument: "BTC_USDT_PERP", side: "buy", type: "market", quantity: "0.010", reduceOnly: true },
  })
  await waitFor(() => expect(screen.queryByLabelText("Amount")).toBeNull())
})

test("without an answer the exchange is asked, and nothing is sent again", async () => {
  server.on(placeContractOrder, lost)
  server.on(
    contractOrderState,
    lost,
    answer(contractOrderState, { ...perpetualOrderExample, status: "filled" }),
  )
  panel("cards")
  await press(/^Close BTC\/USDT Perp Long/)
  await screen.findByLabelText("Amount")
  await close(/^Close 0.020/)
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("nothing is sent again"))
  await waitFor(() => expect(screen.queryByLabelText("Amount")).toBeNull())
  expect(server.requests(placeContractOrder)).toHaveLength(1)
})

test("a refusal stands in the sheet in the server's words", async () => {
  server.on(placeContractOrder, refusal("MIN_NOTIONAL", "At least 5 USDT."))
  panel("cards")
  await press(/^Close BTC\/USDT Perp Long/)
  await screen.findByLabelText("Amount")
  await close(/^Close 0.020/)
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("At least 5 USDT."))
})

test("more than there is isn't sent, nor what is no number", async () => {
  panel("cards")
  await press(/^Close BTC\/USDT Perp Long/)
  const amount = await screen.findByLabelText<HTMLInputElement>("Amount")
  for (const [typed, said] of [
    ["0.021", "At most 0.020 BTC"],
    ["0.0101", "0.001"],
    ["x", "valid number"],
  ] as const) {
    await userEvent.clear(amount)
    await userEvent.type(amount, typed)
    expect(document.body.textContent).toContain(said)
    const send = document.querySelector<HTMLButtonElement>("footer button")
    expect(send?.disabled).toBe(true)
  }
})

test("margin is added with the liquidation price before and after", async () => {
  const rows = [{ ...long, margin: "92.2841" }]
  server.on(movePositionMargin, answer(movePositionMargin, { rows, time: 1 }))
  panel("cards")
  await press(/^Margin of BTC\/USDT Perp Long/)
  await userEvent.type(await screen.findByLabelText("Amount"), "400")
  expect(document.body.textContent).toContain("At most 399.5")
  await userEvent.clear(screen.getByLabelText("Amount"))
  await userEvent.type(screen.getByLabelText("Amount"), "25")
  expect(document.body.textContent).toContain("67.28 → 92.28")
  expect(document.body.textContent).toContain("64,176.7 → 62,921.6")
  await press(/^Add 25/)
  await waitFor(() => expect(server.requests(movePositionMargin)).toHaveLength(1))
  expect(server.requests(movePositionMargin)[0]).toMatchObject({ direction: "add", amount: "25" })
})

test("take-profit and stop-loss are sent together, with what each would realise; what stays keeps its terms", async () => {
  server.on(setPositionTargets, answer(setPositionTargets, { rows: [long], time: 1 }))
  panel("cards")
  await press(/^TP \/ SL of BTC\/USDT Perp Long/)
  const stop = await screen.findByRole<HTMLInputElement>("textbox", { name: "Stop loss at" })
  expect(stop.value).toBe("65900.0")
  await userEvent.clear(stop)
  await userEvent.type(stop, "66000")
  expect(document.body.textContent).toContain("\u221225.68\u00a0USDT before fees")
  await press(/^Save/)
  await waitFor(() => expect(server.requests(setPositionTargets)).toHaveLength(1))
  expect(server.requests(setPositionTargets)[0]).toMatchObject({
    instrument: "BTC_USDT_PERP",
    takeProfit: { price: "69500.0", source: "last", limit: "69490.0" },
    stopLoss: { price: "66000.0", source: "mark" },
  })
})

test("in the table the button of take-profit and stop-loss says where they stand", () => {
  panel("table")
  const button = screen.getByRole("button", { name: /^TP \/ SL of BTC\/USDT Perp Long/ })
  expect(button.textContent).toBe("69,500.065,900.0")
})

test("turning around is asked about, and a refusal stands at the question", async () => {
  server.on(reversePosition, refusal("INSUFFICIENT_MARGIN", "Margin is missing."))
  panel("cards")
  await press(/^Reverse BTC\/USDT Perp Short/)
  const question = await screen.findByRole("alertdialog")
  await userEvent.click(within(question).getByRole("button", { name: "Reverse" }))
  await waitFor(() => expect(within(question).getByRole("alert").textContent).toContain("Margin is missing."))
  expect(server.requests(reversePosition)).toHaveLength(1)
})
