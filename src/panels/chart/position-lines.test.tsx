/** Own positions on the chart: live profit, closing by the line's button, targets dragged, and what the server refuses. */

import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Position, perpetualOrderExample, positionExample } from "#core/wire/contract.ts"
import { closePosition, setPositionTargets } from "#core/wire/contract-close-calls.ts"
import { contractOrderState, placeContractOrder } from "#core/wire/contract-order-calls.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import { countCommits } from "#tests/support/commits.tsx"
import { answer, held, lost, refusal } from "#tests/support/false-server.ts"
import { happens, server, spot } from "#tests/support/page-scene.tsx"
import type { PositionCells } from "#workers/market/market.api.ts"
import { forgetPrivateAnswers } from "../../api/kept-answers.ts"
import { closeByOrder } from "../../order-news/position-actions.ts"
import { forgetAccount, writeAccount } from "../../stores/account-store.ts"
import { chartSettings } from "../../stores/chart-store.ts"
import { choices, choose } from "../../stores/choices-store.ts"
import { forgetContracts, writeContracts } from "../../stores/contracts-store.ts"
import { writeCatalogue } from "../../stores/market-store.ts"
import { session } from "../../stores/session-store.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import { chartText } from "./chart-text.ts"
import { OwnLines } from "./own-lines.view.tsx"

/** 1 px is 10 USDT, from 71,000 at the top to 63,000 at the bottom. */
const canvas = {
  labelTops: () => [],
  priceTop: (price: number) => (price <= 71_000 && price >= 63_000 ? (71_000 - price) / 10 : undefined),
  priceAt: (top: number) => (top >= 0 && top <= 800 ? 71_000 - top * 10 : undefined),
  priceNear: (top: number) => 71_000 - Math.min(800, Math.max(0, top)) * 10,
  axisWidth: () => 60,
  paneHeight: () => 400,
  paneWidth: () => 600,
} as unknown as ChartCanvas
const text = chartText("en", 1)
const lines = () => <OwnLines canvas={canvas} instrument="BTC_USDT_PERP" text={text} places="" />

const btc = {
  ...spot,
  ...{ kind: "perpetual", id: "BTC_USDT_PERP", lot: "0.001", index: "BTC_USDT", leverageMax: 125 },
} as unknown as ContractMarket
const targets = [
  {
    id: 1,
    quantity: "",
    takeProfit: { price: "69500.0", source: "last", limit: "69490.0" },
    stopLoss: { price: "65900.0", source: "mark", limit: "" },
  },
]
const long = {
  ...positionExample,
  ...{ id: 7, quantity: "0.020", cost: "1345.682", entryPrice: "67284.1", targets, sequence: 100 },
} as unknown as Position
const cells: PositionCells = {
  ...{ id: 7, mark: "67,300.5", markValue: "67300.5", liquidation: "64,100.2", liquidationValue: "64100.2" },
  ...{ away: "4.7\u202f%", nearness: "near", unrealised: "0.328", sign: 1, roe: "+0.49\u202f%" },
  ...{
    margin: "67.2841",
    funding: "-0.13",
    nextFunding: 1_790_000_000_000,
    ratio: "7.9\u202f%",
    share: 0.079,
    alarm: 0,
  },
}

const tell = (...positions: readonly Position[]) =>
  happens(() =>
    writeAccount({
      ...{ token: session.token, state: "live", silentSince: null, isWhole: false },
      rows: {
        order: [],
        fill: [],
        position: positions,
        balance: [],
        notice: [],
        second: [],
        ai: [],
        alert: [],
        deposit: [],
        withdrawal: [],
        twap: [],
        paused: [],
      },
    }),
  )
const mark = (change: Partial<PositionCells> = {}) =>
  happens(() => writeContracts({ positions: [{ ...cells, ...change }], account: null }))

const line = (key: string) => document.querySelector<HTMLElement>(`[data-line="position-7${key}"]`)
const label = (key: string) => line(key)?.querySelector<HTMLElement>("button") as HTMLElement
const press = (name: RegExp | string) => userEvent.click(screen.getByRole("button", { name }))

function drag(key: string, byPx: number, pointerType = "mouse"): void {
  fireEvent.pointerDown(label(key), { button: 0, clientY: 200, pointerId: 1, pointerType })
  fireEvent.pointerMove(label(key), { clientY: 200 + byPx, pointerId: 1 })
  fireEvent.pointerUp(label(key), { pointerId: 1 })
}

beforeEach(async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  HTMLElement.prototype.setPointerCapture = () => undefined
  writeCatalogue([btc])
  chartSettings.hasPositions = true
  await tell(long)
  await mark()
})
afterEach(async () => {
  await happens(() => {
    forgetAccount()
    forgetContracts()
    forgetPrivateAnswers()
  })
  choices.all = {}
  server.reset()
  vi.restoreAllMocks()
})

test("a position has its entry with live profit, its targets and its liquidation price", async () => {
  render(lines())
  const tops = ["", "-1-takeProfit", "-1-stopLoss", "-liquidation"].map((key) => line(key)?.style.top)
  expect(tops.map((top) => Math.round(Number.parseFloat(top ?? "")))).toEqual([372, 150, 510, 690])
  expect(line("")?.textContent).toContain("Long 0.020 +0.32")
  expect(line("-liquidation")?.querySelector("button")).toBeNull()
  await happens(() => Object.assign(chartSettings, { hasPositions: false }))
  expect(document.querySelector("[data-line]")).toBeNull()
})

test("a mark draws the profit alone; a liquidation price that moved takes its line along", async () => {
  const { Counted, taken } = countCommits()
  render(<Counted>{lines()}</Counted>)
  taken()
  await mark({ unrealised: "-1.5", sign: -1 })
  expect(line("")?.textContent).toContain("\u22121.5")
  expect(taken()).toBe(1)
  await mark({ unrealised: "-1.5", sign: -1 })
  expect(taken()).toBe(0)
  await mark({ liquidationValue: "64000" })
  expect(line("-liquidation")?.style.top).toBe("700px")
})

test("the line's button asks, and closes all of it once", async () => {
  const late = held()
  server.on(closePosition, late)
  render(lines())
  await press(/^Close BTC\/USDT Perp Long/)
  expect(line("")?.textContent).toContain("Close 0.020\u00a0BTC of BTC/USDT Perp Long?")
  expect(server.paths()).toEqual([])
  await press(i18next.t("positions:reverse.keep"))
  expect(line("")?.dataset.state).toBe("still")
  await press(/^Close BTC\/USDT Perp Long/)
  await press(/^Close 0.020/)
  expect(line("")?.dataset.state).toBe("sending")
  await press(/^Close BTC\/USDT Perp Long/)
  await waitFor(() => expect(server.requests(closePosition)).toHaveLength(1))
  expect(server.requests(closePosition)[0]).toMatchObject({ instrument: "BTC_USDT_PERP" })
  await act(async () => late.give(answer(closePosition, { ...perpetualOrderExample, status: "filled" })))
  await waitFor(() => expect(line("")?.dataset.state).toBe("still"))
  expect(server.paths()).toEqual(["/contract/close"])
})

test("where orders aren't asked about it closes at once, and a refusal stands on the line", async () => {
  server.on(closePosition, refusal("MIN_NOTIONAL", "At least 5 USDT."))
  choose("confirmOrders", "off")
  render(lines())
  await press(/^Close BTC\/USDT Perp Long/)
  expect((await screen.findByRole("alert")).textContent).toContain("At least 5 USDT.")
  await press(i18next.t("trade:chart.closeNote"))
  expect(screen.queryByRole("alert")).toBeNull()
  expect(server.requests(closePosition)).toHaveLength(1)
})

const half = { instrument: long.instrument, side: "sell", type: "market", quantity: "0.010" } as Parameters<
  typeof closeByOrder
>[1]

test("without an answer the line says that the exchange is asked, and meanwhile the list closes nothing", async () => {
  const late = held()
  server.on(closePosition, lost)
  server.on(contractOrderState, late)
  choose("confirmOrders", "off")
  render(lines())
  await press(/^Close BTC\/USDT Perp Long/)
  expect((await screen.findByRole("status")).textContent).toBe(i18next.t("positions:asking"))
  expect(line("")?.dataset.state).toBe("asking")
  expect(label("").hasAttribute("disabled")).toBe(true)
  expect(await closeByOrder(7, half)).toBe(false)
  await waitFor(() => expect(server.requests(contractOrderState)).toHaveLength(1))
  await act(async () => late.give(answer(contractOrderState, { ...perpetualOrderExample, status: "filled" })))
  await waitFor(() => expect(line("")?.dataset.state).toBe("still"))
  expect(screen.queryByRole("status")).toBeNull()
  expect(server.paths()).toEqual(["/contract/close", "/contract/order"])
})

test("while the list closes it the line's button can't, and what the list was refused stands there alone", async () => {
  const late = held()
  server.on(placeContractOrder, late)
  choose("confirmOrders", "off")
  render(lines())
  let taken: Promise<boolean> | undefined
  await happens(() => {
    taken = closeByOrder(7, half)
  })
  expect(line("")?.dataset.state).toBe("sending")
  await press(/^Close BTC\/USDT Perp Long/)
  await act(async () => late.give(refusal("MIN_NOTIONAL", "At least 5 USDT.")))
  expect(await taken).toBe(false)
  await waitFor(() => expect(line("")?.dataset.state).toBe("still"))
  expect(screen.queryByRole("alert")).toBeNull()
  expect(server.paths()).toEqual(["/contract/place"])
})

test("a target is dragged: what it would realise is said, the other one keeps its terms, and its limit follows", async () => {
  server.on(setPositionTargets, answer(setPositionTargets, { rows: [long], time: 1 }))
  render(lines())
  drag("-1-takeProfit", -50)
  expect(line("-1-takeProfit")?.textContent).toContain("Realises 54.31\u00a0USDT there")
  await press(i18next.t("trade:chart.moveTo", { price: "70,000.0" }))
  await waitFor(() => expect(server.requests(setPositionTargets)).toHaveLength(1))
  const [sent] = server.requests(setPositionTargets)
  expect(sent).toMatchObject({
    instrument: "BTC_USDT_PERP",
    takeProfit: { price: "70000.0", source: "last", limit: "69990.0" },
    stopLoss: { price: "65900.0", source: "mark" },
  })
  expect(sent).not.toHaveProperty("pair")
  expect(line("-1-takeProfit")?.dataset.state).toBe("sending")
  const moved = [{ ...targets[0], takeProfit: { ...targets[0]?.takeProfit, price: "70000.0" } }]
  await tell({ ...long, targets: moved, sequence: 101 } as unknown as Position)
  expect(line("-1-takeProfit")?.dataset.state).toBe("still")
  expect(line("-1-takeProfit")?.style.top).toBe("100px")
})

/** The row as the server leaves it with these prices. */
const withTargets = (sequence: number, takeProfit: string, stopLoss: string, limit: string) =>
  ({
    ...long,
    targets: [
      {
        ...targets[0],
        takeProfit: { price: takeProfit, source: "last", limit },
        stopLoss: { price: stopLoss, source: "mark", limit: "" },
      },
    ],
    sequence,
  }) as unknown as Position

test("two quick moves of one pair go out one after the other, and neither undoes the other", async () => {
  const [first, second] = [held(), held()]
  server.on(setPositionTargets, first, second)
  choose("confirmOrders", "off")
  render(lines())
  drag("-1-takeProfit", -50)
  drag("-1-stopLoss", 10)
  await waitFor(() => expect(server.requests(setPositionTargets)).toHaveLength(1))
  const states = () => ["takeProfit", "stopLoss"].map((side) => line(`-1-${side}`)?.dataset.state)
  const tops = () => ["takeProfit", "stopLoss"].map((side) => line(`-1-${side}`)?.style.top)
  expect(states()).toEqual(["sending", "sending"])
  // The first one's row, before its answer: the other line waits where it was put.
  await tell(withTargets(101, "70000.0", "65900.0", "69990.0"))
  expect(states()).toEqual(["still", "sending"])
  expect(tops()).toEqual(["100px", "520px"])
  const left = withTargets(101, "70000.0", "65900.0", "69990.0")
  await act(async () => first.give(answer(setPositionTargets, { rows: [left], time: 1 })))
  await waitFor(() => expect(server.requests(setPositionTargets)).toHaveLength(2))
  expect(server.requests(setPositionTargets)[1]).toMatchObject({
    takeProfit: { price: "70000.0", source: "last", limit: "69990.0" },
    stopLoss: { price: "65800.0", source: "mark" },
  })
  const both = withTargets(102, "70000.0", "65800.0", "69990.0")
  await act(async () => second.give(answer(setPositionTargets, { rows: [both], time: 2 })))
  expect(states()).toEqual(["still", "sending"])
  await tell(both)
  expect(states()).toEqual(["still", "still"])
  expect(tops()).toEqual(["100px", "520px"])
})

test("a second move after the first one's answer, before its row, is built from the answer", async () => {
  const left = withTargets(101, "70000.0", "65900.0", "69990.0")
  server.on(setPositionTargets, answer(setPositionTargets, { rows: [left], time: 1 }))
  choose("confirmOrders", "off")
  render(lines())
  drag("-1-takeProfit", -50)
  await waitFor(() => expect(server.requests(setPositionTargets)).toHaveLength(1))
  await act(async () => undefined)
  drag("-1-stopLoss", 10)
  await waitFor(() => expect(server.requests(setPositionTargets)).toHaveLength(2))
  expect(server.requests(setPositionTargets)[1]).toMatchObject({
    takeProfit: { price: "70000.0", limit: "69990.0" },
    stopLoss: { price: "65800.0" },
  })
  // The row of the first one says nothing of the second.
  await tell(left)
  expect(line("-1-stopLoss")?.dataset.state).toBe("sending")
})

test("after a refused move the other one goes out from what stands", async () => {
  const first = held()
  server.on(setPositionTargets, first, answer(setPositionTargets, { rows: [long], time: 1 }))
  choose("confirmOrders", "off")
  render(lines())
  drag("-1-takeProfit", -50)
  drag("-1-stopLoss", 10)
  await act(async () => first.give(refusal("TRIGGER_WOULD_FIRE", "It would fire at once.")))
  await waitFor(() => expect(server.requests(setPositionTargets)).toHaveLength(2))
  expect(server.requests(setPositionTargets)[1]).toMatchObject({
    takeProfit: { price: "69500.0", limit: "69490.0" },
    stopLoss: { price: "65800.0" },
  })
})

test("a target whose move has no answer says that the exchange is asked", async () => {
  const late = held()
  server.on(setPositionTargets, lost, late)
  choose("confirmOrders", "off")
  render(lines())
  drag("-1-stopLoss", 10)
  expect((await screen.findByRole("status")).textContent).toBe(i18next.t("positions:asking"))
  await waitFor(() => expect(server.requests(setPositionTargets)).toHaveLength(2))
  await act(async () => late.give(answer(setPositionTargets, { rows: [long], time: 1 })))
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull())
  const keys = server.requests(setPositionTargets).map(({ key }) => key)
  expect(keys[0]).toBe(keys[1])
})

test("a target that is refused goes back and says why", async () => {
  server.on(setPositionTargets, refusal("TRIGGER_WOULD_FIRE", "It would fire at once."))
  choose("confirmOrders", "off")
  render(lines())
  drag("-1-stopLoss", -200, "touch")
  expect((await screen.findByRole("alert")).textContent).toContain("It would fire at once.")
  expect(line("-1-stopLoss")?.style.top).toBe("510px")
})
