/** As many indicators are drawn as there is room for, each on a scale that suits it, and the right one gives way. */

import { describe, expect, test } from "vitest"
import { type ChartSetup, type StudyKind, USUAL_SETUP } from "../../stores/chart-setup.ts"
import { type StudyPanes, USUAL_PANES } from "../../stores/study-panes.ts"
import { bottomMargin, givingWay, isVolumeOver, placeStudies, topMargin } from "./panes.model.ts"

const PANES: StudyPanes = [["kdj"], ["macd", "obv"], ["rsi", "atr", "stochRsi"], ["volume"]]
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
const scaled = (panes: StudyPanes, most: number, ...kinds: StudyKind[]) =>
  placeStudies({ ...setupWith(...kinds), panes }, 600, most).map(
    ({ kind, pane, scale }) => `${kind} ${pane} ${scale}`,
  )

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

describe("together in a pane", () => {
  test("shares of 100 have one scale, everything else a range of its own, and the first one the axis", () => {
    expect(scaled(PANES, 3, "rsi", "atr", "stochRsi", "macd", "obv")).toEqual([
      "macd 1 right",
      "obv 1 beside-obv",
      "rsi 2 right",
      "atr 2 beside-atr",
      "stochRsi 2 right",
    ])
    expect(scaled(PANES, 3, "atr", "stochRsi")).toEqual(["atr 1 right", "stochRsi 1 beside-share"])
  })
  test("with the candles the scale is never theirs, and a chart without panes has none of it", () => {
    expect(scaled(PANES, 3, "ma", "kdj")).toEqual(["ma 0 right", "kdj 0 over-share"])
    expect(scaled(PANES, 0, "ma", "kdj")).toEqual(["ma 0 right"])
  })
  test("volume below the candles is drawn as any other, and no longer over them", () => {
    const setup = { ...setupWith("volume"), panes: PANES }
    expect(scaled(PANES, 3, "volume")).toEqual(["volume 1 right"])
    expect(isVolumeOver(setup, 3)).toBe(false)
    expect(isVolumeOver(setupWith("volume"), 3)).toBe(true)
    // The strip of a trade screen has no panes.
    expect(isVolumeOver(setup, 0)).toBe(true)
    expect(scaled(USUAL_PANES, 3, "volume")).toEqual([])
  })
  test("candles leave room for what is drawn under them", () => {
    expect(bottomMargin(setupWith("volume"), 3)).toBe(0.22)
    expect(bottomMargin({ ...setupWith("volume"), panes: PANES }, 3)).toBe(0.06)
    expect(bottomMargin({ ...setupWith("kdj"), panes: PANES }, 3)).toBeCloseTo(0.3, 9)
    expect(bottomMargin({ ...setupWith("kdj"), panes: PANES }, 0)).toBe(0.22)
  })
})

describe("the one that gives way", () => {
  test("takes its whole pane along, and nothing gives way to one that joins another's", () => {
    const setup = { ...setupWith("macd", "obv", "rsi"), panes: PANES }
    expect(givingWay(setup, "volume", 2)).toEqual(["macd", "obv"])
    expect(givingWay(setup, "atr", 2)).toEqual([])
    expect(givingWay(setup, "kdj", 2)).toEqual([])
  })
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
