/** Paints the volume profile of the bars in view, from the right edge of the price pane, with its point of control and value area. */

import type { LineColour, StudySetup } from "../../stores/chart-setup.ts"
import type { BarPlaces } from "./bar-places.ts"
import type { Bar } from "./bars.model.ts"
import { CanvasLayer } from "./canvas-layer.ts"
import type { ChartColours } from "./chart-colours.ts"
import { type VolumeProfile, volumeProfile } from "./volume-profile.model.ts"

/** Share of the pane's width that the fullest row takes. */
const WIDTH_SHARE = 0.28
const OUTSIDE_ALPHA = 0.5

export class ProfileLayer extends CanvasLayer {
  readonly #places: BarPlaces
  #setup: StudySetup | undefined
  #bars: readonly Bar[] = []
  #colours: ChartColours
  /** As computed last, and of what: only another view or another newest bar asks for it anew. */
  #profile: VolumeProfile | undefined
  #computed = ""

  constructor(places: BarPlaces, colours: ChartColours) {
    super("bottom")
    this.#places = places
    this.#colours = colours
  }

  /** `setup` undefined: nothing is painted, nor computed. */
  set(setup: StudySetup | undefined, bars: readonly Bar[], colours: ChartColours): void {
    this.#setup = setup
    this.#bars = bars
    this.#colours = colours
    this.#computed = ""
    this.update()
  }

  /** Of the bars in view; undefined while it is off, or nothing was traded in them. */
  profile(): VolumeProfile | undefined {
    const range = this.#setup && this.#places.inView(this.#bars)
    if (!this.#setup || !range) return undefined
    const [from, to] = [Math.max(0, range.from), Math.min(this.#bars.length, range.to + 1)]
    const newest = this.#bars[to - 1]
    const text = [from, to, newest?.time, newest?.volume, newest?.high, newest?.low, newest?.close].join()
    if (text !== this.#computed) {
      const [rows = 40, share = 70] = this.#setup.lengths
      this.#profile = volumeProfile(this.#bars.slice(from, to), rows, share)
      this.#computed = text
    }
    return this.#profile
  }

  protected paint(pen: CanvasRenderingContext2D): void {
    const profile = this.profile()
    if (!profile || !this.#setup) return
    const width = this.#places.width()
    pen.save()
    pen.beginPath()
    pen.rect(0, 0, width, this.#places.height())
    pen.clip()
    const perVolume = (width * WIDTH_SHARE) / profile.most
    for (const { price, up, down, isInValueArea } of profile.rows) {
      const [top, bottom] = [this.#places.y(price + profile.step), this.#places.y(price)]
      if (top === undefined || bottom === undefined) continue
      const height = Math.max(1, bottom - top - 1)
      pen.globalAlpha = isInValueArea ? 1 : OUTSIDE_ALPHA
      pen.fillStyle = this.#colours.volumeUp
      pen.fillRect(width - up * perVolume, top, up * perVolume, height)
      pen.fillStyle = this.#colours.volumeDown
      pen.fillRect(width - (up + down) * perVolume, top, down * perVolume, height)
    }
    pen.globalAlpha = 1
    const [control, high, low] = this.#setup.colours
    this.#paintLevel(pen, profile.control, control, [])
    this.#paintLevel(pen, profile.valueHigh, high, [2, 3])
    this.#paintLevel(pen, profile.valueLow, low, [2, 3])
    pen.restore()
  }

  #paintLevel(
    pen: CanvasRenderingContext2D,
    price: number,
    colour: LineColour | undefined,
    dash: number[],
  ): void {
    const y = this.#places.y(price)
    if (y === undefined || !colour) return
    pen.strokeStyle = this.#colours.lines[colour]
    pen.lineWidth = 1
    pen.setLineDash(dash)
    pen.beginPath()
    pen.moveTo(0, Math.round(y) + 0.5)
    pen.lineTo(this.#places.width(), Math.round(y) + 0.5)
    pen.stroke()
    pen.setLineDash([])
  }
}
