/** What the spot ticket refuses before it is sent, what it offers instead, and what it asks about. */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { describe, expect, test } from "vitest"
import { assets, practiceFunds } from "#core/wire/asset-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { Balance } from "#core/wire/trading.ts"
import { answer } from "#tests/support/false-server.ts"
import { happens, order, server, spot, tellAccount } from "#tests/support/page-scene.tsx"
import {
  field,
  NO_BREAK,
  notes,
  said,
  sent,
  show,
  sideWord,
  submit,
  typeOrder,
  withTicket,
} from "#tests/support/ticket-scene.tsx"
import { depositOffer } from "../../stores/deposit-offer.ts"
import { market } from "../../stores/market-store.ts"
import { closeOverlay, overlay } from "../../stores/overlay-store.ts"
import { pickPrice } from "../../stores/ticket-store.ts"
import { TicketPanel } from "./ticket.view.tsx"

withTicket()

describe("what is refused is said before it is sent", () => {
  test.each<[string, string, string, () => string]>([
    ["a price between two ticks", "67000.55", "0.005", () => i18next.t("problem:TICK", { tick: "0.1" })],
    ["an amount between two lots", "67000", "0.000015", () => i18next.t("problem:LOT", { lot: "0.00001" })],
    [
      "a price beyond the best ask",
      "68500",
      "0.005",
      () => i18next.t("problem:PRICE_RULE", { context: "buy", bound: "68,001.0" }),
    ],
    [
      "too small a value",
      "67000",
      "0.00001",
      () => i18next.t("problem:MIN_NOTIONAL", { limit: "5", currency: "USDT" }),
    ],
    [
      "more than there is",
      "67000",
      "0.1",
      () =>
        i18next.t("problem:INSUFFICIENT_BALANCE", { needed: "6,700", available: "1,000", currency: "USDT" }),
    ],
    [
      "a price that could be two",
      "67,000",
      "0.005",
      () => said("ticket.ambiguous", { typed: "67,000", whole: "67000", decimal: "67.000" }),
    ],
    ["an amount that is no number", "67000", "5x", () => said("ticket.unreadable")],
    ["a price of nothing", "0", "0.005", () => said("ticket.noPrice")],
    ["a price below nothing", "-1", "0.005", () => said("ticket.noPrice")],
    ["an amount below nothing", "67000", "-1", () => i18next.t("problem:WRONG_SIZE")],
  ])("%s", async (_what, price, amount, sentence) => {
    await show()
    await typeOrder(price, amount)
    expect(notes()).toContain(sentence())
    expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(1)
    expect(submit().disabled).toBe(true)
    await userEvent.click(submit())
    expect(sent()).toEqual([])
  })

  test("with what would be right, one press away", async () => {
    await show()
    await typeOrder("67000.55", "0.005")
    await userEvent.click(
      screen.getByRole("button", { name: said("ticket.use", { value: `67,000.5${NO_BREAK}USDT` }) }),
    )
    expect(field("price").value).toBe("67000.5")
    expect(submit().disabled).toBe(false)
  })

  test("and a number that could be two is offered in figures that can't be", async () => {
    await show()
    await typeOrder("67,000", "0.005")
    await userEvent.click(
      screen.getByRole("button", { name: said("ticket.use", { value: `67000${NO_BREAK}USDT` }) }),
    )
    expect(field("price").value).toBe("67000")
    expect(submit().disabled).toBe(false)
  })

  test("and a price beyond the rule becomes the nearest allowed one, or a market order with its bound", async () => {
    await show()
    await userEvent.click(screen.getByRole("radio", { name: sideWord("buy") }))
    await happens(() => pickPrice("BTC_USDT", { side: "sell", price: "68010.0" }, { keepsSide: true }))
    await userEvent.type(field("amount"), "0.005")
    const nearest = said("ticket.use", { value: `68,001.0${NO_BREAK}USDT` })
    expect(screen.getByRole("button", { name: nearest })).toBeTruthy()
    // 5 % above the best ask, down to a tick
    const bound = said("ticket.marketUpTo", { bound: `71,401.0${NO_BREAK}USDT` })
    await userEvent.click(screen.getByRole("button", { name: bound }))
    expect(screen.getByRole("tab", { name: said("ticket.market"), selected: true })).toBeTruthy()
    expect(field("amount").value).toBe("0.00500")
    expect(submit().disabled).toBe(false)
  })

  test("what is probably a slip is asked about, with its sentence, and can be left", async () => {
    await show()
    await typeOrder("60000", "0.005")
    const sentence = said("guard.far.below", { price: "60,000.0", percent: "11.7\u202f%" })
    expect(notes()).toContain(sentence)
    await userEvent.click(submit())
    const question = await screen.findByRole("alertdialog")
    expect(question.textContent).toContain(sentence)
    await userEvent.click(within(question).getByRole("button", { name: said("confirm.change") }))
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull())
    expect(sent()).toEqual([])
  })
})

describe("an order that would meet own ones", () => {
  test("says which, and is mended to a price before them", async () => {
    const own = order({ side: "sell", price: "68001.0", quantity: "0.005" })
    await tellAccount({ orders: [own] })
    await show()
    await typeOrder("68001", "0.005")
    expect(notes()).toContain(said("guard.cross.buy", { count: 1, price: "68,001.0" }))
    await userEvent.click(
      screen.getByRole("button", { name: said("ticket.limitAt", { value: `68,000.9${NO_BREAK}USDT` }) }),
    )
    expect(field("price").value).toBe("68000.9")
    expect(notes()).not.toContain("68,001.0")
    expect(sent()).toEqual([])
  })
})

describe("without money", () => {
  test("where no practice money is given a deposit is offered over the ticket, which keeps what was typed", async () => {
    await tellAccount({ isWhole: true, balances: [] })
    await show(<TicketPanel market={spot} hasSide />)
    await happens(() => {
      if (market.feed) market.feed.practice = false
    })
    await userEvent.type(field("amount"), "0.01")
    await userEvent.click(screen.getByRole("button", { name: said("account.deposit") }))
    expect(overlay.open).toBe("deposit")
    expect(depositOffer.currency).toBe("USDT")
    expect(field("amount").value).toBe("0.01000")
    await happens(() => closeOverlay("deposit"))
  })

  test("practice money is one press away, and the transfer is back once there is some", async () => {
    server.on(assets, answer(assets, assets.example.response as ResponseOf<typeof assets>))
    server.on(
      practiceFunds,
      answer(practiceFunds, practiceFunds.example.response as ResponseOf<typeof practiceFunds>),
    )
    await tellAccount({ isWhole: true, balances: [] })
    await show()
    const practice = await screen.findByRole("button", { name: i18next.t("assets:practice.take") })
    expect(screen.queryByText(said("ticket.transfer"))).toBeNull()
    await userEvent.click(practice)
    await waitFor(() => expect(server.requests(practiceFunds)).toHaveLength(1))
    await tellAccount({
      isWhole: true,
      balances: [{ wallet: "funding", currency: "USDT", available: "10000", held: "0" }] as Balance[],
    })
    expect(screen.getByText(said("ticket.transfer"))).toBeTruthy()
    expect(screen.queryByRole("button", { name: i18next.t("assets:practice.take") })).toBeNull()
  })
})
