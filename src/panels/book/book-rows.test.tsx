/** The book's rows, pressed: which price is handed out by mouse, finger and keys, and what a frame of figures costs. */

import { fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { countCommits } from "#tests/support/commits.tsx"
import { happens, order, spot, tellAccount } from "#tests/support/page-scene.tsx"
import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import { forgetAccount } from "../../stores/account-store.ts"
import { bookSettings } from "../../stores/book-store.ts"
import { bookState, writeBook, writeTickers } from "../../stores/market-store.ts"
import { BookRows } from "./book-rows.view.tsx"

const row = (priceValue: string, size: string | null, moved: -1 | 0 | 1 = 0): BookRow => ({
  priceValue,
  price: Number(priceValue).toLocaleString("en", { minimumFractionDigits: 1 }),
  size,
  sum: size,
  share: 0.5,
  moved,
})
const frame = (asks: readonly BookRow[], bids: readonly BookRow[]): BookFrame => ({
  instrument: "BTC_USDT",
  group: 1,
  asks: [...asks],
  bids: [...bids],
  spread: "0.1",
  spreadPercent: null,
  bidPercent: 50,
  last: "68,000.5",
  lastMoved: 0,
})
const first = frame([row("68001.0", "1"), row("68002.0", "2")], [row("68000.0", "3"), row("67999.0", "4")])

const [picked, held, centred] = [vi.fn(), vi.fn(), vi.fn()]
const animate = vi.fn()
const table = () => screen.getByRole<HTMLTableElement>("table")
const level = (price: string) =>
  screen.getByRole<HTMLButtonElement>("button", { name: (name) => name.startsWith(price) })
const texts = () =>
  [...table().rows].map((line) => [...line.cells].map((cell) => cell.textContent).join(" ")).slice(1)

const rows = (isLive = true) => (
  <BookRows
    market={spot}
    rows={2}
    sides="both"
    unit="base"
    hasSum={false}
    isLive={isLive}
    onHold={held}
    onPick={picked}
    onCentre={centred}
  />
)

beforeEach(() => {
  Element.prototype.animate = animate
  HTMLElement.prototype.setPointerCapture = () => undefined
  // Every row is 20 px high, the heads first.
  vi.spyOn(HTMLTableRowElement.prototype, "getBoundingClientRect").mockImplementation(function (
    this: HTMLTableRowElement,
  ) {
    const top = [...table().rows].indexOf(this) * 20
    return { top, bottom: top + 20, left: 0, right: 200 } as DOMRect
  })
  writeBook(first, 0)
})
afterEach(async () => {
  await happens(() => {
    bookState.frame = null
    forgetAccount()
  })
  for (const each of [picked, held, centred, animate]) each.mockReset()
  vi.restoreAllMocks()
})

describe("a level that is pressed", () => {
  test("by the mouse hands out its price and the side that rests there", async () => {
    render(rows())
    await userEvent.click(level("68,002.0"))
    await userEvent.click(level("67,999.0"))
    expect(picked.mock.calls).toEqual([
      ["sell", "68002.0"],
      ["buy", "67999.0"],
    ])
  })

  test("is the one that stood there when the button went down, whatever stands there when it comes up", async () => {
    render(rows())
    const button = level("68,001.0")
    fireEvent.pointerDown(button, { pointerType: "mouse" })
    await happens(() => writeBook(frame([row("68005.0", "1"), row("68006.0", "2")], first.bids), 50))
    expect(button.textContent).toBe("68,005.0")
    fireEvent.click(button, { detail: 1 })
    expect(picked.mock.calls).toEqual([["sell", "68001.0"]])
  })

  test("by a key is the one that stands there now", async () => {
    render(rows())
    level("68,001.0").focus()
    await happens(() => writeBook(frame([row("68005.0", "1"), row("68006.0", "2")], first.bids), 50))
    fireEvent.click(document.activeElement as HTMLElement, { detail: 0 })
    expect(picked.mock.calls).toEqual([["sell", "68005.0"]])
  })

  test("holds the order of the rows while it is down", () => {
    render(rows())
    fireEvent.pointerDown(level("68,001.0"), { pointerType: "mouse" })
    fireEvent.pointerUp(level("68,001.0"))
    fireEvent.pointerDown(level("68,001.0"), { pointerType: "mouse" })
    fireEvent.pointerLeave(table())
    expect(held.mock.calls).toEqual([[true], [false], [true], [false]])
  })

  test("hands out nothing while the book isn't live", async () => {
    render(rows(false))
    await userEvent.click(level("68,001.0"))
    const finger = { pointerType: "touch", isPrimary: true, pointerId: 1, clientX: 10, clientY: 30 }
    fireEvent.pointerDown(level("68,001.0"), finger)
    fireEvent.pointerUp(table(), finger)
    expect(picked).not.toHaveBeenCalled()
  })
})

describe("a finger", () => {
  const at = (clientY: number) => ({
    pointerType: "touch",
    isPrimary: true,
    pointerId: 1,
    clientX: 10,
    clientY,
  })
  const magnified = () => document.querySelector("[data-magnified]")

  test("slides to the level it wants, sees it large, and lifts there", () => {
    render(rows())
    fireEvent.pointerDown(level("68,001.0"), at(50))
    expect(magnified()?.textContent).toBe(`${i18next.t("market:ticket.sell")}68,001.01`)
    fireEvent.pointerMove(table(), at(90))
    expect(magnified()?.textContent).toBe(`${i18next.t("market:ticket.buy")}68,000.03`)
    fireEvent.pointerUp(table(), at(90))
    expect(picked.mock.calls).toEqual([["buy", "68000.0"]])
    expect(magnified()).toBeNull()
  })

  test.each([
    ["slid out between the sides", () => fireEvent.pointerUp(table(), at(70))],
    ["slid out of the rows", () => fireEvent.pointerUp(table(), at(500))],
    ["torn away", () => fireEvent.pointerCancel(table(), at(50))],
  ])("%s chooses nothing", (_how, end) => {
    render(rows())
    fireEvent.pointerDown(level("68,001.0"), at(50))
    end()
    expect(picked).not.toHaveBeenCalled()
    expect(magnified()).toBeNull()
  })

  test("that is the second one down changes nothing", () => {
    render(rows())
    fireEvent.pointerDown(level("68,001.0"), at(50))
    fireEvent.pointerUp(table(), { ...at(90), pointerId: 2 })
    expect(picked).not.toHaveBeenCalled()
    fireEvent.pointerUp(table(), at(50))
    expect(picked.mock.calls).toEqual([["sell", "68001.0"]])
  })
})

test("the tab key reaches what turns the amounts, then the best of each side; arrows walk from price to price", async () => {
  render(rows())
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByTitle("Show amounts in USDT"))
  await userEvent.keyboard("{Enter}")
  expect(bookSettings.unit).toBe("quote")
  await userEvent.keyboard("{Enter}")
  expect(bookSettings.unit).toBe("base")
  await userEvent.tab()
  expect(document.activeElement).toBe(level("68,001.0"))
  await userEvent.keyboard("{ArrowUp}")
  expect(document.activeElement).toBe(level("68,002.0"))
  await userEvent.keyboard("{ArrowUp}{ArrowDown}{ArrowDown}")
  expect(document.activeElement).toBe(level("68,000.0"))
  await userEvent.keyboard("{Enter}")
  expect(picked.mock.calls).toEqual([["buy", "68000.0"]])
})

test("a press on the middle puts the book's middle there", async () => {
  render(rows())
  await userEvent.click(screen.getByTitle(i18next.t("market:book.recentre")))
  expect(centred).toHaveBeenCalledTimes(1)
  expect(picked).not.toHaveBeenCalled()
})

test("own orders are marked at their levels, and said", async () => {
  render(rows())
  await tellAccount({ isWhole: true, orders: [order({ price: "67999.0", status: "new" })] })
  expect(document.querySelectorAll("[data-own]")).toHaveLength(1)
  expect(level("67,999.0").textContent).toContain(i18next.t("trade:ticket.ownLevel"))
})

describe("a frame", () => {
  const resized = frame(
    [row("68001.0", "9", 1), row("68002.0", "2")],
    [row("68000.0", "8", -1), row("67999.0", "4")],
  )

  test("of other figures costs one commit and lights what changed", async () => {
    const { Counted, taken } = countCommits()
    render(<Counted>{rows()}</Counted>)
    taken()
    await happens(() => writeBook(resized, 50))
    expect(taken()).toBe(1)
    expect(texts()).toEqual([
      "68,002.0 2",
      "68,001.0 9",
      expect.stringContaining("68,000.5"),
      "68,000.0 8",
      "67,999.0 4",
    ])
    expect(animate).toHaveBeenCalledTimes(2)
  })

  test("lights nothing while the book isn't live", async () => {
    render(rows(false))
    await happens(() => writeBook(resized, 50))
    expect(animate).not.toHaveBeenCalled()
  })

  test("keeps the elements of its rows: only texts change", async () => {
    render(rows())
    const before = [...table().rows]
    await happens(() => writeBook(frame([row("68003.0", "5"), row("68004.0", null)], first.bids), 50))
    expect([...table().rows]).toEqual(before)
    expect(texts()[0]).toBe("68,004.0 –")
  })

  test("of a ticker or of another market's orders costs nothing", async () => {
    const { Counted, taken } = countCommits()
    render(<Counted>{rows()}</Counted>)
    await happens(() => undefined)
    taken()
    await happens(() => writeTickers([{ id: "BTC_USDT", lastValue: "68123", moved: 1 } as never], 0))
    await tellAccount({ orders: [order({ instrument: "ETH_USDT" })] })
    expect(taken()).toBe(0)
  })
})
