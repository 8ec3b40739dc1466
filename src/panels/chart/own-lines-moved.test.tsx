/** Own orders on the chart: taken hold of, dragged, confirmed or put back, and what the server's word does to the line. */

import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { amendSpotOrder } from "#core/wire/spot-calls.ts"
import { countCommits } from "#tests/support/commits.tsx"
import { answer, held, refusal } from "#tests/support/false-server.ts"
import { happens, listMarkets, order, server, tellAccount } from "#tests/support/page-scene.tsx"
import { forgetAccount } from "../../stores/account-store.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import { choices, choose } from "../../stores/choices-store.ts"
import { writeTickers } from "../../stores/market-store.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { chartText } from "./chart-text.ts"
import { OwnLines } from "./own-lines.view.tsx"

/** 1 px is 10 USDT, from 70,000 at the top to 66,000 at the bottom. */
const canvas = {
  labelTops: () => [],
  priceTop: (price: number) => (price <= 70_000 && price >= 66_000 ? (70_000 - price) / 10 : undefined),
  priceAt: (top: number) => (top >= 0 && top <= 400 ? 70_000 - top * 10 : undefined),
  priceNear: (top: number) => 70_000 - Math.min(400, Math.max(0, top)) * 10,
  axisWidth: () => 60,
  paneHeight: () => 400,
  paneWidth: () => 600,
} as unknown as ChartCanvas
const text = chartText("en", 1)
const lines = () => <OwnLines canvas={canvas} instrument="BTC_USDT" text={text} places="" />

const mine = order({ id: 7, price: "68000.0", quantity: "0.00500", executed: "0.00200", sequence: 100 })
const handle = () => {
  const label = document.querySelector<HTMLElement>("[data-line='7'] > button")
  if (!label) throw new Error("the line has no handle")
  return label
}
const line = () => handle().closest<HTMLElement>("[data-line]")
const stateOfLine = () => [line()?.dataset.state, line()?.style.top]
const moveButton = (price: string) =>
  screen.queryByRole("button", { name: i18next.t("trade:chart.moveTo", { price }) })

/** Takes hold of the label and moves it so many px. */
function drag(byPx: number, end: "pointerUp" | "pointerCancel" | null = "pointerUp"): void {
  fireEvent.pointerDown(handle(), { button: 0, clientY: 200, pointerId: 1 })
  fireEvent.pointerMove(handle(), { clientY: 200 + byPx, pointerId: 1 })
  if (end) fireEvent[end](handle(), { pointerId: 1 })
}

beforeEach(async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  HTMLElement.prototype.setPointerCapture = () => undefined
  listMarkets()
  chartSettings.hasOrders = true
  await tellAccount({ isWhole: true, orders: [mine] })
})
afterEach(async () => {
  await happens(forgetAccount)
  choices.all = {}
  server.reset()
  vi.restoreAllMocks()
})

describe("a line", () => {
  test("stands at the price of its order and says what is still open", () => {
    render(lines())
    expect(stateOfLine()).toEqual(["still", "200px"])
    expect(handle().textContent).toBe(i18next.t("trade:chart.line.buy", { quantity: "0.00300" }))
  })

  test("isn't there when it is switched off, out of view, or of another market", async () => {
    const { container, rerender } = render(lines())
    await happens(() => Object.assign(chartSettings, { hasOrders: false }))
    expect(container.textContent).toBe("")
    await happens(() => Object.assign(chartSettings, { hasOrders: true }))
    await tellAccount({ orders: [order({ ...mine, price: "80000.0", sequence: 101 })] })
    expect(container.textContent).toBe("")
    rerender(<OwnLines canvas={canvas} instrument="ETH_USDT" text={text} places="" />)
    expect(container.textContent).toBe("")
  })

  test("of a stop that waits is moved as well: its stop price is amended, its limit stays", async () => {
    server.on(amendSpotOrder, answer(amendSpotOrder, mine))
    const stop = { status: "waiting", type: "stop-limit", stopPrice: "69000.0", sequence: 101 }
    await tellAccount({ orders: [order({ ...mine, ...stop })] })
    const { container } = render(lines())
    const label = container.querySelector<HTMLElement>('[data-line="7-stop"] > button')
    expect(label?.textContent).toBe(i18next.t("trade:chart.line.stop"))
    label?.focus()
    await userEvent.keyboard("{ArrowDown}{Enter}")
    await waitFor(() => expect(server.requests(amendSpotOrder)).toHaveLength(1))
    const [sent] = server.requests(amendSpotOrder)
    expect([sent?.id, sent?.stopPrice, sent?.price]).toEqual([7, "68999.9", undefined])
  })

  test("costs one commit when its order changes, and none when another market's does or a price ticks", async () => {
    const { Counted, taken } = countCommits()
    render(<Counted>{lines()}</Counted>)
    taken()
    await tellAccount({ orders: [order({ ...mine, executed: "0.00300", sequence: 101 })] })
    expect(taken()).toBe(1)
    await tellAccount({ orders: [order({ id: 8, instrument: "ETH_USDT" })] })
    await happens(() => writeTickers([{ id: "BTC_USDT", lastValue: "68123", moved: 1 } as never], 0))
    expect(taken()).toBe(0)
  })

  test("is placed anew when the scale moved, and not looked at when only the live bar did", () => {
    const top = vi.spyOn(canvas, "priceTop")
    const shown = (places: string) => <OwnLines {...{ canvas, text, places }} instrument="BTC_USDT" />
    const { rerender } = render(shown("as it is"))
    top.mockClear()
    rerender(shown("as it is"))
    expect(top).not.toHaveBeenCalled()
    top.mockReturnValue(120)
    rerender(shown("higher"))
    expect(stateOfLine()).toEqual(["still", "120px"])
  })
})

describe("dragging", () => {
  test("beyond the pane leaves the line at its edge", () => {
    render(lines())
    drag(-350)
    expect(stateOfLine()).toEqual(["proposed", "0px"])
    expect(moveButton("70,000.0")).not.toBeNull()
  })

  test("follows the finger on whole ticks and says what it would mean, before anything is sent", async () => {
    await happens(() => writeTickers([{ id: "BTC_USDT", lastValue: "70000" } as never], 0))
    render(lines())
    drag(10, null)
    expect(stateOfLine()).toEqual(["dragging", "210px"])
    expect(line()?.textContent).toContain("67,900.0")
    expect(line()?.textContent).toContain("203.70")
    expect(line()?.textContent).toContain(i18next.t("trade:chart.below", { percent: "3.00\u202f%" }))
    expect(server.paths()).toEqual([])
  })

  test("a finger that only rests moves nothing", () => {
    render(lines())
    drag(3)
    expect(stateOfLine()).toEqual(["still", "200px"])
  })

  test("is not begun by another button of the mouse", () => {
    render(lines())
    fireEvent.pointerDown(handle(), { button: 2, clientY: 200 })
    fireEvent.pointerMove(handle(), { clientY: 250 })
    expect(stateOfLine()).toEqual(["still", "200px"])
  })

  test("let go it asks; putting it back, Escape and a torn-away finger send nothing", async () => {
    render(lines())
    for (const putBack of [
      () => userEvent.click(screen.getByRole("button", { name: i18next.t("trade:chart.putBack") })),
      () => userEvent.keyboard("{Escape}"),
    ]) {
      drag(10)
      expect(stateOfLine()).toEqual(["proposed", "210px"])
      await putBack()
      expect(stateOfLine()).toEqual(["still", "200px"])
    }
    drag(10, "pointerCancel")
    expect(stateOfLine()).toEqual(["still", "200px"])
    expect(server.paths()).toEqual([])
  })

  test("brought back to its own price it asks nothing", () => {
    render(lines())
    drag(10, null)
    fireEvent.pointerMove(handle(), { clientY: 200, pointerId: 1 })
    fireEvent.pointerUp(handle(), { pointerId: 1 })
    expect(stateOfLine()).toEqual(["still", "200px"])
  })
})

describe("sending", () => {
  test("confirmed it is sent once, and the line waits there for the private message", async () => {
    const late = held()
    server.on(amendSpotOrder, late)
    render(lines())
    drag(10)
    const confirm = moveButton("67,900.0")
    if (confirm) await userEvent.dblClick(confirm)
    expect(stateOfLine()).toEqual(["sending", "210px"])
    expect(handle().getAttribute("aria-busy")).toBe("true")
    await waitFor(() => expect(server.paths()).toHaveLength(1))
    expect(server.requests(amendSpotOrder)).toEqual([expect.objectContaining({ id: 7, price: "67900.0" })])
    // Nor can it be moved on meanwhile.
    drag(20)
    fireEvent.keyDown(handle(), { key: "Enter" })
    await act(async () => late.give(answer(amendSpotOrder, order({ ...mine, price: "67900.0" }))))
    expect(stateOfLine()).toEqual(["sending", "210px"])
    await tellAccount({ orders: [order({ ...mine, price: "67900.0", sequence: 101 })] })
    expect(stateOfLine()).toEqual(["still", "210px"])
    expect(server.paths()).toHaveLength(1)
  })

  test("is sent at once where orders aren't asked about", async () => {
    server.on(amendSpotOrder, answer(amendSpotOrder, mine))
    choose("confirmOrders", "off")
    render(lines())
    drag(10)
    await waitFor(() => expect(server.paths()).toEqual(["/spot/amend"]))
  })

  test("refused it goes back and says why, until that is read or it is moved again", async () => {
    server.on(amendSpotOrder, refusal("PRICE_RULE", "Too far from the market."))
    render(lines())
    drag(10)
    fireEvent.click(moveButton("67,900.0") as HTMLElement)
    expect((await screen.findByRole("alert")).textContent).toContain("Too far from the market.")
    expect(stateOfLine()).toEqual(["still", "200px"])
    await userEvent.click(screen.getByRole("button", { name: i18next.t("trade:chart.closeNote") }))
    expect(screen.queryByRole("alert")).toBeNull()
    expect(server.paths()).toHaveLength(1)
  })
})

describe("by keys", () => {
  test.each([
    ["{ArrowUp}", "68,000.1"],
    ["{Shift>}{ArrowDown}{/Shift}", "67,999.0"],
  ])("%s proposes %s, and Enter sends it", async (keys, price) => {
    server.on(amendSpotOrder, answer(amendSpotOrder, mine))
    render(lines())
    handle().focus()
    await userEvent.keyboard(keys)
    expect(moveButton(price)).not.toBeNull()
    expect(server.paths()).toEqual([])
    await userEvent.keyboard("{Enter}")
    await waitFor(() =>
      expect(server.requests(amendSpotOrder).map((sent) => sent.price)).toEqual([price.replace(",", "")]),
    )
  })
})
