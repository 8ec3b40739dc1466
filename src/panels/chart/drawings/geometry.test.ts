/** Do shapes lie where their points are, and is what is pressed what is hit? */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { DRAWING_KINDS, type Drawing, type DrawingKind, POINT_COUNTS } from "#core/drawing/drawing.ts"
import { bucketsBetween, type DrawingScale, lastAtOrBefore } from "./drawing-scale.ts"
import { fibonacciLevels } from "./fibonacci.ts"
import { magnetPrice } from "./magnet.ts"
import { measure } from "./measure.ts"
import { isSound, plannedPosition } from "./planned-position.ts"
import { distanceTo, isInside, prolonged } from "./px.ts"
import { channelHeight, isHit, placeOf, type ShapeWords, shapesOf } from "./shapes.ts"

/** One px a second, one px a unit of price; the price axis upwards from 1000. */
const scale: DrawingScale = {
  width: 1000,
  height: 1000,
  x: (time) => time / 1000,
  y: (price) => 1000 - price,
  timeAt: (x) => Math.round(x) * 1000,
  priceAt: (y) => 1000 - y,
  barAt: () => undefined,
}
const words: ShapeWords = {
  price: (price) => price,
  level: String,
  moment: String,
  measured: () => ["a", "b"],
  position: () => ({ target: ["t"], stop: ["s"], entry: ["e"] }),
}
const drawing = (kind: DrawingKind, ...points: [second: number, price: number][]): Drawing => ({
  id: "a",
  kind,
  points: points.map(([second, price]) => ({ time: second * 1000, price: String(price) })),
  colour: "accent",
  width: 1,
  dash: "solid",
  text: "words",
  risk: "",
  locked: false,
  hidden: false,
})

const place = fc.tuple(fc.integer({ min: 10, max: 990 }), fc.integer({ min: 10, max: 990 }))

describe("every kind", () => {
  test.each(DRAWING_KINDS)("%s is hit at its first point, wherever its points lie", (kind) => {
    fc.assert(
      fc.property(place, place, place, (...places) => {
        const drawn = drawing(kind, ...places.slice(0, POINT_COUNTS[kind]))
        const [first] = drawn.points
        if (!first) throw new Error("no point")
        const shapes = shapesOf(drawn, scale, words)
        expect(isHit(shapes, placeOf(first, scale), { reach: 6, hasAreas: false })).toBe(true)
      }),
    )
  })
})

describe("hits", () => {
  test("a line is hit within reach, and not beyond its ends", () => {
    const shapes = shapesOf(drawing("trend", [100, 500], [200, 500]), scale, words)
    const how = { reach: 6, hasAreas: false }
    expect(isHit(shapes, { x: 150, y: 505 }, how)).toBe(true)
    expect(isHit(shapes, { x: 150, y: 507 }, how)).toBe(false)
    expect(isHit(shapes, { x: 220, y: 500 }, how)).toBe(false)
  })

  test("a ray goes on to the edge, and not back", () => {
    const shapes = shapesOf(drawing("ray", [500, 500], [600, 600]), scale, words)
    const how = { reach: 6, hasAreas: false }
    expect(isHit(shapes, { x: 900, y: 100 }, how)).toBe(true)
    expect(isHit(shapes, { x: 400, y: 600 }, how)).toBe(false)
  })

  test("the inside of a rectangle counts only when it is chosen", () => {
    const shapes = shapesOf(drawing("rectangle", [100, 800], [500, 200]), scale, words)
    const middle = { x: 300, y: 500 }
    expect(isHit(shapes, middle, { reach: 6, hasAreas: false })).toBe(false)
    expect(isHit(shapes, middle, { reach: 6, hasAreas: true })).toBe(true)
  })

  test("a channel's other side runs through its third point, parallel", () => {
    const [a, b, c] = [
      { x: 0, y: 0 },
      { x: 100, y: 50 },
      { x: 60, y: 90 },
    ]
    expect(channelHeight(a, b, c)).toBe(60)
  })
})

describe("the plane", () => {
  test("no place of a piece is farther than its ends", () => {
    fc.assert(
      fc.property(place, place, place, ([x, y], [a, b], [c, d]) => {
        const [at, from, to] = [
          { x, y },
          { x: a, y: b },
          { x: c, y: d },
        ]
        const ends = Math.min(Math.hypot(x - a, y - b), Math.hypot(x - c, y - d))
        expect(distanceTo(at, from, to)).toBeLessThanOrEqual(ends + 1e-6)
      }),
    )
  })

  test("a prolonged line keeps its direction and leaves the pane", () => {
    fc.assert(
      fc.property(place, place, ([a, b], [c, d]) => {
        fc.pre(a !== c)
        const end = prolonged({ x: a, y: b }, { x: c, y: d }, scale)
        expect(end.x === 0 || end.x === 1000).toBe(true)
        expect((end.y - b) * (c - a)).toBeCloseTo((d - b) * (end.x - a), 3)
      }),
    )
  })

  test("inside is inside in either turn of the corners", () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
      { x: 0, y: 10 },
    ]
    for (const turn of [corners, corners.toReversed()]) {
      expect(isInside({ x: 5, y: 5 }, turn)).toBe(true)
      expect(isInside({ x: 11, y: 5 }, turn)).toBe(false)
    }
  })
})

describe("figures", () => {
  test("Fibonacci levels lie between the ends, exact", () => {
    expect(fibonacciLevels("100", "200").map(({ price }) => price)).toEqual([
      "200",
      "176.4",
      "161.8",
      "150",
      "138.2",
      "121.4",
      "100",
      "38.2",
    ])
    expect(fibonacciLevels("1", "100").some(({ level }) => level === 1618)).toBe(false)
  })

  test("measuring says price, percent, bars and time, with their signs", () => {
    const from = { time: 0, price: "100" }
    const hour = { time: 3_600_000, price: "110.5" }
    expect(measure(from, hour, "15m")).toEqual({ change: "10.5", share: 0.105, bars: 4, time: 3_600_000 })
    expect(measure(hour, from, "15m")).toMatchObject({ change: "-10.5", bars: -4, time: -3_600_000 })
    expect(measure({ time: 0, price: "0" }, hour, "1h").share).toBeUndefined()
  })

  test("the magnet takes the nearest of four within reach, and nothing beyond it", () => {
    const bar = { open: 100, high: 120, low: 90, close: 110 }
    const how = { y: (price: number) => -price, reach: 4 }
    expect(magnetPrice(118, bar, how)).toBe(120)
    expect(magnetPrice(106.5, bar, how)).toBe(110)
    expect(magnetPrice(105, bar, how)).toBe(105)
    expect(magnetPrice(105, undefined, how)).toBe(105)
  })

  test("buckets between two moments are counted by the calendar", () => {
    const [january, march] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 2, 1)]
    expect(bucketsBetween(january, march, "1M")).toBe(2)
    expect(bucketsBetween(0, 3_599_999, "15m")).toBe(3)
    for (let month = 0; month < 120; month += 1)
      expect(bucketsBetween(0, Date.UTC(1970, month, 28), "1M")).toBe(month)
  })

  test("the bar of a moment is the newest that opened by then", () => {
    const bars = [{ time: 10 }, { time: 20 }, { time: 30 }]
    expect([9, 10, 19, 30, 99].map((time) => lastAtOrBefore(bars, time))).toEqual([-1, 0, 0, 2, 2])
  })
})

describe("a planned position", () => {
  const long = { ...drawing("long", [1, 100], [2, 95], [2, 110]), risk: "10" }
  const LOT = 100_000n

  test("is as large as its stop may cost", () => {
    expect(plannedPosition(long, LOT, 0n)).toMatchObject({
      quantity: "2",
      loss: "10.00",
      gain: "20.00",
      ratio: 2,
    })
  })

  test("has no size without a risk, without a distance, or where one lot loses more", () => {
    expect(plannedPosition({ ...long, risk: "" }, LOT, 0n).quantity).toBeUndefined()
    expect(plannedPosition(long, LOT, undefined).quantity).toBeUndefined()
    expect(plannedPosition({ ...long, risk: "0.000001" }, LOT, 0n).quantity).toBeUndefined()
    const flat = { ...drawing("long", [1, 100], [2, 100], [2, 110]), risk: "10" }
    expect(plannedPosition(flat, LOT, 0n)).toMatchObject({ quantity: undefined, ratio: undefined })
  })

  test("counts the fees of both ways in what is lost and won, and in the size", () => {
    // 0.1 % of 100 and of 95 beside the 5 of the stop: 5.195 a coin; the target brings 10 less 0.21 a coin.
    expect(plannedPosition({ ...long, risk: "10.39" }, LOT, 100_000n)).toMatchObject({
      quantity: "2",
      loss: "10.39",
      gain: "19.58",
      ratio: 2,
    })
    const near = { ...drawing("long", [1, 100], [2, 95], [2, 100.1]), risk: "10.39" }
    expect(plannedPosition(near, LOT, 100_000n).gain).toBe("-0.2002")
    const many = { ...near, risk: "103.9" }
    expect(plannedPosition(many, LOT, 100_000n)).toMatchObject({ quantity: "20", gain: "-2.01" })
  })

  test("never loses more than was named", () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(cents, cents, cents, fc.bigInt(0n, 1_000_000n), (entry, stop, risk, rate) => {
        const drawn = {
          ...drawing("long", [1, entry / 100], [2, stop / 100], [2, 20_000]),
          risk: String(risk / 100),
        }
        const { loss, quantity } = plannedPosition(drawn, LOT, rate)
        if (quantity !== undefined) expect(Number(loss)).toBeLessThanOrEqual(risk / 100 + 1e-9)
      }),
    )
  })

  test("is sound only with its stop on the losing and its target on the winning side", () => {
    expect(isSound(long)).toBe(true)
    expect(isSound(drawing("long", [1, 100], [2, 105], [2, 110]))).toBe(false)
    expect(isSound(drawing("short", [1, 100], [2, 105], [2, 90]))).toBe(true)
    expect(isSound(drawing("short", [1, 100], [2, 95], [2, 90]))).toBe(false)
  })
})
