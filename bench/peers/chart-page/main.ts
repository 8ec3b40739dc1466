/** Page of the chart figure: `?chart=ours|lightweight|uplot|klinecharts|idle&bars=100000`; one update a frame. */

import type { DrawnChart } from "./drawn-chart.ts"
import { history, liveBar } from "./history.ts"
import { drawKlinecharts, drawLightweight, drawUplot } from "./other-charts.ts"
import { drawOurChart } from "./our-chart.ts"
import "#src/styles/base.css"
import "#src/styles/tokens.css"

declare global {
  interface Window {
    /** One update a frame for so long. `wrong`: the chart does not hold the last update. */
    runChart?: (ms: number) => Promise<{ frames: number; loaded: number; wrong: boolean }>
  }
}

const query = new URLSearchParams(location.search)
const kind = query.get("chart")
const bars = history(Number(query.get("bars")))
const place = document.getElementById("root")
if (!place) throw new Error("the page has no root")
place.style.cssText = "position: relative; width: 1000px; height: 500px"

const CHARTS: Readonly<Record<string, (place: HTMLElement, all: typeof bars) => DrawnChart>> = {
  ours: drawOurChart,
  lightweight: drawLightweight,
  uplot: drawUplot,
  klinecharts: drawKlinecharts,
}
const chart = CHARTS[kind ?? ""]?.(place, bars)
const live = bars.at(-1)

let frame = 0
window.runChart = (ms) =>
  new Promise((resolve) => {
    const end = performance.now() + ms
    const first = frame
    const tick = () => {
      if (performance.now() >= end) {
        const expected = live && liveBar(live, frame).close
        const wrong =
          chart !== undefined && expected !== undefined && Math.abs(chart.lastClose() - expected) > 0.06
        resolve({ frames: frame - first, loaded: chart?.loaded ?? 0, wrong })
        return
      }
      frame += 1
      chart?.update(frame)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
