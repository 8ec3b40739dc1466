/** The ticket tells everybody when a market takes no orders, opens or ends, and sends none meanwhile (N3, N5). */

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, expect, test } from "vitest"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import { spotFees, spotOrderHistory } from "#core/wire/spot-calls.ts"
import { answer } from "#tests/support/false-server.ts"
import { happens, renderInPage, server, spot, tellAccount } from "#tests/support/page-scene.tsx"
import { forgetPrivateAnswers } from "../../api/kept-answers.ts"
import { forgetAccount } from "../../stores/account-store.ts"
import { ladderState, market as live, writeLadder } from "../../stores/market-store.ts"
import { session } from "../../stores/session-store.ts"
import { fillTicket } from "../../stores/ticket-store.ts"
import { momentText } from "../../text/moments.ts"
import { TicketPanel } from "./ticket.view.tsx"

const AHEAD = 4_000_000_000_000
const CASES: [Partial<SpotMarket>, string][] = [
  [{ state: "cancel-only" }, "cancelOnly"],
  [{ state: "halted" }, "halted"],
  [{ state: "halted", openAt: AHEAD }, "opens"],
  [{ delistAt: AHEAD }, "delists"],
  [{ state: "halted", delistAt: 1_000 }, "delisted"],
]
const sentence = (key: string, { openAt, delistAt }: SpotMarket) =>
  i18next.t(`trade:market.${key}`, {
    pair: "BTC/USDT",
    time: momentText(openAt || delistAt, i18next.language),
  })

afterEach(async () => {
  await happens(() => {
    forgetPrivateAnswers()
    forgetAccount()
    session.token = null
    ladderState.frame = null
    live.freshness.book = { state: "catching-up" }
  })
  server.reset()
})

test.each(CASES)("a visitor to a market with %j reads it", (fields, key) => {
  const market = { ...spot, ...fields }
  renderInPage(<TicketPanel market={market} />)
  screen.getByText(sentence(key, market))
})

test("nothing is said of a market that is open, and for good", () => {
  renderInPage(<TicketPanel market={spot} />)
  expect(screen.queryByText(/BTC\/USDT/)).toBeNull()
})

test.each(CASES)(
  "the ticket of a market with %j says it, and sends only where it is open",
  async (fields, key) => {
    server.on(spotFees, answer(spotFees, spotFees.example.response as ResponseOf<typeof spotFees>))
    server.on(spotOrderHistory, answer(spotOrderHistory, { rows: [], next: "" }))
    await happens(() => {
      session.token = "token"
      fillTicket({ side: "buy", type: "limit", unit: "base", validity: "gtc", isPostOnly: false })
      live.freshness.book = { state: "live" }
      writeLadder({
        instrument: "BTC_USDT",
        asks: new Float64Array([680_010, 10_000_000]),
        bids: new Float64Array([680_000, 10_000_000]),
        last: "68000.5",
        mark: "",
        high: "",
        low: "",
      })
    })
    await tellAccount({
      isWhole: true,
      balances: [{ wallet: "funding", currency: "USDT", available: "100000", held: "0" }] as never,
    })
    const market = { ...spot, ...fields }
    renderInPage(<TicketPanel market={market} />)
    await screen.findByText(sentence(key, market))
    const price = screen.getByRole<HTMLInputElement>("textbox", { name: i18next.t("trade:ticket.price") })
    await waitFor(() => expect(price.value).not.toBe(""))
    await userEvent.clear(price)
    await userEvent.type(price, "68000")
    const amount = screen.getByRole("textbox", { name: i18next.t("trade:ticket.amount") })
    await userEvent.clear(amount)
    await userEvent.type(amount, "0.01")
    const submit = screen.getByRole<HTMLButtonElement>("button", { name: (name) => name.includes("BTC") })
    expect(submit.disabled).toBe(market.state !== "open")
  },
)
