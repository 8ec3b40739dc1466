/** The peers' candle chart: lightweight-charts with candles and volume, all bars set once, then `update()`. */

import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type ISeriesApi,
  type UTCTimestamp,
} from "lightweight-charts"
import { memo, useEffect, useRef } from "react"
import type { CandleRow } from "#core/wire/market.ts"
import { type ChartColours, readColours } from "#src/panels/chart/chart-colours.ts"
import drawing from "#src/panels/chart/chart-drawing.module.css"

const time = (row: CandleRow) => (row[0] / 1000) as UTCTimestamp
const candle = (row: CandleRow) => ({
  time: time(row),
  open: Number(row[1]),
  high: Number(row[2]),
  low: Number(row[3]),
  close: Number(row[4]),
})

const bar = (row: CandleRow, { volumeUp, volumeDown }: ChartColours) => ({
  time: time(row),
  value: Number(row[5]),
  color: Number(row[4]) >= Number(row[1]) ? volumeUp : volumeDown,
})

interface Drawn {
  price: ISeriesApi<"Candlestick">
  volume: ISeriesApi<"Histogram">
  colours: ChartColours
  /** Open time of the newest bar drawn. */
  from: number
}

/** As the terminal draws its own: same bar width, same axes, colours of the same tokens. */
export const Chart = memo(function Chart({ candles }: { candles: readonly CandleRow[] }) {
  const place = useRef<HTMLDivElement>(null)
  const series = useRef<Drawn | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart is made once, with the bars there are
  useEffect(() => {
    if (!place.current) return
    const colours = readColours(place.current)
    const chart = createChart(place.current, {
      autoSize: true,
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.16, bottom: 0.22 } },
      timeScale: { borderVisible: false, rightOffset: 4, barSpacing: 7, minBarSpacing: 1, timeVisible: true },
      layout: {
        background: { color: colours.background },
        textColor: colours.text,
        fontSize: 11,
        fontFamily: colours.font,
      },
      grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
    })
    const volume = chart.addSeries(HistogramSeries, {
      priceScaleId: "",
      lastValueVisible: false,
      priceLineVisible: false,
    })
    volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
    const price = chart.addSeries(CandlestickSeries, {
      borderVisible: false,
      upColor: colours.up,
      downColor: colours.down,
      wickUpColor: colours.up,
      wickDownColor: colours.down,
      lastValueVisible: false,
    })
    price.setData(candles.map(candle))
    volume.setData(candles.map((row) => bar(row, colours)))
    series.current = { price, volume, colours, from: candles.at(-1)?.[0] ?? 0 }
    return () => {
      series.current = null
      chart.remove()
    }
  }, [])
  useEffect(() => {
    const drawn = series.current
    if (!drawn) return
    const first = candles.findLastIndex((row) => row[0] <= drawn.from)
    for (const row of candles.slice(Math.max(0, first))) {
      drawn.price.update(candle(row))
      drawn.volume.update(bar(row, drawn.colours))
      drawn.from = row[0]
    }
  }, [candles])
  return <div ref={place} className={drawing.canvas} />
})
