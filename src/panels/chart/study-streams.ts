/** Streams of indicators that are more than one formula of closes: Supertrend, Ichimoku, ATR, stochastic RSI, OBV, pivots. */

import { ATR, IchimokuCloud, OBV, RSI, SMA, SuperTrend, TradingSignal } from "trading-signals"
import type { Interval } from "#core/candle/interval.ts"
import type { Bar } from "./bars.model.ts"
import type { PivotLevels } from "./pivot-levels.ts"
import type { StudyPoint, StudyStream } from "./study-point.ts"
import { pivotStart } from "./study-session.ts"

/** What some indicators know beside the bars. */
export interface StudyContext {
  interval: Interval
  /** Empty until the bars of longer periods have come. */
  pivots: PivotLevels
}

/** The line below a rising trend, or the one above a falling trend. */
export function superTrend(interval: number, multiplier: number): StudyStream {
  const trend = new SuperTrend({ interval, multiplier })
  return {
    put: (bar, isReplacing) => {
      const point = trend.update(bar, isReplacing)
      if (!point) return [null, null]
      return point.trend === TradingSignal.BULLISH ? [point.supertrend, null] : [null, point.supertrend]
    },
  }
}

/** Conversion, base, the two spans as of this bar (they are drawn ahead of it), and the close (drawn behind it). */
export function ichimoku(conversion: number, base: number, spanB: number): StudyStream {
  const cloud = new IchimokuCloud({
    conversionInterval: conversion,
    baseInterval: base,
    spanBInterval: spanB,
  })
  return {
    put: (bar, isReplacing) => {
      const point = cloud.update(bar, isReplacing)
      if (!point) return [null, null, null, null, bar.close]
      return [point.conversion, point.base, point.spanA, point.spanB, bar.close]
    },
  }
}

/** Wilder's average of true ranges. */
export function averageTrueRange(length: number): StudyStream {
  const atr = new ATR(length)
  return { put: (bar, isReplacing) => [atr.update(bar, isReplacing)] }
}

/**
 * Volume added where the close rose, taken away where it fell (Granville); it begins at 0 with the oldest bar loaded. Beside it
 * the plain average of its last `smoothing` values; of 0 there is none.
 */
export function onBalanceVolume(smoothing: number): StudyStream {
  const obv = new OBV(2)
  const average = smoothing > 0 ? new SMA(smoothing) : undefined
  return {
    put: (bar, isReplacing) => {
      const value = obv.update(bar, isReplacing) ?? 0
      return [value, average?.update(value, isReplacing) ?? null]
    },
  }
}

/**
 * Where RSI lies within its own range of the last bars, averaged to K, and K to D; 0 to 100. trading-signals' skips an RSI
 * of 0 and mixes 1 with 100, so only its RSI and averages are used.
 */
export class StochasticRsi implements StudyStream {
  readonly #rsi: RSI
  readonly #length: number
  readonly #k: SMA
  readonly #d: SMA
  #window: number[] = []
  /** The newest K went into D already. */
  #hasK = false
  #hasStoch = false

  constructor(rsi: number, length: number, k: number, d: number) {
    this.#rsi = new RSI(rsi)
    this.#length = length
    this.#k = new SMA(k)
    this.#d = new SMA(d)
  }

  put(bar: Bar, isReplacing: boolean): StudyPoint {
    const rsi = this.#rsi.update(bar.close, isReplacing)
    if (rsi === null) return [null, null]
    if (isReplacing && this.#window.length > 0) this.#window.pop()
    this.#window.push(rsi)
    if (this.#window.length > this.#length) this.#window.shift()
    if (this.#window.length < this.#length) return [null, null]
    const low = Math.min(...this.#window)
    const high = Math.max(...this.#window)
    // RSI stood still: the middle of no range.
    const stoch = high > low ? ((rsi - low) / (high - low)) * 100 : 50
    const k = this.#k.update(stoch, isReplacing && this.#hasStoch)
    this.#hasStoch = true
    if (k === null) return [null, null]
    const d = this.#d.update(k, isReplacing && this.#hasK)
    this.#hasK = true
    return [k, d]
  }
}

/** The levels of the period that a bar is in; `choice`: which period. */
export function pivots(context: StudyContext, choice: number | undefined): StudyStream {
  return { put: (bar) => context.pivots.get(pivotStart(bar.time, context.interval, choice)) ?? [] }
}
