/** Somebody draws with mouse, finger and keys on a chart of known places: what comes of it, and what it can be taken back to. */

import { act, fireEvent, render, screen } from "@testing-library/react"
import type { ITimeScaleApi, Time } from "lightweight-charts"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { DRAWING_KINDS, type Drawing, type DrawingKind, POINT_COUNTS } from "#core/drawing/drawing.ts"
import type { UserInfo } from "#core/wire/account.ts"
import { drawings as readDrawings, saveDrawings } from "#core/wire/drawing-calls.ts"
import { answer } from "#tests/support/false-server.ts"
import { listMarkets, server } from "#tests/support/page-scene.tsx"
import { boards, openBoard, unsentOf } from "../../../stores/drawing-store.ts"
import { drawingsKey, setDrawingTools } from "../../../stores/drawing-tools.ts"
import { session } from "../../../stores/session-store.ts"
import type { Bar } from "../bars.model.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import { chartText } from "../chart-text.ts"
import { DrawingBoard } from "./board.view.tsx"
import { pressedPoints } from "./new-drawing.ts"

const MINUTE = 60_000
/** 100 bars of a minute, 6 px each from the left edge; 1 px is 10 USDT, from 70,000 at the top. */
const all: Bar[] = Array.from({ length: 100 }, (_, at) => ({
  time: at * MINUTE,
  open: 68_000,
  high: 68_100,
  low: 67_900,
  close: 68_050,
  volume: 1,
  closed: true,
  generated: false,
}))
const bars = [...all]
const scale = {
  timeToIndex: (time: Time) => Number(time) / 60,
  logicalToCoordinate: (place: number) => 3 + place * 6,
  coordinateToTime: (x: number) => Math.round((x - 3) / 6) * 60,
} as unknown as ITimeScaleApi<Time>
const canvas = {
  places: () => ({ bars, interval: "1m", scale }),
  priceLevel: (price: number) => (70_000 - price) / 10,
  priceAt: (top: number) => 70_000 - top * 10,
  paneWidth: () => 600,
  paneHeight: () => 400,
  invite: () => () => undefined,
} as unknown as ChartCanvas
const text = chartText("en", 2)

let figure: HTMLElement
function show() {
  figure = document.createElement("figure")
  figure.tabIndex = 0
  document.body.append(figure)
  return render(
    <DrawingBoard
      canvas={canvas}
      mount={{ current: figure }}
      instrument="BTC_USDT"
      interval="1m"
      text={text}
      places=""
      onTicket={() => undefined}
    />,
  )
}

beforeEach(() => {
  listMarkets()
  boards.byId = {}
  session.token = null
  localStorage.clear()
  openBoard("BTC_USDT", "visitor-before")
  openBoard("BTC_USDT", "")
})
afterEach(() => {
  figure.remove()
  setDrawingTools({ isOpen: false, isMagnet: false })
})

/** What the store says is shown. */
const settled = () => act(async () => undefined)
const drawn = () => boards.byId.BTC_USDT?.drawings ?? []
const hold = (tool: DrawingKind) => act(() => setDrawingTools({ isOpen: true, tool }))
const mouse = (x: number, y: number, more: object = {}) => ({
  clientX: x,
  clientY: y,
  button: 0,
  pointerId: 1,
  pointerType: "mouse",
  ...more,
})
function click(x: number, y: number, more: object = {}) {
  fireEvent.pointerMove(figure, mouse(x, y, more))
  fireEvent.pointerDown(figure, mouse(x, y, more))
  fireEvent.pointerUp(figure, mouse(x, y, more))
}
function drag(from: [number, number], to: [number, number]) {
  fireEvent.pointerDown(figure, mouse(...from))
  fireEvent.pointerMove(figure, mouse((from[0] + to[0]) / 2, (from[1] + to[1]) / 2))
  fireEvent.pointerMove(figure, mouse(...to))
  fireEvent.pointerUp(figure, mouse(...to))
}
const press = (key: string, more: object = {}) => fireEvent.keyDown(figure, { key, ...more })

describe("by mouse", () => {
  test.each(DRAWING_KINDS)("%s is drawn by as many presses as it needs, and is chosen then", (kind) => {
    show()
    hold(kind)
    const places = [
      [63, 200],
      [123, 150],
      [93, 120],
    ] as const
    for (const [x, y] of places.slice(0, pressedPoints(kind))) {
      expect(drawn()).toHaveLength(0)
      click(x, y)
    }
    expect(drawn()).toHaveLength(1)
    expect(drawn()[0]).toMatchObject({ kind, points: { length: POINT_COUNTS[kind] } })
    expect(drawn()[0]?.points[0]).toEqual({ time: 10 * MINUTE, price: "68000.0" })
    expect(boards.byId.BTC_USDT?.chosen).toBe(drawn()[0]?.id)
    expect(document.querySelectorAll("[data-handle]")).toHaveLength(POINT_COUNTS[kind])
  })

  test("a drag draws a line in one go", () => {
    show()
    hold("trend")
    drag([63, 200], [123, 150])
    expect(drawn()[0]?.points).toEqual([
      { time: 10 * MINUTE, price: "68000.0" },
      { time: 20 * MINUTE, price: "68500.0" },
    ])
  })

  test("beyond the newest bar moments are counted on", () => {
    show()
    bars.splice(50)
    hold("vertical")
    click(3 + 70 * 6, 50)
    expect(drawn()[0]?.points[0]?.time).toBe(70 * MINUTE)
    bars.push(...all.slice(50))
  })

  test("the magnet takes the bar's close, Ctrl leaves it", () => {
    show()
    act(() => setDrawingTools({ isOpen: true, isMagnet: true, tool: "horizontal" }))
    click(63, 197)
    expect(drawn()[0]?.points[0]?.price).toBe("68050.0")
    hold("horizontal")
    click(63, 197, { ctrlKey: true })
    expect(drawn()[1]?.points[0]?.price).toBe("68030.0")
  })

  test("a drawing is moved by a drag, put back and moved again by keys, and deleted", async () => {
    show()
    hold("horizontal")
    click(63, 200)
    await settled()
    drag([300, 200], [300, 240])
    const price = () => drawn()[0]?.points[0]?.price
    expect(price()).toBe("67600.0")
    press("z", { ctrlKey: true })
    expect(price()).toBe("68000.0")
    press("Z", { ctrlKey: true, shiftKey: true })
    expect(price()).toBe("67600.0")
    press("Delete")
    expect(drawn()).toHaveLength(0)
    press("z", { ctrlKey: true })
    expect(price()).toBe("67600.0")
  })

  test("what is locked stays: no drag and no Delete moves it", async () => {
    show()
    hold("horizontal")
    click(63, 200)
    await settled()
    fireEvent.click(screen.getByRole("button", { name: "Lock" }))
    await settled()
    drag([300, 200], [300, 240])
    press("Delete")
    expect(drawn()).toMatchObject([{ locked: true, points: [{ price: "68000.0" }] }])
  })

  test("Escape ends what is half drawn, then lets go of the tool", () => {
    show()
    hold("trend")
    click(63, 200)
    press("Escape")
    click(200, 200)
    expect(drawn()).toHaveLength(0)
    press("Escape")
    press("Escape")
    click(300, 100)
    click(400, 100)
    expect(drawn()).toHaveLength(0)
  })

  test("a press that means a drawing never reaches the chart, another one does", () => {
    show()
    const heard = vi.fn()
    const inside = document.createElement("div")
    inside.addEventListener("mousedown", heard)
    figure.append(inside)
    hold("horizontal")
    fireEvent.pointerDown(inside, mouse(63, 200))
    fireEvent.mouseDown(inside)
    fireEvent.pointerUp(inside, mouse(63, 200))
    expect(heard).not.toHaveBeenCalled()
    fireEvent.pointerDown(inside, mouse(63, 350))
    fireEvent.mouseDown(inside)
    fireEvent.pointerUp(inside, mouse(63, 350))
    expect(heard).toHaveBeenCalledOnce()
  })
})

test("by keys alone: Enter places in the middle, arrows on a handle move by bars and ticks", async () => {
  show()
  hold("trend")
  figure.focus()
  press("Enter")
  await settled()
  const [before] = drawn()
  const [handle] = document.querySelectorAll<HTMLElement>("[data-handle]")
  if (!handle || !before?.points[0]) throw new Error("nothing was drawn")
  fireEvent.keyDown(handle, { key: "ArrowRight" })
  await settled()
  fireEvent.keyDown(handle, { key: "ArrowUp", shiftKey: true })
  await settled()
  const [point] = drawn()[0]?.points ?? []
  expect(point?.time).toBe(before.points[0].time + MINUTE)
  expect(Number(point?.price)).toBeCloseTo(Number(before.points[0].price) + 1, 8)
})

test("by finger each lift places a point, with a glass beside it", () => {
  show()
  hold("trend")
  const finger = { pointerType: "touch" }
  fireEvent.pointerDown(figure, mouse(63, 200, finger))
  expect(document.querySelector("canvas")).not.toBeNull()
  fireEvent.pointerUp(figure, mouse(69, 210, finger))
  expect(document.querySelector("canvas")).toBeNull()
  fireEvent.pointerDown(figure, mouse(123, 150, finger))
  fireEvent.pointerUp(figure, mouse(123, 150, finger))
  expect(drawn()[0]?.points).toEqual([
    { time: 11 * MINUTE, price: "67900.0" },
    { time: 20 * MINUTE, price: "68500.0" },
  ])
})

describe("what is drawn stays", () => {
  test("on a visitor's device, and comes along to the account", () => {
    show()
    hold("horizontal")
    click(63, 200)
    const [line] = drawn()
    boards.byId = {}
    expect(openBoard("BTC_USDT", "").drawings).toEqual([line])
    expect(openBoard("BTC_USDT", "48215907").drawings).toEqual([line])
    expect(unsentOf("BTC_USDT").drawings).toEqual([line])
    expect(localStorage.getItem(drawingsKey("", "BTC_USDT"))).toBeNull()
  })

  test("at the server for a user: what changed goes there, and what others drew comes back", async () => {
    const [example] = saveDrawings.example.request.drawings as Drawing[]
    const theirs = { ...example, id: "theirs" } as Drawing
    server.reset()
    server.on(readDrawings, answer(readDrawings, { version: 5, drawings: [theirs] }))
    act(() => {
      session.token = "a token"
      session.user = { user_id: "48215907" } as UserInfo
    })
    show()
    await vi.waitFor(() => expect(drawn()).toEqual([theirs]))
    hold("horizontal")
    click(63, 200)
    const mine = drawn()[1]
    if (!mine) throw new Error("nothing was drawn")
    server.on(saveDrawings, answer(saveDrawings, { version: 6, merged: false, drawings: [theirs, mine] }))
    await vi.waitFor(() => expect(server.requests(saveDrawings)).toHaveLength(1))
    expect(server.requests(saveDrawings)[0]).toEqual({
      instrument: "BTC_USDT",
      form: 1,
      version: 5,
      drawings: [mine],
      removed: [],
    })
    await vi.waitFor(() => expect(unsentOf("BTC_USDT").drawings).toEqual([]))
    expect(drawn()).toEqual([theirs, mine])
    act(() => {
      session.token = null
      session.user = null
    })
    await vi.waitFor(() => expect(drawn()).toEqual([]))
  })
})
