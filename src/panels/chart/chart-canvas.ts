/** How are bars drawn? lightweight-charts behind a small door: bars, setup and colours in, ranges and the crosshair out. */

import {
  createChartEx,
  type DeepPartial,
  type IChartApiBase,
  type ITimeScaleApi,
  type Logical,
  type MouseEventParams,
  PriceScaleMode,
  type Time,
  type TimeChartOptions,
  TrackingModeExitMode,
} from "lightweight-charts"
import type { Interval } from "#core/candle/interval.ts"
import type { ChartSetup } from "../../stores/chart-setup.ts"
import { BarPlaces } from "./bar-places.ts"
import type { Bar, Bars, BarsChange } from "./bars.model.ts"
import { barIndex } from "./bars.model.ts"
import type { CanvasEvents, CanvasFormats } from "./canvas-door.ts"
import type { ChartColours } from "./chart-colours.ts"
import { ChartGeometry } from "./chart-geometry.ts"
import { colourOptions, fixedOptions } from "./chart-options.ts"
import { milliseconds, type NumberFormat } from "./chart-points.ts"
import { type Closes, CompareLayer } from "./compare-layer.ts"
import type { HeikinBar } from "./heikin-ashi.ts"
import type { FillMark } from "./own-fills.model.ts"
import {
  bottomMargin,
  isVolumeOver,
  placeProfile,
  placeStudies,
  SUB_PANE_PX,
  topMargin,
} from "./panes.model.ts"
import type { PivotLevels } from "./pivot-levels.ts"
import { type Hole, PriceLayer } from "./price-layer.ts"
import { ProfileLayer } from "./profile-layer.ts"
import { StudyLayer } from "./study-layer.ts"
import type { VolumeProfile } from "./volume-profile.model.ts"
import { ZonedTimeScale } from "./zoned-time-scale.ts"

/** Until the legend has been measured: three lines. */
const LEGEND_USUAL_PX = 52
/** Bars beyond the view below which more are asked for. */
const NEAR_EDGE_BARS = 60
/** Most bars in view. Half of what the worker keeps loaded: else both edges would be near, and pages be fetched in a circle. */
const BARS_IN_VIEW_MAX = 1400

export class ChartCanvas extends ChartGeometry {
  readonly #container: HTMLElement
  readonly #chart: IChartApiBase<Time>
  readonly #price: PriceLayer
  readonly #studies: StudyLayer
  readonly #compare: CompareLayer
  readonly #profile: ProfileLayer
  readonly #events: CanvasEvents
  readonly #sizes: ResizeObserver
  #colours: ChartColours
  #setup: ChartSetup | undefined
  #subPanesMax = 0
  #legendPx = LEGEND_USUAL_PX
  #bars: readonly Bar[] = []
  #holes: readonly Hole[] = []
  #interval: Interval
  // Of the last draw, apart from the list: its owner changes the list in place.
  #drawn = 0
  #places = 0
  #isFilling = false
  /** The prices that are written at the main axis. */
  #labels: readonly number[] = []
  /** The studies as they are drawn. */
  #studiesText = ""

  constructor(
    container: HTMLElement,
    { colours, formats, interval }: { colours: ChartColours; formats: CanvasFormats; interval: Interval },
    events: CanvasEvents,
  ) {
    super()
    this.#container = container
    this.#interval = interval
    this.#colours = colours
    this.#events = events
    const scale = new ZonedTimeScale()
    scale.setZone(formats.zone)
    this.#chart = createChartEx<Time, ZonedTimeScale>(container, scale, fixedOptions(formats))
    const price: NumberFormat = { type: "custom", formatter: formats.price, minMove: formats.tickSize }
    const volume: NumberFormat = { type: "custom", formatter: formats.volume, minMove: 0.01 }
    const share: NumberFormat = { type: "custom", formatter: formats.share, minMove: 0.01 }
    // Whichever series of the main pane the library asks for the axis' labels.
    const main: NumberFormat = {
      ...price,
      tickmarksFormatter: (prices) => {
        this.#noteLabels(prices)
        return prices.map(formats.price)
      },
    }
    this.#price = new PriceLayer(this.#chart, colours, main)
    const places = new BarPlaces({
      scale: this.#chart.timeScale(),
      top: (value) => this.#price.top(value),
      height: () => this.paneHeight(),
    })
    const written = { main, price, share, volume }
    this.#studies = new StudyLayer(this.#chart, colours, written, { interval, places })
    this.#profile = new ProfileLayer(places, colours)
    this.#price.invite(this.#profile)
    this.#price.invite(this.#studies.painter)
    this.#compare = new CompareLayer(this.#chart)
    this.setColours(colours)
    this.#chart.subscribeCrosshairMove((event) => this.#crosshairMoved(event))
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => {
      if (this.#isFilling) return
      this.#tellEdges()
      events.onMove()
    })
    this.#sizes = new ResizeObserver(() => this.#resized())
    this.#sizes.observe(container)
  }

  protected override get chart(): IChartApiBase<Time> {
    return this.#chart
  }

  protected override get prices(): PriceLayer {
    return this.#price
  }

  #noteLabels(prices: readonly number[]): void {
    if (prices.length === this.#labels.length && prices.every((price, at) => price === this.#labels[at]))
      return
    this.#labels = [...prices]
    // The library is drawing just now.
    queueMicrotask(() => this.#events.onMove())
  }

  #tellEdges(): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange()
    if (!range || this.#bars.length === 0) return
    if (range.from < NEAR_EDGE_BARS) this.#events.onNearEdge("oldest")
    else if (range.to > this.#places - NEAR_EDGE_BARS) this.#events.onNearEdge("newest")
  }

  #resized(): void {
    const width = this.#chart.timeScale().width()
    this.#options({ timeScale: { minBarSpacing: Math.max(1, width / BARS_IN_VIEW_MAX) } })
    this.#setStudies()
    this.#events.onMove()
  }

  /** `createChartEx` types its chart as of any scale: ours has the options of time. */
  #options(options: DeepPartial<TimeChartOptions>): void {
    this.#chart.applyOptions(options)
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    this.#options(colourOptions(colours))
    this.#price.paint(colours)
    this.#fillPrice()
    if (this.#setup) this.setSetup(this.#setup, this.#subPanesMax)
  }

  /** `subPanesMax`: panes under the candles that the device may have; fewer are shown where the height is short. */
  setSetup(setup: ChartSetup, subPanesMax: number): void {
    this.#setup = setup
    this.#subPanesMax = subPanesMax
    if (this.#price.setStyle(setup.style)) this.#fillPrice()
    this.#price.setVolumeShown(isVolumeOver(setup, subPanesMax))
    this.#compare.setShown(setup.compare, this.#colours)
    const { Percentage, Logarithmic, Normal } = PriceScaleMode
    this.#chart
      .priceScale("right")
      .applyOptions({ mode: setup.compare.length > 0 ? Percentage : setup.isLog ? Logarithmic : Normal })
    this.#studiesText = ""
    this.#setStudies()
  }

  /** Room to leave above the candles, in px. */
  setLegendHeight(px: number): void {
    if (px === this.#legendPx) return
    this.#legendPx = px
    this.#setStudies()
  }

  /** Studies as the setup has them and the height allows; made anew only when that changed. */
  #setStudies(): void {
    if (!this.#setup) return
    const height = this.#container.clientHeight
    const studies = placeStudies(this.#setup, height, this.#subPanesMax)
    const text = JSON.stringify(studies)
    if (text !== this.#studiesText) {
      this.#studies.set(studies, this.#colours, this.#bars)
      this.#profile.set(placeProfile(this.#setup), this.#bars, this.#colours)
    }
    this.#studiesText = text
    const panes = this.#chart.panes()
    const main = height - this.#chart.timeScale().height() - SUB_PANE_PX * (panes.length - 1)
    this.#chart.priceScale("right").applyOptions({
      scaleMargins: {
        top: topMargin(Math.max(SUB_PANE_PX, main), this.#legendPx),
        bottom: bottomMargin(this.#setup, this.#subPanesMax),
      },
    })
    panes.forEach((pane, at) => {
      pane.setStretchFactor(at === 0 ? Math.max(SUB_PANE_PX, main) : SUB_PANE_PX)
    })
  }

  /** `full`: every direction moves the chart. Otherwise a finger that starts vertically moves the page. */
  setGestures(gestures: "page" | "full"): void {
    const isFull = gestures === "full"
    const { OnNextTap, OnTouchEnd } = TrackingModeExitMode
    this.#options({
      handleScroll: { vertTouchDrag: isFull, horzTouchDrag: true, mouseWheel: true, pressedMouseMove: true },
      // A crosshair that stays would keep the page from scrolling.
      trackingMode: { exitMode: isFull ? OnNextTap : OnTouchEnd },
    })
  }

  /** Own fills, gathered by bar; of bars that are drawn. */
  setFills(marks: readonly FillMark[]): void {
    this.#price.setFills(marks)
  }

  setPivots(pivots: PivotLevels): void {
    this.#studies.setPivots(pivots)
  }

  /** Of the bar at an index; undefined in another style. */
  heikinAt(index: number): HeikinBar | undefined {
    return this.#price.heikinAt(index)
  }

  /** Of the bars in view; undefined while it is off. */
  profile(): VolumeProfile | undefined {
    return this.#profile.profile()
  }

  setCloses(market: string, closes: Closes): void {
    this.#compare.setCloses(market, closes, this.#bars)
  }

  /** Draws a change. `holes` and `interval` say where room is left for what is missing. */
  draw(bars: Bars, change: BarsChange, interval: Interval): void {
    const { list, holes } = bars
    const drawn = this.#drawn
    this.#bars = list
    this.#holes = holes
    this.#interval = interval
    this.#drawn = list.length
    // The library takes changes only at its end; one further back is drawn anew.
    if (change.kind === "tail" && change.from >= drawn - 1) {
      this.#places += list.length - drawn
      for (const bar of list.slice(change.from)) this.#price.update(bar)
      this.#studies.update(list, change.from)
    } else this.#drawAll(bars.newer)
    this.#events.onMove()
  }

  /**
   * Bars that came or went in front move all places: the same bars stay in view, unless it follows the present
   * (`hasNewer`: the list ends before it). Series are filled one by one: what the library tells meanwhile is half true.
   */
  #drawAll(hasNewer: boolean): void {
    const scale = this.#chart.timeScale()
    const range = scale.getVisibleLogicalRange()
    const isAtNow = !hasNewer && scale.scrollPosition() >= 0
    const moment = scale.coordinateToTime(scale.width() / 2) ?? scale.coordinateToTime(0)
    const before = moment === null ? null : scale.timeToIndex(moment)
    this.#isFilling = true
    this.#fillPrice()
    this.#studies.fill(this.#bars)
    if (this.#setup) this.#profile.set(placeProfile(this.#setup), this.#bars, this.#colours)
    this.#compare.fill(this.#bars)
    const after = moment === null ? null : scale.timeToIndex(moment)
    if (range && !isAtNow && before !== null && after !== null) {
      const shift = after - before
      scale.setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift })
    }
    // Beyond the oldest bar nothing is to be seen, and each page that came would call for the next one.
    this.#options({ timeScale: { fixLeftEdge: this.#bars.length > BARS_IN_VIEW_MAX } })
    this.#isFilling = false
    this.#tellEdges()
  }

  #fillPrice(): void {
    this.#places = this.#price.fill(this.#bars, this.#holes, this.#interval)
  }

  #crosshairMoved(event: MouseEventParams): void {
    const index = event.time === undefined ? -1 : barIndex(this.#bars, milliseconds(event.time))
    this.#events.onCrosshair(index >= 0 ? index : undefined)
  }

  /** Index of the bar at the right edge: what the legend tells while nothing is pointed at. */
  lastInView(): number | undefined {
    const range = this.#chart.timeScale().getVisibleRange()
    const index = range ? barIndex(this.#bars, milliseconds(range.to)) : -1
    return index >= 0 ? index : undefined
  }

  /** What the studies say at a bar. */
  studiesAt(index: number): ReturnType<StudyLayer["at"]> {
    return this.#studies.at(index)
  }

  /** Changes from the first bar in view to the bar at `index`, as shares: of the chart's own market, and of those compared with it. */
  changes(index: number): { own: number | undefined; others: readonly (number | undefined)[] } {
    const range = this.#chart.timeScale().getVisibleRange()
    const bar = this.#bars[index]
    const first = range ? this.#bars[barIndex(this.#bars, milliseconds(range.from))] : undefined
    const others = this.#setup?.compare ?? []
    if (!first || !bar) return { own: undefined, others: others.map(() => undefined) }
    return {
      own: bar.close / first.close - 1,
      others: others.map((market) => this.#compare.change(market, first.time, bar.time)),
    }
  }

  /** Distances in px of the main axis' labels from the top; none while it tells per cent. */
  labelTops(): number[] {
    if (this.#setup && this.#setup.compare.length > 0) return []
    return this.#labels.flatMap((price) => this.priceTop(price) ?? [])
  }

  /** Distance in px from the left edge of the place so many bars after the newest one. */
  placeAhead(bars: number): number | undefined {
    return this.#chart.timeScale().logicalToCoordinate((this.#places - 1 + bars) as Logical) ?? undefined
  }

  override placesText(): string {
    const { length } = this.#bars
    return `${super.placesText()} ${length} ${this.#bars[0]?.time} ${this.#bars.at(-1)?.time} ${this.#labels}`
  }

  /** What places between bars, and beyond them, are found by. */
  places(): { bars: readonly Bar[]; interval: Interval; scale: ITimeScaleApi<Time> } {
    return { bars: this.#bars, interval: this.#interval, scale: this.#chart.timeScale() }
  }

  remove(): void {
    this.#sizes.disconnect()
    this.#price.dismiss()
    this.#chart.remove()
  }
}
