/** The panel of own orders: what its rows show, what cancelling and amending send, and what a message of one order costs. */

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { Fragment } from "react"
import { VirtuosoMockContext } from "react-virtuoso"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import {
  amendSpotOrder,
  cancelAllSpotOrders,
  cancelSpotOrder,
  spotOrderState,
} from "#core/wire/spot-calls.ts"
import { changeTwap, twapExample } from "#core/wire/twap-calls.ts"
import { type Commits, countCommits } from "#tests/support/commits.tsx"
import { answer, held, lost, refusal, silence } from "#tests/support/false-server.ts"
import { happens, listMarkets, order, renderInPage, server, tellAccount } from "#tests/support/page-scene.tsx"
import { orderActions } from "../../order-news/order-actions.ts"
import { forgetAccount } from "../../stores/account-store.ts"
import { writeTickers } from "../../stores/market-store.ts"
import { filterOrders } from "../../stores/orders-view-store.ts"
import { ALL_TIME } from "../../stores/period.ts"
import { closeToast, toaster } from "../../ui/toaster.ts"
import { amendDraft } from "./amend-draft.ts"
import { OrdersPanel } from "./orders.view.tsx"

await import("../../ui/sheet-body.tsx")
await import("../../ui/dialog-body.tsx")

const mine = order({ id: 7, price: "68000.0", quantity: "0.00500", executed: "0.00200", sequence: 100 })
const other = order({ id: 8, instrument: "ETH_USDT", side: "sell", sequence: 100 })
const said = (key: string, values: Record<string, unknown> = {}) => i18next.t(`trade:orders.${key}`, values)
const button = (name: string) => screen.getByRole("button", { name })
const amendButton = () =>
  screen.getByRole("button", { name: (name) => name.startsWith(said("changeOf", { id: "7" })) })
const cancelButton = () => button(said("cancelOf", { id: "7" }))

/** A list knows its height from its surroundings; here it is told. */
const panel = (form: "table" | "cards", Around: Commits["Counted"] = Fragment) =>
  renderInPage(
    <VirtuosoMockContext.Provider value={{ viewportHeight: 400, itemHeight: 32 }}>
      <Around>
        <OrdersPanel kind="spot" instrument="BTC_USDT" form={form} />
      </Around>
    </VirtuosoMockContext.Provider>,
  )
const rowsShown = () =>
  [...document.querySelectorAll<HTMLElement>("[data-order]")].map((row) => Number(row.dataset.order))

const acts = () => server.paths()

beforeEach(async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  listMarkets()
  await tellAccount({ isWhole: true, orders: [mine, other] })
})
afterEach(async () => {
  await happens(() => {
    forgetAccount()
    orderActions.byId = {}
    Object.assign(amendDraft, { id: null, closed: null })
    filterOrders({ scope: "all", side: "all", period: ALL_TIME })
    for (const { id } of toaster.messages) closeToast(id)
  })
  server.reset()
  vi.restoreAllMocks()
})

describe("the open orders", () => {
  test.each(["table", "cards"] as const)(
    "as %s stand there, the newest first, with what can be done",
    (form) => {
      panel(form)
      expect(rowsShown()).toEqual([8, 7])
      const row = document.querySelector<HTMLElement>('[data-order="7"]')
      for (const text of ["BTC/USDT", said("buy"), "68,000.0", "0.00200", "0.00500"])
        expect(row?.textContent).toContain(text)
      expect(cancelButton().textContent).toBe(said("cancel"))
      expect(screen.getByRole("tab", { name: new RegExp(said("open")) }).textContent).toContain("2")
    },
  )

  test("of this market alone, or of one side, are what the filter leaves", async () => {
    panel("table")
    await happens(() => filterOrders({ scope: "market" }))
    expect(rowsShown()).toEqual([7])
    await happens(() => filterOrders({ scope: "market", side: "sell" }))
    expect(rowsShown()).toEqual([])
    expect(screen.getByText(said("nothingSo"))).toBeDefined()
  })

  test("that end leave the list, and new ones come on top", async () => {
    panel("table")
    await tellAccount({ orders: [order({ ...mine, status: "cancelled", sequence: 101 })] })
    expect(rowsShown()).toEqual([8])
    await tellAccount({ orders: [order({ ...mine, id: 9 })] })
    expect(rowsShown()).toEqual([9, 8])
  })

  test("keep their places while the keys are among them, and say that they have ended", async () => {
    panel("table")
    await userEvent.tab()
    cancelButton().focus()
    await tellAccount({
      orders: [order({ ...mine, status: "filled", sequence: 101 }), order({ ...mine, id: 9 })],
    })
    expect(rowsShown()).toEqual([8, 7])
    expect(document.querySelector('[data-order="7"]')?.textContent).toContain(said("status.filled"))
  })
})

describe("a message of one order", () => {
  /** Changes of the page below an element, so far. */
  function watched(element: Element | null) {
    let count = 0
    const observer = new MutationObserver((records) => {
      count += records.length
    })
    if (element)
      observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true })
    return () => count
  }

  test.each(["table", "cards"] as const)(
    "as %s costs two commits, and touches its own row alone",
    async (form) => {
      const { Counted, taken } = countCommits()
      panel(form, Counted)
      await tellAccount({})
      const [ownRow, otherRow] = [7, 8].map((id) => watched(document.querySelector(`[data-order="${id}"]`)))
      taken()
      await tellAccount({ orders: [order({ ...mine, executed: "0.00300", sequence: 101 })] })
      // The panel's own, and that of the list that draws the rows.
      expect([taken(), otherRow?.()]).toEqual([2, 0])
      expect(ownRow?.()).toBeGreaterThan(0)
    },
  )

  test("of nothing that is shown costs nothing", async () => {
    const { Counted, taken } = countCommits()
    panel("table", Counted)
    await tellAccount({})
    taken()
    await tellAccount({
      balances: [{ wallet: "funding", currency: "BTC", available: "1", held: "0" }] as never,
    })
    await happens(() => writeTickers([{ id: "BTC_USDT", lastValue: "68123", moved: 1 } as never], 0))
    expect(taken()).toBe(0)
  })
})

describe("TWAPs", () => {
  const twap = { ...twapExample, id: 5 }
  const items = () => [...document.querySelectorAll<HTMLElement>("[data-twap]")]

  test("are told, not asked for: each change is shown, an end with its reason, and one that is put away goes", async () => {
    panel("cards")
    expect(items()).toEqual([])
    await tellAccount({ twaps: [twap] })
    expect(items()[0]?.textContent).toContain("2\u202f%")
    const later = { ...twap, executed: "0.25000" as typeof twap.executed, slicesLeft: 24, sequence: 990_311 }
    await tellAccount({ twaps: [later] })
    expect(items()[0]?.textContent).toContain("50\u202f%")
    // An older version that comes late is passed over.
    await tellAccount({ twaps: [twap] })
    expect(items()[0]?.textContent).toContain("50\u202f%")
    await tellAccount({ twaps: [{ ...later, status: "ended", end: "OWNER", next: 0, sequence: 990_312 }] })
    expect(items()[0]?.textContent).toContain(i18next.t("trade:twap.reason.owner"))
    expect(server.paths()).toEqual([])
    await tellAccount({ twaps: [{ ...later, status: "ended", end: "OWNER", sequence: 990_313, gone: true }] })
    expect(items()).toEqual([])
  })

  test("that came and went while nothing was heard are what the next whole has", async () => {
    panel("cards")
    await tellAccount({ twaps: [twap] })
    await tellAccount({ isWhole: true, orders: [mine], twaps: [{ ...twap, id: 6 }] })
    expect(items().map(({ dataset }) => dataset.twap)).toEqual(["6"])
  })

  test("are paused by one call, and stand as they were until that is told", async () => {
    server.on(changeTwap, answer(changeTwap, { ...twap, status: "paused", next: 0 }))
    panel("cards")
    await tellAccount({ twaps: [twap] })
    await userEvent.click(button(i18next.t("trade:twap.pauseOf", { id: "5" })))
    await waitFor(() => expect(server.requests(changeTwap)).toEqual([{ id: 5, act: "pause" }]))
    await tellAccount({ twaps: [{ ...twap, status: "paused", next: 0, sequence: 990_311 }] })
    expect(items()[0]?.textContent).toContain(i18next.t("trade:twap.paused"))
  })
})

describe("cancelling", () => {
  test("is sent once however often it is pressed, and the button says that it is under way", async () => {
    const late = held()
    server.on(cancelSpotOrder, late)
    panel("table")
    await userEvent.dblClick(cancelButton())
    await userEvent.click(cancelButton())
    expect(cancelButton().getAttribute("aria-busy")).toBe("true")
    await waitFor(() => expect(server.requests(cancelSpotOrder)).toEqual([{ id: 7 }]))
    await act(async () => late.give(answer(cancelSpotOrder, mine)))
    await waitFor(() => expect(cancelButton().getAttribute("aria-busy")).toBeNull())
    expect(acts()).toHaveLength(1)
  })

  test("is sent once when two presses come in one moment, before the button can know of the first", async () => {
    server.on(cancelSpotOrder, silence)
    panel("cards")
    await happens(() => {
      cancelButton().click()
      cancelButton().click()
    })
    await waitFor(() => expect(acts()).toHaveLength(1))
    expect(acts()).toHaveLength(1)
  })

  test("that is refused says why at its row, until that is read", async () => {
    server.on(cancelSpotOrder, refusal("UNKNOWN_ORDER", "It has ended."))
    panel("cards")
    await userEvent.click(cancelButton())
    const alert = await screen.findByRole("alert")
    expect(alert.textContent).toContain("It has ended.")
    expect(alert.closest("[data-order]")?.getAttribute("data-order")).toBe("7")
    await userEvent.click(within(alert).getByRole("button"))
    expect(screen.queryByRole("alert")).toBeNull()
  })

  test("without an answer asks how the order stands, says so, and is not sent again", async () => {
    vi.useFakeTimers()
    server.on(cancelSpotOrder, lost)
    server.on(spotOrderState, answer(spotOrderState, mine))
    panel("table")
    fireEvent.click(cancelButton())
    await act(() => vi.advanceTimersByTimeAsync(10))
    expect(screen.getByRole("alert").textContent).toBe(said("asking"))
    fireEvent.click(cancelButton())
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(screen.getByRole("alert").textContent).toContain(said("unchanged"))
    expect(acts()).toEqual(["/spot/cancel", "/spot/order"])
  })

  test("of all is asked about first, says how many, and is sent for what is shown", async () => {
    server.on(cancelAllSpotOrders, answer(cancelAllSpotOrders, { cancelled: [7] }))
    filterOrders({ scope: "market" })
    panel("table")
    await userEvent.click(button(said("cancelAllIn", { pair: "BTC/USDT" })))
    await screen.findByRole("alertdialog", { name: said("askAllIn", { pair: "BTC/USDT" }) })
    expect(acts()).toEqual([])
    await userEvent.dblClick(button(said("cancelCount", { count: 1 })))
    await waitFor(() => expect(server.requests(cancelAllSpotOrders)).toEqual([{ instrument: "BTC_USDT" }]))
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull())
    expect(toaster.messages.map(({ text }) => text)).toEqual([said("cancelled", { count: 1 })])
  })
})

describe.each(["table", "cards"] as const)("amending as %s", (form) => {
  const field = (name: "price" | "amount") =>
    screen.findByRole<HTMLInputElement>("textbox", { name: said(`column.${name}`) })
  const send = () => screen.getByRole<HTMLButtonElement>("button", { name: said("change") })
  async function begin() {
    panel(form)
    await userEvent.click(amendButton())
    return field("price")
  }

  test("begins with the order's own figures, and nothing to send", async () => {
    const price = await begin()
    expect([price.value, (await field("amount")).value]).toEqual(["68000.0", "0.00500"])
    expect(send().disabled).toBe(true)
  })

  test("follows an order that was moved elsewhere, but not where one has typed", async () => {
    const price = await begin()
    await tellAccount({ isWhole: false, orders: [order({ ...mine, price: "67500.0", sequence: 101 })] })
    expect(price.value).toBe("67500.0")
    await userEvent.clear(price)
    await userEvent.type(price, "67400")
    await tellAccount({ isWhole: false, orders: [order({ ...mine, price: "67300.0", sequence: 102 })] })
    expect(price.value).toBe("67400")
  })

  test("judges what is typed before it is sent, in the server's words", async () => {
    const price = await begin()
    await userEvent.clear(price)
    await userEvent.type(price, "68000.05")
    const tick = i18next.t("problem:TICK", { tick: "0.1" })
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(tick))
    expect(price.getAttribute("aria-invalid")).toBe("true")
    expect(send().disabled).toBe(true)
    expect(acts()).toEqual([])
  })

  test("says what it does to the order's place, steps by tick, and sends only what is new, once", async () => {
    const late = held()
    server.on(amendSpotOrder, late)
    const price = await begin()
    await userEvent.type(price, "{ArrowDown}{Shift>}{ArrowDown}{/Shift}")
    expect(price.value).toBe("67998.9")
    expect(
      screen
        .getAllByRole("status")
        .map((status) => status.textContent)
        .join(),
    ).toContain(said("effect.loses"))
    await userEvent.dblClick(send())
    await waitFor(() => expect(acts()).toHaveLength(1))
    const [{ price: sent, quantity } = {}] = server.requests(amendSpotOrder)
    expect([sent, quantity]).toEqual(["67998.9", undefined])
    await act(async () => late.give(answer(amendSpotOrder, mine)))
    await waitFor(() => expect(amendDraft.id).toBeNull())
    expect(acts()).toHaveLength(1)
  })

  test("refused it says why and stays open for another figure", async () => {
    server.on(amendSpotOrder, refusal("INSUFFICIENT_BALANCE", "Only 3 USDT."))
    const price = await begin()
    await userEvent.type(price, "{ArrowUp}")
    await userEvent.click(send())
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Only 3 USDT."))
    await userEvent.type(price, "{ArrowUp}{Backspace}")
    expect(screen.queryByText("Only 3 USDT.")).toBeNull()
    expect(acts()).toHaveLength(1)
  })

  test("Escape puts it back, and nothing is sent", async () => {
    const price = await begin()
    await userEvent.type(price, "{ArrowUp}{Escape}")
    await waitFor(() => expect(screen.queryByRole("textbox", { name: said("column.price") })).toBeNull())
    expect(acts()).toEqual([])
    if (form === "table") expect(document.activeElement).toBe(amendButton())
  })
})
