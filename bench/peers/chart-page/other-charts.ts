/** The floors: bare lightweight-charts, uPlot and klinecharts with all bars loaded; candles, volume and two averages. */

import { dispose, init, type KLineData } from "klinecharts"
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  type UTCTimestamp,
} from "lightweight-charts"
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import type { DrawnChart } from "./drawn-chart.ts"
import { liveBar, type PlainBar } from "./history.ts"

const LENGTHS = [7, 25] as const
const COLOURS = ["#e5b64d", "#a78bfa"] as const
const UP = "#00d97e"
const DOWN = "#ff4d3d"
/** Bars in view at the terminal's bar width of 7 px. */
const IN_VIEW = 140

function newest(bars: readonly PlainBar[]): PlainBar {
  const bar = bars.at(-1)
  if (!bar) throw new Error("no bars")
  return bar
}

/** Simple averages; the last one is worked out anew with each live close. */
function average(bars: readonly PlainBar[], length: number): (number | null)[] {
  let sum = 0
  return bars.map(({ close }, at) => {
    sum += close - (bars[at - length]?.close ?? 0)
    return at + 1 < length ? null : sum / length
  })
}

function lastAverage(bars: readonly PlainBar[], close: number, length: number): number {
  const before = bars.slice(-length, -1).reduce((sum, bar) => sum + bar.close, 0)
  return (before + close) / length
}

export function drawLightweight(place: HTMLElement, bars: readonly PlainBar[]): DrawnChart {
  const chart = createChart(place, { autoSize: true, timeScale: { barSpacing: 7, timeVisible: true } })
  const time = (bar: PlainBar) => (bar.time / 1000) as UTCTimestamp
  const volume = chart.addSeries(HistogramSeries, { priceScaleId: "" })
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
  const candles = chart.addSeries(CandlestickSeries, {})
  const lines = LENGTHS.map((_, at) =>
    chart.addSeries(LineSeries, { color: COLOURS[at] ?? UP, lineWidth: 1 }),
  )
  const candle = ({ open, high, low, close }: PlainBar) => ({ open, high, low, close })
  candles.setData(bars.map((bar) => ({ time: time(bar), ...candle(bar) })))
  volume.setData(bars.map((bar) => ({ time: time(bar), value: bar.volume })))
  lines.forEach((line, at) => {
    const values = average(bars, LENGTHS[at] ?? 7)
    line.setData(
      bars.flatMap((bar, place) =>
        values[place] == null ? [] : [{ time: time(bar), value: values[place] }],
      ),
    )
  })
  const live = newest(bars)
  let last = live.close
  return {
    loaded: bars.length,
    update(frame) {
      const bar = liveBar(live, frame)
      last = bar.close
      candles.update({ time: time(bar), ...candle(bar) })
      volume.update({ time: time(bar), value: bar.volume })
      lines.forEach((line, at) => {
        line.update({ time: time(bar), value: lastAverage(bars, bar.close, LENGTHS[at] ?? 7) })
      })
    },
    lastClose: () => last,
  }
}

/** uPlot has no candles: they are drawn by a hook, as its own demos do. */
export function drawUplot(place: HTMLElement, bars: readonly PlainBar[]): DrawnChart {
  const all = bars.map((bar) => ({ ...bar }))
  const data: uPlot.AlignedData = [
    all.map((bar) => bar.time / 1000),
    all.map((bar) => bar.close),
    ...LENGTHS.map((length) => average(all, length)),
  ]
  const drawCandles = (plot: uPlot) => {
    const { ctx } = plot
    const from = Math.max(0, all.length - IN_VIEW)
    for (let at = from; at < all.length; at += 1) {
      const bar = all[at]
      if (!bar) continue
      const x = plot.valToPos(bar.time / 1000, "x", true)
      const y = (value: number) => plot.valToPos(value, "y", true)
      ctx.fillStyle = bar.close >= bar.open ? UP : DOWN
      ctx.fillRect(x, y(bar.high), 1, y(bar.low) - y(bar.high))
      const top = y(Math.max(bar.open, bar.close))
      ctx.fillRect(x - 2.5, top, 5, Math.max(1, y(Math.min(bar.open, bar.close)) - top))
      ctx.globalAlpha = 0.3
      const height = (bar.volume / 100) * 60
      ctx.fillRect(x - 2.5, plot.bbox.top + plot.bbox.height - height, 5, height)
      ctx.globalAlpha = 1
    }
  }
  const plot = new uPlot(
    {
      width: place.clientWidth,
      height: place.clientHeight,
      legend: { show: false },
      series: [
        {},
        { paths: () => null, points: { show: false } },
        ...LENGTHS.map((_, at) => ({ stroke: COLOURS[at] ?? UP, points: { show: false } })),
      ],
      scales: { x: { time: true } },
      hooks: { draw: [drawCandles] },
    },
    data,
    place,
  )
  const view = () =>
    plot.setScale("x", {
      min: (all.at(-IN_VIEW)?.time ?? 0) / 1000,
      max: newest(all).time / 1000 + 240,
    })
  view()
  const live = newest(bars)
  return {
    loaded: all.length,
    update(frame) {
      const bar = liveBar(live, frame)
      all[all.length - 1] = bar
      const end = all.length - 1
      ;(data[1] as number[])[end] = bar.close
      LENGTHS.forEach((length, at) => {
        ;(data[at + 2] as (number | null)[])[end] = lastAverage(bars, bar.close, length)
      })
      plot.setData(data, false)
      view()
    },
    lastClose: () => newest(all).close,
  }
}

export function drawKlinecharts(place: HTMLElement, bars: readonly PlainBar[]): DrawnChart {
  const chart = init(place)
  if (!chart) throw new Error("klinecharts did not start")
  const data = (bar: PlainBar): KLineData => ({ ...bar, timestamp: bar.time })
  let push: ((bar: KLineData) => void) | undefined
  chart.setSymbol({ ticker: "BTC_USDT", pricePrecision: 1, volumePrecision: 3 })
  chart.setPeriod({ type: "minute", span: 1 })
  chart.setDataLoader({
    getBars: ({ type, callback }) => callback(type === "init" ? bars.map(data) : [], false),
    subscribeBar: ({ callback }) => {
      push = callback
    },
  })
  chart.createIndicator({ name: "MA", calcParams: [...LENGTHS] }, false)
  chart.createIndicator("VOL")
  const live = newest(bars)
  window.addEventListener("pagehide", () => dispose(place))
  return {
    loaded: bars.length,
    update: (frame) => push?.(data(liveBar(live, frame))),
    lastClose: () => chart.getDataList().at(-1)?.close ?? Number.NaN,
  }
}
