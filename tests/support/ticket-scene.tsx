/** The spot ticket on a page with a false server: what stands around it, and how its fields are found and filled. */

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, beforeEach, expect, vi } from "vitest"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { placeSpotOrder, spotFees, spotOrderHistory } from "#core/wire/spot-calls.ts"
import type { Balance } from "#core/wire/trading.ts"
import { forgetPrivateAnswers } from "#src/api/kept-answers.ts"
import { TicketPanel } from "#src/panels/ticket/ticket.view.tsx"
import { forgetAccount } from "#src/stores/account-store.ts"
import { choices, choose } from "#src/stores/choices-store.ts"
import { ladderState, market, writeLadder } from "#src/stores/market-store.ts"
import { session } from "#src/stores/session-store.ts"
import { fillTicket, showMarket } from "#src/stores/ticket-store.ts"
import { closeToast, toaster } from "#src/ui/toaster.ts"
import type { LadderFrame } from "#workers/market/market.api.ts"
import { answer } from "./false-server.ts"
import { happens, renderInPage, server, spot, tellAccount } from "./page-scene.tsx"
import { speak } from "./words.ts"

await import("#src/ui/dialog-body.tsx")
await import("#src/panels/ticket/order-ticket.view.tsx")

/** The best ask is 68,001.0, the best bid 68,000.0; the book is deep. */
export const ladder: LadderFrame = {
  instrument: "BTC_USDT",
  asks: new Float64Array([680_010, 10_000_000]),
  bids: new Float64Array([680_000, 10_000_000]),
  last: "68000.5",
  mark: "",
  high: "",
  low: "",
}
const balances = [
  { wallet: "funding", currency: "USDT", available: "1000", held: "0" },
  { wallet: "funding", currency: "BTC", available: "0.5", held: "0" },
] as Balance[]
export const NO_BREAK = "\u00a0"

export const said = (key: string, values: Record<string, unknown> = {}) => i18next.t(`trade:${key}`, values)
export const sideWord = (side: "buy" | "sell") => i18next.t(`market:ticket.${side}`)
export const field = (name: "price" | "stop" | "amount") =>
  screen.getByRole<HTMLInputElement>("textbox", { name: said(`ticket.${name}`) })
export const echo = (name: "price" | "amount") =>
  document.getElementById(field(name).getAttribute("aria-describedby") ?? "")?.textContent
export const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: said("ticket.share") })
/** The button that sends names the coin, and stands outside the notes, whose offers may name it too. */
export const submit = (): HTMLButtonElement => {
  const named = screen.getAllByRole<HTMLButtonElement>("button", { name: (name) => name.includes("BTC") })
  const [button, ...others] = named.filter((one) => !one.closest("[role=status]"))
  if (!button || others.length > 0) throw new Error("one button sends")
  return button
}
export const notes = () => screen.getByRole("status").textContent
export const sent = () => server.requests(placeSpotOrder)
export const tradingPaths = () =>
  server.paths().filter((path) => path === "/spot/place" || path === "/spot/order")

/** Once the own fees are known, and the best price was offered. */
export async function show(node = <TicketPanel market={spot} />) {
  renderInPage(node)
  await screen.findByText(/0[.,]10 %/)
  await waitFor(() => expect(field("price").value).not.toBe(""))
}

export async function typeOrder(price: string, amount: string): Promise<void> {
  await userEvent.clear(field("price"))
  await userEvent.type(field("price"), price)
  await userEvent.clear(field("amount"))
  await userEvent.type(field("amount"), amount)
}

/** For each test: own fees, balances and the book are known; after it everything is forgotten. */
export function withTicket(): void {
  beforeEach(async () => {
    vi.spyOn(console, "warn").mockReturnValue()
    server.on(spotFees, answer(spotFees, spotFees.example.response as ResponseOf<typeof spotFees>))
    server.on(spotOrderHistory, answer(spotOrderHistory, { rows: [], next: "" }))
    await happens(() => {
      session.token = "token"
      choose("confirmOrders", "off")
      market.freshness.book = { state: "live" }
      writeLadder(ladder)
    })
    await tellAccount({ isWhole: true, balances })
  })
  afterEach(async () => {
    await happens(() => {
      forgetPrivateAnswers()
      forgetAccount()
      choices.all = {}
      ladderState.frame = null
      market.freshness.book = { state: "catching-up" }
      session.token = null
      showMarket("none")
      fillTicket({ side: "buy", type: "limit", unit: "base", validity: "gtc", isPostOnly: false })
      for (const { id } of toaster.messages) closeToast(id)
    })
    server.reset()
    vi.restoreAllMocks()
    await speak("en")
  })
}
