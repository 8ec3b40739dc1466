/** Can 100,000 bars be scrolled through without a frame costing more than at the start? With a worker's window of 3,000. */

import { expect, test } from "vitest"
import { USUAL_SETUP } from "../../stores/chart-setup.ts"
import { Bars } from "./bars.model.ts"
import type { LineKind } from "./study-stream.model.ts"
import { StudyValues } from "./study-values.model.ts"

const CONTEXT = { interval: "1m", pivots: new Map() } as const
const HISTORY = 100_000
const WINDOW = 3000
const PAGE = 500
const MINUTE = 60_000

/** What the worker sends: pages in front until its window is full, then the window anew at each page. */
class FakeFrames {
  #first = HISTORY - PAGE
  #end = HISTORY

  pack(from: number, to: number): Float64Array {
    const packed = new Float64Array((to - from) * 7)
    for (let at = from; at < to; at += 1) {
      const close = 1000 + Math.sin(at / 50) * 20 + (at % 7)
      packed.set([at * MINUTE, close, close + 1, close - 1, close, 1, 1], (at - from) * 7)
    }
    return packed
  }

  get newest() {
    return this.#frame("reset", this.#first, this.#end)
  }

  older() {
    const before = this.#first
    this.#first = Math.max(0, before - PAGE)
    if (this.#end - this.#first <= WINDOW) return this.#frame("prepend", this.#first, before)
    this.#end = this.#first + WINDOW
    return this.#frame("reset", this.#first, this.#end)
  }

  newer() {
    this.#end = Math.min(HISTORY, this.#end + PAGE)
    this.#first = this.#end - WINDOW
    return this.#frame("reset", this.#first, this.#end)
  }

  #frame(kind: "reset" | "prepend", from: number, to: number) {
    const bars = this.pack(from, to)
    return { kind, bars, more: this.#first > 0, newer: this.#end < HISTORY, holes: [] }
  }
}

test("back to the first bar and forth again, never more than the window is held or read", () => {
  const frames = new FakeFrames()
  const bars = new Bars()
  const kinds: LineKind[] = ["ema", "macd", "vwap", "ichimoku"]
  const studies = kinds.map((kind) => new StudyValues(kind, USUAL_SETUP.studies[kind].lengths, CONTEXT))
  const take = (frame: ReturnType<FakeFrames["older"]>) => {
    const change = bars.apply(frame)
    for (const study of studies) study.apply(bars.list, change.kind === "tail" ? change.from : 0)
    expect(bars.list.length).toBeLessThanOrEqual(WINDOW)
    for (const study of studies) expect(study.points).toHaveLength(bars.list.length)
  }
  take(frames.newest)
  let pages = 0
  while (bars.more) {
    take(frames.older())
    pages += 1
  }
  expect(bars.list[0]?.time).toBe(0)
  expect(pages).toBe((HISTORY - PAGE) / PAGE)
  while (bars.newer) take(frames.newer())
  expect(bars.list.at(-1)?.time).toBe((HISTORY - 1) * MINUTE)
})

test("after all of it a live bar is still one point an indicator", () => {
  const frames = new FakeFrames()
  const bars = new Bars()
  bars.apply(frames.newest)
  while (bars.more) bars.apply(frames.older())
  while (bars.newer) bars.apply(frames.newer())
  const study = new StudyValues("ma", [7, 25, 99], CONTEXT)
  study.apply(bars.list, 0)
  const live = { kind: "update" as const, bars: frames.pack(HISTORY - 1, HISTORY), more: true, holes: [] }
  const change = bars.apply(live)
  expect(change).toEqual({ kind: "tail", from: WINDOW - 1 })
  expect(study.apply(bars.list, WINDOW - 1)).toBe(WINDOW - 1)
})
