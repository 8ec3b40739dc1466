/** The contract ticket with take-profit and stop-loss: by keys alone, in three units, and what the server refuses of them. */

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Position, positionExample } from "#core/wire/contract.ts"
import { estimateContractOrder, placeContractOrder } from "#core/wire/contract-order-calls.ts"
import { contractSettings } from "#core/wire/contract-position-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import { marketExamples } from "#core/wire/market-examples.ts"
import { answer, refusal } from "#tests/support/false-server.ts"
import { happens, renderInPage, server, tellAccount } from "#tests/support/page-scene.tsx"
import { forgetPrivateAnswers } from "../../api/kept-answers.ts"
import { forgetAccount } from "../../stores/account-store.ts"
import { choices, choose } from "../../stores/choices-store.ts"
import { ladderState, market as live, writeLadder } from "../../stores/market-store.ts"
import { session } from "../../stores/session-store.ts"
import { fillTicket, showMarket } from "../../stores/ticket-store.ts"
import { forgetOutcome } from "../../ticket/order-sending.ts"
import { closeToast, toaster } from "../../ui/toaster.ts"
import { ContractTicketScope } from "./contract-scope.view.tsx"
import { ContractTicketPanel } from "./contract-ticket.view.tsx"

await import("../../ui/dialog-body.tsx")

const perp = {
  ...marketExamples.contractMarkets.response.rows[0],
  ...{ lot: "0.001", minQuantity: "0.001", maxQuantity: "1000.000", maxMarketQuantity: "100.000" },
} as unknown as ContractMarket

const word = (key: string) => i18next.t(`perpetual:${key}`)
const box = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name })
const target = (name: "takeProfit" | "stopLoss") => box(word(`targets.${name}`))
const echo = (name: "takeProfit" | "stopLoss") =>
  document.getElementById(target(name).getAttribute("aria-describedby") ?? "")?.textContent
const button = (key: "openLong" | "openShort") =>
  screen.getByRole<HTMLButtonElement>("button", { name: (name) => name.startsWith(word(`ticket.${key}`)) })

beforeEach(async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  const settings = contractSettings.example.response as ResponseOf<typeof contractSettings>
  const rows = settings.rows.map((row) => ({ ...row, instrument: perp.id, leverage: 20 }))
  server.on(contractSettings, answer(contractSettings, { ...settings, rows } as typeof settings))
  const estimate = estimateContractOrder.example.response as ResponseOf<typeof estimateContractOrder>
  server.on(estimateContractOrder, answer(estimateContractOrder, estimate))
  await happens(() => {
    session.token = "token"
    choose("confirmOrders", "off")
    live.freshness.book = { state: "live" }
    writeLadder({
      instrument: perp.id,
      asks: new Float64Array([500_001, 10_000_000]),
      bids: new Float64Array([500_000, 10_000_000]),
      ...{ last: "50000.0", mark: "50000", high: "", low: "" },
    })
  })
  await tellAccount({ isWhole: true })
  renderInPage(
    <ContractTicketScope market={perp} isShown>
      <ContractTicketPanel />
    </ContractTicketScope>,
  )
  await screen.findByRole("checkbox", { name: word("targets.on") })
})

afterEach(async () => {
  await happens(() => {
    forgetPrivateAnswers()
    forgetAccount()
    forgetOutcome()
    choices.all = {}
    ladderState.frame = null
    live.freshness.book = { state: "catching-up" }
    session.token = null
    showMarket("none")
    fillTicket({
      type: "limit",
      hasTargets: false,
      targetUnit: "percent",
      targetSource: "mark",
      targetType: "market",
    })
    for (const { id } of toaster.messages) closeToast(id)
  })
  server.reset()
  vi.restoreAllMocks()
})

/** A limit of 0.1 at 50,000 with targets on, the focus on their box. */
async function typeOrder(): Promise<void> {
  const price = box(i18next.t("trade:ticket.price"))
  await userEvent.clear(price)
  await userEvent.type(price, "50000")
  await userEvent.type(box(i18next.t("trade:ticket.amount")), "0.1")
  screen.getByRole("checkbox", { name: word("targets.on") }).focus()
  await userEvent.keyboard(" ")
}

test("targets are set by keys alone, told in money, and sent with their source", async () => {
  server.on(placeContractOrder, refusal("ENGINE_BUSY"))
  await typeOrder()
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: word("targets.unit") }))
  await userEvent.tab()
  const source = screen.getByRole("combobox", { name: word("targets.source") })
  expect(document.activeElement).toBe(source)
  await userEvent.selectOptions(source, "last")
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: word("targets.type") }))
  await userEvent.tab()
  expect(document.activeElement).toBe(target("takeProfit"))
  await userEvent.keyboard("2.4")
  await userEvent.tab()
  expect(document.activeElement).toBe(target("stopLoss"))
  await userEvent.keyboard("1.2")
  expect(echo("takeProfit")).toBe("+120\u00a0USDT")
  expect(echo("stopLoss")).toBe("\u221260\u00a0USDT")
  await userEvent.click(button("openShort"))
  await waitFor(() => expect(server.requests(placeContractOrder)).toHaveLength(1))
  expect(server.requests(placeContractOrder)[0]).toMatchObject({
    side: "sell",
    takeProfit: { price: "48800.0", source: "last" },
    stopLoss: { price: "50600.0", source: "last" },
  })
})

test("a worst price begins at the trigger, is told at worst, and is sent in the order's side", async () => {
  server.on(placeContractOrder, refusal("ENGINE_BUSY"))
  await typeOrder()
  await userEvent.type(target("stopLoss"), "1.2")
  await userEvent.selectOptions(screen.getByRole("combobox", { name: word("targets.type") }), "limit")
  const limit = box(word("targets.limit.stopLoss"))
  expect([limit.value, box(word("targets.limit.takeProfit")).value]).toEqual(["1.2", ""])
  await userEvent.clear(limit)
  await userEvent.type(limit, "1.6")
  expect(echo("stopLoss")).toBe("\u221260\u00a0USDT")
  await userEvent.selectOptions(screen.getByRole("combobox", { name: word("targets.unit") }), "money")
  expect(limit.value).toBe("80.00")
  await userEvent.click(button("openShort"))
  await waitFor(() => expect(server.requests(placeContractOrder)).toHaveLength(1))
  const [sent] = server.requests(placeContractOrder)
  expect(sent).toMatchObject({
    side: "sell",
    stopLoss: { price: "50600.0", limit: "50800.0", source: "mark" },
  })
  expect(sent).not.toHaveProperty("takeProfit")
})

test("another unit tells the same target, and a price that fits one side closes the other's button", async () => {
  await typeOrder()
  await userEvent.type(target("takeProfit"), "2.4")
  const unit = screen.getByRole("combobox", { name: word("targets.unit") })
  await userEvent.selectOptions(unit, "money")
  expect(target("takeProfit").value).toBe("120.00")
  await userEvent.selectOptions(unit, "price")
  expect(target("takeProfit").value).toBe("51200.0")
  expect(echo("takeProfit")).toBe("+2.40\u202f%")
  expect(button("openLong").disabled).toBe(false)
  expect(button("openShort").disabled).toBe(true)
  expect(button("openShort").textContent).toContain(word("targets.high.takeProfit"))
})

test("what the server refuses of them is said, and marks the fields that were filled", async () => {
  server.on(placeContractOrder, refusal("TRIGGER_WOULD_FIRE"))
  await typeOrder()
  await userEvent.type(target("stopLoss"), "1.2")
  await userEvent.click(button("openLong"))
  await waitFor(() => expect(target("stopLoss").getAttribute("aria-invalid")).toBe("true"))
  expect(target("takeProfit").hasAttribute("aria-invalid")).toBe(false)
  expect(screen.getByText(i18next.t("problem:TRIGGER_WOULD_FIRE"))).toBeTruthy()
  await userEvent.type(target("stopLoss"), "5")
  expect(target("stopLoss").hasAttribute("aria-invalid")).toBe(false)
})

test("in the question stands what they close, where a position makes it more than the order", async () => {
  await happens(() => choose("confirmOrders", "on"))
  const held = { ...positionExample, instrument: perp.id, side: "long", quantity: "0.1", cost: "4000" }
  await tellAccount({ isWhole: true, positions: [held as Position] })
  await typeOrder()
  await userEvent.type(target("takeProfit"), "2")
  await userEvent.click(button("openLong"))
  const question = await screen.findByRole("alertdialog")
  expect(question.textContent).toContain(`${word("targets.closes")}0.2\u00a0BTC`)
  // 0.2 with a cost of 9,000, closed at 51,000.
  expect(question.textContent).toContain("+1,200.00\u00a0USDT")
})

test("what it costs is told by cents and rounded up, in the question as in the ticket", async () => {
  const estimate = estimateContractOrder.example.response as ResponseOf<typeof estimateContractOrder>
  const told = { ...estimate, cost: "252.50010001", fee: "2.50000001", freeAfter: "747.49989999" }
  server.on(estimateContractOrder, answer(estimateContractOrder, told as typeof estimate))
  await happens(() => choose("confirmOrders", "on"))
  await typeOrder()
  await screen.findAllByText(/^252\.5/)
  await userEvent.click(button("openLong"))
  const question = await screen.findByRole("alertdialog")
  expect(question.textContent).toContain("252.51\u00a0USDT")
  expect(question.textContent).toContain("2.51\u00a0USDT")
  expect(question.textContent).toContain("747.49\u00a0USDT")
})

test("what only reduces takes none, and keeps what was typed for when it may again", async () => {
  await typeOrder()
  await userEvent.type(target("stopLoss"), "1.2")
  const reduces = screen.getByRole("checkbox", { name: word("reduceOnly") })
  await userEvent.click(reduces)
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: word("targets.on") }).disabled).toBe(true)
  expect(screen.queryByRole("textbox", { name: word("targets.stopLoss") })).toBeNull()
  await userEvent.click(reduces)
  expect(target("stopLoss").value).toBe("1.2")
})
