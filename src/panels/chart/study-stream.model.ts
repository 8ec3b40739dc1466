/** The values of indicators, bar after bar. trading-signals streams; for drawing only, so plain numbers. */

import { BollingerBands, EMA, MACD, RSI, SMA } from "trading-signals"
import type { StudyKind } from "../../stores/chart-setup.ts"
import { AnchoredVwap } from "./anchored-vwap.ts"
import type { Bar } from "./bars.model.ts"
import type { StudyPoint, StudyStream } from "./study-point.ts"
import {
  averageTrueRange,
  ichimoku,
  onBalanceVolume,
  pivots,
  StochasticRsi,
  type StudyContext,
  superTrend,
} from "./study-streams.ts"

/** Kinds that have numbers for each bar; the volume profile has numbers for prices. */
export type LineKind = Exclude<StudyKind, "profile">

/** Names of the lines, in the order of their values; of MA and EMA the length is the name. */
export const LINE_NAMES = {
  ma: ["MA", "MA", "MA"],
  ema: ["EMA", "EMA", "EMA"],
  boll: ["UP", "MB", "DN"],
  vwap: ["VWAP", "UP1", "DN1", "UP2", "DN2"],
  supertrend: ["UP", "DN"],
  ichimoku: ["TENKAN", "KIJUN", "A", "B", "CHIKOU"],
  pivots: ["P", "R1", "S1"],
  profile: ["POC", "VAH", "VAL"],
  volume: ["VOL"],
  macd: ["DIF", "DEA", "MACD"],
  rsi: ["RSI"],
  kdj: ["K", "D", "J"],
  atr: ["ATR"],
  stochRsi: ["K", "D"],
  obv: ["OBV", "MA"],
} as const satisfies Record<StudyKind, readonly string[]>

const STREAMS: Record<LineKind, (lengths: readonly number[], context: StudyContext) => StudyStream> = {
  ma: (lengths) => closes(lengths.map((length) => (length > 0 ? new SMA(length) : undefined))),
  ema: (lengths) => closes(lengths.map((length) => (length > 0 ? new EMA(length) : undefined))),
  boll: ([length = 20, factor = 2]) => {
    const bands = new BollingerBands(length, factor)
    return {
      put: (bar, isReplacing) => {
        const band = bands.update(bar.close, isReplacing)
        return band ? [band.upper, band.middle, band.lower] : [null, null, null]
      },
    }
  },
  macd: ([fast = 12, slow = 26, signal = 9]) => {
    const macd = new MACD(new EMA(fast), new EMA(slow), new EMA(signal))
    return {
      put: (bar, isReplacing) => {
        const point = macd.update(bar.close, isReplacing)
        return point ? [point.macd, point.signal, point.histogram] : [null, null, null]
      },
    }
  },
  rsi: ([length = 14]) => closes([new RSI(length)]),
  kdj: ([length = 9, kLength = 3, dLength = 3]) => new Kdj(length, kLength, dLength),
  vwap: (lengths, { interval }) => new AnchoredVwap(lengths, interval),
  supertrend: ([length = 10, multiplier = 3]) => superTrend(length, multiplier),
  ichimoku: ([conversion = 9, base = 26, spanB = 52]) => ichimoku(conversion, base, spanB),
  pivots: ([choice], context) => pivots(context, choice),
  atr: ([length = 14]) => averageTrueRange(length),
  stochRsi: ([rsi = 14, length = 14, k = 3, d = 3]) => new StochasticRsi(rsi, length, k, d),
  obv: ([smoothing = 0]) => onBalanceVolume(smoothing),
  volume: () => ({ put: (bar) => [bar.volume] }),
}

export const studyStream = (kind: LineKind, lengths: readonly number[], context: StudyContext): StudyStream =>
  STREAMS[kind](lengths, context)

interface Series {
  readonly isStable: boolean
  update(close: number, isReplacing: boolean): number | null
}

/** Lines that each need the closes only. */
const closes = (lines: readonly (Series | undefined)[]): StudyStream => ({
  put: (bar, isReplacing) =>
    lines.map((line) => {
      const value = line?.update(bar.close, isReplacing) ?? null
      // An EMA has a value from its first bar on, but not yet one worth drawing.
      return line?.isStable ? value : null
    }),
})

/** Where K and D stand before the first bar with enough others behind it. */
const KDJ_START = 50

/**
 * KDJ as it is known in Asia: RSV is where the close lies within the last n bars' range, K and D are its running
 * averages (weight 1/m, from 50 on), J = 3K − 2D. trading-signals' stochastic averages plainly, so it isn't used.
 */
class Kdj implements StudyStream {
  readonly #length: number
  readonly #kLength: number
  readonly #dLength: number
  #bars: Bar[] = []
  /** K and D before the newest bar, and with it. */
  #before: [number, number] = [KDJ_START, KDJ_START]
  #now: [number, number] = [KDJ_START, KDJ_START]

  constructor(length: number, kLength: number, dLength: number) {
    this.#length = length
    this.#kLength = kLength
    this.#dLength = dLength
  }

  put(bar: Bar, isReplacing: boolean): StudyPoint {
    if (isReplacing) this.#bars.pop()
    else this.#before = this.#now
    this.#bars.push(bar)
    if (this.#bars.length > this.#length) this.#bars.shift()
    if (this.#bars.length < this.#length) return [null, null, null]
    const low = Math.min(...this.#bars.map((each) => each.low))
    const high = Math.max(...this.#bars.map((each) => each.high))
    // Nothing moved: the middle of no range.
    const rsv = high > low ? ((bar.close - low) / (high - low)) * 100 : KDJ_START
    const k = this.#before[0] + (rsv - this.#before[0]) / this.#kLength
    const d = this.#before[1] + (k - this.#before[1]) / this.#dLength
    this.#now = [k, d]
    return [k, d, 3 * k - 2 * d]
  }
}
