/** The layer of drawings: painted where something of them changed, laid over as a picture else. */

import { beforeEach, expect, test, vi } from "vitest"
import type { Drawing } from "#core/drawing/drawing.ts"
import type { ChartCanvas } from "../chart-canvas.ts"
import type { ChartColours } from "../chart-colours.ts"
import { DrawingLayer } from "./drawing-layer.ts"
import type { ShapeWords } from "./shapes.ts"

/** Counts what is drawn by strokes, and what is laid over. */
function fakePen() {
  const strokes = vi.fn()
  const pictures = vi.fn()
  const nothing = () => undefined
  const names = ["save", "restore", "beginPath", "rect", "clip", "setLineDash", "moveTo", "lineTo"]
  const quiet = Object.fromEntries(
    [...names, "setTransform", "scale", "fillText"].map((name) => [name, nothing]),
  )
  const pen = { ...quiet, stroke: strokes, drawImage: pictures, getTransform: () => ({ a: 2, d: 2 }) }
  return { pen: pen as unknown as CanvasRenderingContext2D, strokes, pictures }
}

const line = (id: string): Drawing => ({
  ...{ id, kind: "trend", text: "", risk: "", colour: "ind-1", width: 2, dash: "solid" },
  ...{ locked: false, hidden: false },
  points: [
    { time: 60_000, price: "100" },
    { time: 120_000, price: "110" },
  ],
})
const colours = { font: "x", fontSize: 11, lines: { "ind-1": "red" } } as unknown as ChartColours

let places: string
let layer: DrawingLayer
let screen: ReturnType<typeof fakePen>
let picture: ReturnType<typeof fakePen>

const paint = () => {
  const [view] = layer.paneViews()
  const target = {
    useMediaCoordinateSpace: (run: (space: { context: CanvasRenderingContext2D }) => void) =>
      run({ context: screen.pen }),
  }
  view?.renderer()?.draw(target as never)
  const seen = {
    strokes: screen.strokes.mock.calls.length,
    drawn: picture.strokes.mock.calls.length,
    pictures: screen.pictures.mock.calls.length,
  }
  for (const mock of [screen.strokes, screen.pictures, picture.strokes]) mock.mockClear()
  return seen
}

beforeEach(() => {
  places = "as they are"
  screen = fakePen()
  picture = fakePen()
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(picture.pen as never)
  const scale = {
    timeToIndex: (time: number) => time / 60,
    logicalToCoordinate: (place: number) => place * 6,
  }
  const canvas = {
    places: () => ({ bars: [{ time: 60_000 }, { time: 120_000 }], interval: "1m", scale }),
    placesText: () => places,
    priceLevel: (price: number) => 200 - price,
    paneWidth: () => 600,
    paneHeight: () => 400,
  } as unknown as ChartCanvas
  layer = new DrawingLayer(canvas, colours, {} as ShapeWords)
  layer.set({ drawings: [line("one"), line("two")], draft: undefined, chosen: undefined })
})

test("a view that stands still is drawn twice, then it is a picture", () => {
  expect(paint()).toEqual({ strokes: 2, drawn: 0, pictures: 0 })
  expect(paint()).toEqual({ strokes: 0, drawn: 2, pictures: 1 })
  expect(paint()).toEqual({ strokes: 0, drawn: 0, pictures: 1 })
})

test("a view that moves is drawn anew each time, and no picture of it is made", () => {
  for (let count = 0; count < 3; count += 1) {
    places = `moved ${count}`
    expect(paint()).toEqual({ strokes: 2, drawn: 0, pictures: 0 })
  }
})

test.each([
  ["another drawing", () => layer.set({ drawings: [line("one")], draft: undefined, chosen: undefined })],
  ["another look", () => layer.setColours(colours)],
])("%s is drawn at once", (_, change) => {
  for (let count = 0; count < 3; count += 1) paint()
  change()
  expect(paint().strokes).toBeGreaterThan(0)
})

test("where no picture can be had they are drawn as ever", () => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null)
  for (let count = 0; count < 3; count += 1) expect(paint()).toEqual({ strokes: 2, drawn: 0, pictures: 0 })
})
