/** Which of lightweight-charts' many settings does the chart use, and which follow the theme? */

import type { DeepPartial, Time, TimeChartOptions } from "lightweight-charts"
import type { CanvasFormats } from "./canvas-door.ts"
import type { ChartColours } from "./chart-colours.ts"

/** Distance of bars when a chart opens. */
const BAR_STEP_PX = 7
/** Room between the newest bar and the right edge. */
export const RIGHT_OFFSET_BARS = 4
/** Most of it, in px. */
export const RIGHT_OFFSET_PX = 64

export const fixedOptions = (formats: CanvasFormats): DeepPartial<TimeChartOptions> => ({
  autoSize: true,
  // One finger that starts vertically moves the page; the chart takes the sideways ones and two fingers.
  handleScroll: { vertTouchDrag: false, horzTouchDrag: true, mouseWheel: true, pressedMouseMove: true },
  handleScale: { pinch: true, mouseWheel: true, axisPressedMouseMove: true, axisDoubleClickReset: true },
  kineticScroll: { touch: false, mouse: false },
  trackingMode: { exitMode: 0 },
  rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.16, bottom: 0.22 } },
  timeScale: {
    borderVisible: false,
    rightOffset: RIGHT_OFFSET_BARS,
    barSpacing: BAR_STEP_PX,
    minBarSpacing: 1,
    timeVisible: true,
    secondsVisible: true,
    tickMarkFormatter: (time: Time, weight: number) => formats.tick(Number(time) * 1000, weight),
  },
  localization: {
    dateFormat: "dd MMM 'yy",
    timeFormatter: (time: Time) => formats.moment(Number(time) * 1000),
    percentageFormatter: (percent: number) => formats.percent(percent / 100),
  },
})

export const colourOptions = (colours: ChartColours): DeepPartial<TimeChartOptions> => ({
  layout: {
    background: { color: colours.background },
    textColor: colours.text,
    fontFamily: colours.font,
    fontSize: colours.fontSize,
    attributionLogo: true,
    // Sub-panes keep their height: there is nothing to drag.
    panes: { separatorColor: colours.grid, enableResize: false },
  },
  grid: { vertLines: { color: colours.grid }, horzLines: { color: colours.grid } },
  crosshair: {
    vertLine: { color: colours.crosshair, labelBackgroundColor: colours.label },
    horzLine: { color: colours.crosshair, labelBackgroundColor: colours.label },
  },
})
