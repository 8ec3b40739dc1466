/** Panes of indicators: put elsewhere, moved up and down, and read from what a device has stored. */

import { describe, expect, test } from "vitest"
import {
  movedPane,
  type PaneKind,
  placed,
  placeOf,
  readPanes,
  type StudyPanes,
  USUAL_PANES,
} from "./study-panes.ts"

const PANES: StudyPanes = [["volume"], ["macd"], ["rsi", "atr"], ["kdj"], ["stochRsi"], ["obv"]]
const all = () => true
const only =
  (...kinds: PaneKind[]) =>
  (kind: PaneKind) =>
    kinds.includes(kind)

describe("an indicator is put", () => {
  test.each([
    ["atr", "price", [["volume", "atr"], ["macd"], ["rsi"], ["kdj"], ["stochRsi"], ["obv"]]],
    ["atr", "own", [["volume"], ["macd"], ["rsi"], ["atr"], ["kdj"], ["stochRsi"], ["obv"]]],
    ["volume", "own", [[], ["macd"], ["rsi", "atr"], ["kdj"], ["stochRsi"], ["obv"], ["volume"]]],
    ["macd", "obv", [["volume"], ["rsi", "atr"], ["kdj"], ["stochRsi"], ["obv", "macd"]]],
    ["kdj", "volume", [["volume", "kdj"], ["macd"], ["rsi", "atr"], ["stochRsi"], ["obv"]]],
  ] as const)("%s at %s", (kind, to, expected) => {
    expect(placed(PANES, kind, to)).toEqual(expected)
  })
})

test.each([
  ["volume", all, "price"],
  ["rsi", all, "atr"],
  ["atr", all, "rsi"],
  ["atr", only("atr"), "own"],
  ["macd", all, "own"],
] as const)("%s stands at its place among those that are on", (kind, isOn, expected) => {
  expect(placeOf(PANES, kind, isOn)).toBe(expected)
})

describe("a pane moves", () => {
  test("past those whose indicators are off, as one sees it", () => {
    expect(movedPane(PANES, "obv", -1, only("rsi", "obv"))).toEqual([
      ["volume"],
      ["macd"],
      ["obv"],
      ["rsi", "atr"],
      ["kdj"],
      ["stochRsi"],
    ])
    expect(movedPane(PANES, "atr", 1, all)?.[3]).toEqual(["rsi", "atr"])
  })
  test.each([
    ["macd", -1],
    ["obv", 1],
    ["volume", 1],
  ] as const)("not %s by %i: there is no further", (kind, step) => {
    expect(movedPane(PANES, kind, step, all)).toBeUndefined()
  })
})

test.each([
  [undefined, USUAL_PANES],
  ["rsi", USUAL_PANES],
  [[], USUAL_PANES],
  [PANES, PANES],
  [
    [[], ["rsi", "rsi", "ma", 3], null, ["macd", "volume"]],
    [[], ["rsi"], ["macd", "volume"], ["kdj"], ["atr"], ["stochRsi"], ["obv"]],
  ],
  [[["rsi"]], [["rsi", "volume"], ["macd"], ["kdj"], ["atr"], ["stochRsi"], ["obv"]]],
])("what is stored as %j is read as %j: each kind once", (stored, expected) => {
  expect(readPanes(stored)).toEqual(expected)
})
