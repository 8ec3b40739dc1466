/** The spot ticket: what it understands of what is typed, what it refuses, what a press sends, and what a tick costs. */

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { describe, expect, test, vi } from "vitest"
import { placeSpotOrder, spotOrderState } from "#core/wire/spot-calls.ts"
import type { Balance } from "#core/wire/trading.ts"
import { countCommits } from "#tests/support/commits.tsx"
import { answer, held, lost, refusal, silence } from "#tests/support/false-server.ts"
import { happens, order, renderInPage, server, spot, tellAccount } from "#tests/support/page-scene.tsx"
import {
  echo,
  field,
  ladder,
  NO_BREAK,
  notes,
  said,
  sent,
  show,
  sideWord,
  slider,
  submit,
  tradingPaths,
  typeOrder,
  withTicket,
} from "#tests/support/ticket-scene.tsx"
import { speak } from "#tests/support/words.ts"
import { choose } from "../../stores/choices-store.ts"
import { ladderState, writeLadder, writeTickers } from "../../stores/market-store.ts"
import { fillTicket } from "../../stores/ticket-store.ts"
import { TicketPanel } from "./ticket.view.tsx"

withTicket()

describe("what is typed", () => {
  test.each([
    ["67000.5", "0.005"],
    ["67000,5", "0,005"],
    ["67,000.5", "0.00500"],
  ])("as %s and %s means the same, and is said as it is sent", async (price, amount) => {
    await show()
    await typeOrder(price, amount)
    expect(echo("price")).toContain(said("ticket.understood", { value: "67,000.5" }))
    const worth = { amount: `0.00500${NO_BREAK}BTC`, value: `335.0025${NO_BREAK}USDT` }
    expect(echo("amount")).toContain(said("ticket.worth", worth))
    expect(submit().textContent).toContain(said("ticket.buyAmount", { amount: "0.00500", base: "BTC" }))
    expect(submit().disabled).toBe(false)
  })

  test("on a German page is read and shown with a comma, and sent with a point", async () => {
    server.on(placeSpotOrder, silence)
    await speak("de")
    await show()
    await typeOrder("67000.5", "0.005")
    await userEvent.tab()
    expect([field("price").value, field("amount").value]).toEqual(["67000,5", "0,00500"])
    await userEvent.click(submit())
    await waitFor(() => expect(sent()).toMatchObject([{ price: "67000.5", quantity: "0.00500" }]))
  })

  test("over an offered price is typed over what was seen: it stands still while the field is entered", async () => {
    await show()
    const moved = { asks: new Float64Array([690_010, 100]), bids: new Float64Array([690_000, 100]) }
    await userEvent.click(field("price"))
    await happens(() => writeLadder({ ...ladder, ...moved }))
    expect(field("price").value).toBe("68000.0")
    await userEvent.tab()
    await waitFor(() => expect(field("price").value).toBe("69000.0"))
  })

  test("as an amount before the book has come leaves the price to be offered when it comes", async () => {
    await happens(() => {
      ladderState.frame = null
    })
    renderInPage(<TicketPanel market={spot} />)
    await screen.findByText(/0[.,]10 %/)
    await userEvent.type(field("amount"), "0.005")
    expect(field("price").value).toBe("")
    await happens(() => writeLadder(ladder))
    await waitFor(() => expect(field("price").value).toBe("68000.0"))
    expect(submit().disabled).toBe(false)
  })

  test("nothing: the best price of the own side stands there, and what is missing is said", async () => {
    await show()
    expect(field("price").value).toBe("68000.0")
    expect(submit().textContent).toContain(said("ticket.need.amount"))
    expect(submit().disabled).toBe(true)
    await userEvent.clear(field("price"))
    expect(submit().textContent).toContain(said("ticket.need.priceAmount"))
    await userEvent.type(field("amount"), "0.01")
    await userEvent.clear(field("price"))
    expect(submit().textContent).toMatch(new RegExp(`${said("ticket.need.price")}$`))
  })

  test("in the middle of an amount stands there: the cursor doesn't jump to its end", async () => {
    await show()
    await userEvent.type(field("amount"), "0.05")
    await userEvent.type(field("amount"), "12", { initialSelectionStart: 2, initialSelectionEnd: 2 })
    expect(field("amount").value).toBe("0.1205")
  })

  test("by arrow keys goes by tick and lot, ten with shift", async () => {
    await show()
    await userEvent.type(field("price"), "{ArrowDown}{Shift>}{ArrowDown}{/Shift}")
    expect(field("price").value).toBe("67998.9")
    await userEvent.type(field("amount"), "{ArrowUp}{ArrowUp}")
    expect(field("amount").value).toBe("0.00002")
  })
})

describe("the side", () => {
  test("that is chosen changes the button, what is available, and the price that nobody chose", async () => {
    await show()
    const available = () => screen.getByText(said("ticket.available")).nextElementSibling?.textContent
    expect(available()).toContain("1,000")
    await userEvent.click(screen.getByRole("radio", { name: sideWord("sell") }))
    expect(available()).toContain("0.5")
    await waitFor(() => expect(field("price").value).toBe("68001.0"))
    expect(submit().textContent).toContain(i18next.t("market:ticket.sellCoin", { base: "BTC" }))
  })

  test("leaves a typed price and amount alone, and is what is sent", async () => {
    server.on(placeSpotOrder, silence)
    await show()
    await typeOrder("68100", "0.001")
    await userEvent.click(screen.getByRole("radio", { name: sideWord("sell") }))
    expect([field("price").value, field("amount").value]).toEqual(["68100.0", "0.00100"])
    await userEvent.click(submit())
    await waitFor(() => expect(sent()).toMatchObject([{ side: "sell", price: "68100.0" }]))
  })

  test("follows the keys B and S, but not while one types", async () => {
    await show()
    const isSell = () => screen.getByRole<HTMLInputElement>("radio", { name: sideWord("sell") }).checked
    await userEvent.type(field("amount"), "s")
    expect(isSell()).toBe(false)
    field("amount").blur()
    await userEvent.keyboard("s")
    expect(isSell()).toBe(true)
    expect(document.activeElement).toBe(field("amount"))
    field("amount").blur()
    await userEvent.keyboard("b")
    expect(isSell()).toBe(false)
  })
})

describe("the share of what is available", () => {
  test.each([
    ["buy", 25, "0.00367"],
    ["buy", 50, "0.00735"],
    ["buy", 75, "0.01102"],
    ["buy", 100, "0.01470"],
    ["sell", 25, "0.12500"],
    ["sell", 100, "0.50000"],
  ] as const)("of a %s at %d percent is %s, down to a lot", async (side, percent, amount) => {
    await show()
    await userEvent.click(screen.getByRole("radio", { name: sideWord(side) }))
    await waitFor(() => expect(slider().disabled).toBe(false))
    await happens(() => fireEvent.change(slider(), { target: { value: String(percent) } }))
    expect(field("amount").value).toBe(amount)
  })

  test("follows what is typed, and a finger near a stop is caught by it", async () => {
    await show()
    await typeOrder("50000", "0.01")
    expect(slider().value).toBe("50")
    await happens(() => fireEvent.input(slider(), { target: { value: "73" } }))
    expect([slider().value, field("amount").value]).toEqual(["75", "0.01500"])
  })

  test("can't be asked for without a price", async () => {
    await show()
    await userEvent.clear(field("price"))
    expect(slider().disabled).toBe(true)
  })
})

describe("sending", () => {
  const wanted = { instrument: "BTC_USDT", side: "buy", type: "limit", price: "67000.0", quantity: "0.00500" }
  const placed = order({ price: "67000.0", quantity: "0.00500", status: "new", executed: "0" })

  test("sends what is shown, once, however often it is pressed", async () => {
    const late = held()
    server.on(placeSpotOrder, late)
    await show()
    await typeOrder("67000", "0.005")
    await userEvent.dblClick(submit())
    await happens(() => {
      submit().click()
      submit().click()
    })
    expect(submit().getAttribute("aria-busy")).toBe("true")
    expect(sent()).toEqual([expect.objectContaining(wanted)])
    await act(async () => late.give(answer(placeSpotOrder, placed)))
    await waitFor(() => expect(field("amount").value).toBe(""))
    expect(field("price").value).toBe("67000.0")
    expect(sent()).toHaveLength(1)
  })

  test("takes no second press so soon after a refusal that it was meant for the first", async () => {
    server.on(placeSpotOrder, refusal("INSUFFICIENT_BALANCE", "Only 3 USDT."))
    await show()
    await typeOrder("67000", "0.005")
    const now = vi.spyOn(performance, "now").mockReturnValue(10_000)
    fireEvent.click(submit())
    await waitFor(() => expect(notes()).toContain("Only 3 USDT."))
    fireEvent.click(submit())
    expect(sent()).toHaveLength(1)
    now.mockReturnValue(10_600)
    fireEvent.click(submit())
    await waitFor(() => expect(sent()).toHaveLength(2))
  })

  test("that is asked about first sends what stood in the question, once", async () => {
    server.on(placeSpotOrder, silence)
    await happens(() => choose("confirmOrders", "on"))
    await show()
    await typeOrder("67000", "0.005")
    await userEvent.click(submit())
    const question = await screen.findByRole("alertdialog", {
      name: said("confirm.buy", { amount: "0.00500", base: "BTC" }),
    })
    expect(sent()).toEqual([])
    await happens(() => fillTicket({ amount: "0.009" }))
    await userEvent.dblClick(
      within(question).getByRole("button", {
        name: said("ticket.buyAmount", { amount: "0.00500", base: "BTC" }),
      }),
    )
    await waitFor(() => expect(sent()).toEqual([expect.objectContaining(wanted)]))
  })

  test.each([
    ["the line breaks", lost, 0],
    ["the server stays silent", silence, 8000],
  ])(
    "without an answer (%s) says so, and asks what became of it instead of sending again",
    async (_why, reply, wait) => {
      server.on(placeSpotOrder, reply)
      server.on(spotOrderState, lost, answer(spotOrderState, placed))
      await show()
      await typeOrder("67000", "0.005")
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
      fireEvent.click(submit())
      await act(() => vi.advanceTimersByTimeAsync(wait + 10))
      expect(notes()).toContain(said("ticket.asking"))
      expect(submit().disabled).toBe(true)
      fireEvent.click(submit())
      await act(() => vi.advanceTimersByTimeAsync(300))
      expect(tradingPaths()).toEqual(["/spot/place", "/spot/order"])
      expect(server.requests(spotOrderState)[0]?.clientOrderId).toBe(sent()[0]?.clientOrderId)
      expect(notes()).toContain(said("ticket.asking"))
      await act(() => vi.advanceTimersByTimeAsync(1000))
      const what = said("said.placedBuy", { quantity: "0.00500", base: "BTC", price: "67,000.0" })
      expect(notes()).toContain(said("ticket.found", { what }))
      expect(tradingPaths()).toEqual(["/spot/place", "/spot/order", "/spot/order"])
    },
  )

  test("of which the exchange never heard says that nothing was placed, and keeps the amount", async () => {
    server.on(placeSpotOrder, lost)
    server.on(spotOrderState, refusal("UNKNOWN_ORDER"))
    await show()
    await typeOrder("67000", "0.005")
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    fireEvent.click(submit())
    await act(() => vi.advanceTimersByTimeAsync(1300))
    expect(notes()).toContain(said("ticket.never"))
    expect([field("amount").value, submit().disabled]).toEqual(["0.005", false])
    expect(sent()).toHaveLength(1)
  })
})

describe("what it costs", () => {
  test("nothing for ticks, books and balances of others, and one commit for its own book", async () => {
    const { Counted, taken } = countCommits()
    await show(
      <Counted>
        <TicketPanel market={spot} />
      </Counted>,
    )
    await typeOrder("67000", "0.005")
    taken()
    await happens(() =>
      writeTickers(
        ["BTC_USDT", "ETH_USDT"].map((id) => ({ id, lastValue: "68123", moved: 1 }) as never),
        0,
      ),
    )
    await tellAccount({ orders: [order({ instrument: "ETH_USDT" })] })
    await tellAccount({
      balances: [{ wallet: "funding", currency: "ETH", available: "1", held: "0" } as Balance],
    })
    expect(taken()).toBe(0)
    await happens(() => writeLadder({ ...ladder, last: "68000.4" }))
    expect(taken()).toBe(1)
  })
})

describe("on a desk", () => {
  test("the size follows from what is risked and where the stop is, and is one press away", async () => {
    await show(<TicketPanel market={spot} hasSide />)
    await userEvent.clear(field("price"))
    await userEvent.type(field("price"), "67000")
    const risk = (name: "stop" | "risk") => screen.getByRole("textbox", { name: said(`risk.${name}`) })
    await userEvent.type(risk("stop"), "68000")
    await userEvent.type(risk("risk"), "20")
    expect(screen.getByText(said("risk.wrongSide.buy"))).toBeTruthy()
    await userEvent.clear(risk("stop"))
    await userEvent.type(risk("stop"), "66000")
    // 1,000 away, and 0.1 % of both prices: 20 / 1,133
    await userEvent.click(screen.getByRole("button", { name: said("risk.use") }))
    expect(field("amount").value).toBe("0.01765")
    expect(screen.getByRole("row", { name: /^USDT 1,000/ })).toBeTruthy()
  })
})

test("size from risk, where it is a line to open, has its fields once it is opened", async () => {
  await show()
  const stop = () => screen.queryByRole("textbox", { name: said("risk.stop") })
  expect(stop()).toBeNull()
  await userEvent.click(screen.getByText(said("risk.title")))
  await waitFor(() => expect(stop()).not.toBeNull())
})

describe("a trailing stop", () => {
  const chooseTrailing = async () => {
    await userEvent.click(screen.getByRole("tab", { name: said("ticket.stops") }))
    const kinds = screen.getByRole("combobox", { name: said("ticket.stopKind") })
    expect(within(kinds).getAllByRole("option")).toHaveLength(2)
    await userEvent.selectOptions(kinds, "trailing-stop")
  }
  const distance = () => screen.getByRole("textbox", { name: said("ticket.distance") })

  test("spends money or sells coins: an amount of the one is never taken for the other", async () => {
    server.on(placeSpotOrder, silence)
    await show()
    await chooseTrailing()
    expect(screen.queryByRole("combobox", { name: said("ticket.unit") })).toBeNull()
    await userEvent.type(distance(), "2")
    await userEvent.type(field("amount"), "250")
    const pays = { base: "BTC", quote: "USDT", amount: "250" }
    expect(submit().textContent).toContain(said("ticket.buyFor", pays))
    await userEvent.click(screen.getByRole("radio", { name: sideWord("sell") }))
    expect(field("amount").value).toBe("")
    await userEvent.type(field("amount"), "0.1")
    await userEvent.click(submit())
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { side: "sell", type: "trailing-stop", distance: "0.02", quantity: "0.10000" },
      ]),
    )
    expect(sent()[0]).not.toHaveProperty("budget")
  })

  test("is asked about with its distance, the most that it spends, and about what it gets", async () => {
    await happens(() => choose("confirmOrders", "on"))
    await show()
    await chooseTrailing()
    await userEvent.type(distance(), "1.5")
    await userEvent.type(field("amount"), "100.123")
    await userEvent.click(submit())
    const question = await screen.findByRole("alertdialog")
    const row = (name: string) => within(question).getByText(said(name)).nextSibling?.textContent
    expect(row("ticket.distance")).toBe("1.5\u202f%")
    expect(row("ticket.payMost")).toBe(`100.123${NO_BREAK}USDT`)
    expect(row("ticket.getAbout")).toContain("BTC")
    expect(row("ticket.price")).toBe(said("ticket.byMarket"))
  })

  test("asks for a distance first, and offers the widest instead of one too wide", async () => {
    await show()
    await chooseTrailing()
    expect(submit().textContent).toContain(said("ticket.need.distanceAmount"))
    await userEvent.type(distance(), "60")
    expect(notes()).toContain(i18next.t("problem:DISTANCE_RANGE", { least: "0.1", most: "50" }))
    expect(submit().disabled).toBe(true)
  })
})

describe("by market", () => {
  test("the average and worst price are said before sending, and of what the book lacks no value", async () => {
    await happens(() => writeLadder({ ...ladder, asks: new Float64Array([680_010, 100, 680_030, 100]) }))
    await show()
    await userEvent.click(screen.getByRole("tab", { name: said("ticket.market") }))
    await happens(() => fillTicket({ unit: "base" }))
    await userEvent.type(field("amount"), "0.002")
    expect(document.body.textContent).toContain(
      said("ticket.marketPrices", { average: "68,002.0", worst: "68,003.0" }),
    )
    await userEvent.clear(field("amount"))
    await userEvent.type(field("amount"), "2")
    const found = { amount: `0.00200${NO_BREAK}BTC`, value: `136.00${NO_BREAK}USDT` }
    expect(echo("amount")).toContain(said("ticket.worthFound", found))
    expect(submit().textContent).not.toContain("136")
  })
})
