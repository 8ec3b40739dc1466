/** Labels of drawings never cover one another where there is room, and stay with what they belong to. */

import { expect, test } from "vitest"
import type { Drawing, DrawingKind } from "#core/drawing/drawing.ts"
import { labelWidth } from "../label-places.model.ts"
import { labelsApart } from "./labels-apart.ts"
import { type LabelShape, labelBox, type Shape, type ShapeWords, shapesOf } from "./shapes.ts"

const WIDTH = 400
const scale = {
  ...{ width: WIDTH, height: 300, x: (time: number) => time, y: (price: number) => price },
  ...{ timeAt: (x: number) => x, priceAt: (y: number) => y, barAt: () => undefined },
}
const words: ShapeWords = {
  price: (price) => `price ${price}`,
  level: (level) => String(level),
  moment: (time) => `moment ${time}`,
  measured: () => ["+1", "2 bars"],
  position: () => ({ target: ["target"], stop: ["stop"], entry: ["entry", "1 : 2"] }),
}

const drawing = (kind: DrawingKind, points: readonly (readonly [number, number])[]): Drawing => ({
  ...{ id: `${kind} ${points}`, kind, text: "words", risk: "", colour: "ind-1", width: 2, dash: "solid" },
  ...{ locked: false, hidden: false },
  points: points.map(([time, price]) => ({ time, price: String(price) })),
})

const isLabel = (shape: Shape): shape is LabelShape => shape.kind === "label"
const labelsOf = (drawings: readonly Drawing[], leading?: number) =>
  labelsApart(
    drawings.map((each) => shapesOf(each, scale, words)),
    scale,
    leading,
  )
    .flat()
    .filter(isLabel)

function coveredPairs(labels: readonly LabelShape[]): string[] {
  const boxes = labels.map((label) => ({ ...labelBox(label, labelWidth), text: label.lines.join() }))
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (other) =>
          one.left < other.left + other.width &&
          other.left < one.left + one.width &&
          one.top < other.top + other.height &&
          other.top < one.top + one.height,
      )
      .map((other) => `${one.text} and ${other.text}`),
  )
}

test("labels that have room stand where their drawings put them", () => {
  const drawings = [drawing("horizontal", [[0, 60]]), drawing("horizontal", [[0, 200]])]
  expect(labelsOf(drawings)).toEqual(drawings.flatMap((each) => shapesOf(each, scale, words)).filter(isLabel))
})

test.each([
  ["level lines near each other", [60, 62, 66, 61].map((y) => drawing("horizontal", [[0, y]]))],
  ["vertical lines near each other", [100, 104, 110].map((x) => drawing("vertical", [[x, 0]]))],
  [
    "two retracements over the same bars",
    [0, 3].map((by) =>
      drawing("fibonacci", [
        [20, 20 + by],
        [200, 280 + by],
      ]),
    ),
  ],
  [
    "a position and a measure over it",
    [
      drawing("measure", [
        [100, 200],
        [200, 100],
      ]),
      drawing("long", [
        [100, 150],
        [200, 200],
        [200, 100],
      ]),
    ],
  ],
])("%s have labels of which none covers another", (_, drawings) => {
  const before = drawings.flatMap((each) => shapesOf(each, scale, words)).filter(isLabel)
  expect(coveredPairs(before)).not.toEqual([])
  expect(coveredPairs(labelsOf(drawings))).toEqual([])
})

test("a text stays where it was put, and a label that was there before gives way to it", () => {
  const level = drawing("horizontal", [[0, 60]])
  const [own] = shapesOf(level, scale, words).filter(isLabel)
  if (!own) throw new Error("no label")
  const text = drawing("text", [[own.at.x - 30, own.at.y]])
  const [moved, kept] = labelsOf([level, text])
  expect(kept?.at).toEqual({ x: own.at.x - 30, y: own.at.y })
  expect(moved?.at).not.toEqual(own.at)
  expect(coveredPairs(labelsOf([level, text]))).toEqual([])
})

/** Far more of them than there is room for. */
const crowd = Array.from({ length: 30 }, (_, at) => drawing("horizontal", [[0, 60 + at / 10]]))

test("where there is no room a label isn't shown, and none covers another", () => {
  const labels = labelsOf(crowd)
  expect(labels.length).toBeGreaterThan(3)
  expect(labels.length).toBeLessThan(crowd.length)
  expect(coveredPairs(labels)).toEqual([])
})

test("the drawing in hand keeps its label, and where it has room already no other is moved for it", () => {
  const last = crowd.length - 1
  const own = labelsOf(crowd.slice(last))[0]?.lines
  expect(labelsOf(crowd).map(({ lines }) => lines)).not.toContainEqual(own)
  const labels = labelsOf(crowd, last)
  expect(labels.map(({ lines }) => lines)).toContainEqual(own)
  expect(coveredPairs(labels)).toEqual([])
  expect(labelsOf(crowd, 0)).toEqual(labelsOf(crowd))
})

test("a label leaves neither the pane nor the neighbourhood of its line", () => {
  for (const label of labelsOf(crowd)) {
    const box = labelBox(label, labelWidth)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(Math.abs(label.at.y - 60)).toBeLessThanOrEqual(24)
  }
})
