/** Are as many indicators drawn as there is room for, and does the right one give way? */

import { describe, expect, test } from "vitest"
import { type ChartSetup, type StudyKind, USUAL_SETUP } from "../../stores/chart-setup.ts"
import { givingWay, placeStudies, topMargin } from "./panes.model.ts"

const setupWith = (...kinds: StudyKind[]): ChartSetup => ({
  ...USUAL_SETUP,
  studies: Object.fromEntries(
    Object.entries(USUAL_SETUP.studies).map(([kind, study]) => [
      kind,
      { ...study, isOn: kinds.includes(kind as StudyKind) },
    ]),
  ) as ChartSetup["studies"],
})
const placed = (setup: ChartSetup, height: number, most: number) =>
  placeStudies(setup, height, most).map(({ kind, pane }) => `${kind} ${pane}`)

describe("panes", () => {
  test.each([
    [600, 3, ["ma 0", "macd 1", "rsi 2", "kdj 3"]],
    [600, 2, ["ma 0", "macd 1", "rsi 2"]],
    [300, 3, ["ma 0", "macd 1"]],
    [240, 3, ["ma 0"]],
    [100, 3, ["ma 0"]],
    [600, 0, ["ma 0"]],
  ])("at %i px high and at most %i below the candles", (height, most, expected) => {
    expect(placed(setupWith("ma", "macd", "rsi", "kdj", "volume"), height, most)).toEqual(expected)
  })
  test("of a comparison have no averages: the scale is another one", () => {
    expect(placed({ ...setupWith("ma", "rsi"), compare: ["ETH_USDT"] }, 600, 2)).toEqual(["rsi 1"])
  })
})

describe("the one that gives way", () => {
  test.each([
    [["macd", "rsi"], "kdj", 2, ["macd"]],
    [["macd"], "kdj", 2, []],
    [["macd", "rsi"], "kdj", 3, []],
    [["macd", "rsi"], "ema", 2, []],
  ] as const)("with %j on, for %s, at most %i", (on, next, most, expected) => {
    expect(givingWay(setupWith(...on), next, most)).toEqual(expected)
  })
})

test.each([
  [560, 52, 0.1],
  [200, 52, 0.28],
  [100, 84, 0.36],
  [2000, 52, 0.08],
])(
  "above the candles of a pane %i px high with a legend of %i px stays %d of it",
  (height, legend, share) => {
    expect(topMargin(height, legend)).toBeCloseTo(share, 9)
  },
)
