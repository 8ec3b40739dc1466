/**
 * A layer of the price pane of which most paintings are the same: the chart paints anew with each tick of the live bar.
 * While the view stands still, the layer is a picture that is laid over it as it is.
 */

import type { PrimitivePaneViewZOrder } from "lightweight-charts"
import { CanvasLayer } from "./canvas-layer.ts"
import type { ChartCanvas } from "./chart-canvas.ts"
import type { ChartColours } from "./chart-colours.ts"
import { type DrawingScale, drawingScale } from "./drawings/drawing-scale.ts"

type Pen = CanvasRenderingContext2D

export abstract class StandingLayer extends CanvasLayer {
  protected readonly canvas: ChartCanvas
  #colours: ChartColours
  /** What was painted last: the same text, the same pixels. Empty: something else changed. */
  #painted = ""
  #picture: HTMLCanvasElement | undefined

  constructor(canvas: ChartCanvas, colours: ChartColours, zOrder: PrimitivePaneViewZOrder) {
    super(zOrder)
    this.canvas = canvas
    this.#colours = colours
  }

  protected get colours(): ChartColours {
    return this.#colours
  }

  setColours(colours: ChartColours): void {
    this.#colours = colours
    this.redraw()
  }

  override detached(): void {
    super.detached()
    this.#forget()
  }

  /** What is shown changed. */
  protected redraw(): void {
    this.#forget()
    this.update()
  }

  #forget(): void {
    this.#painted = ""
    this.#picture = undefined
  }

  /** A view that moves is painted anew each time; one that stands still a second time becomes a picture. */
  protected paint(pen: Pen): void {
    const scale = drawingScale(this.canvas)
    if (!scale || scale.width < 1 || scale.height < 1) return
    const { a: across, d: down } = pen.getTransform()
    const painted = `${across} ${down} ${this.canvas.places().interval} ${this.canvas.placesText()}`
    if (painted !== this.#painted) {
      this.#forget()
      this.#painted = painted
      this.#paintAll(pen, scale)
      return
    }
    this.#picture ??= this.#drawn(scale, across, down)
    if (!this.#picture) {
      this.#paintAll(pen, scale)
      return
    }
    pen.save()
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.drawImage(this.#picture, 0, 0)
    pen.restore()
  }

  /** `across` and `down`: pixels of the device to one of the page. Undefined: the device has no more room for canvases. */
  #drawn(scale: DrawingScale, across: number, down: number): HTMLCanvasElement | undefined {
    const picture = document.createElement("canvas")
    picture.width = Math.max(1, Math.round(scale.width * across))
    picture.height = Math.max(1, Math.round(scale.height * down))
    const pen = picture.getContext("2d")
    if (!pen) return undefined
    pen.scale(across, down)
    this.#paintAll(pen, scale)
    return picture
  }

  #paintAll(pen: Pen, scale: DrawingScale): void {
    pen.save()
    pen.beginPath()
    pen.rect(0, 0, scale.width, scale.height)
    pen.clip()
    pen.font = `${this.#colours.fontSize}px ${this.#colours.font}`
    pen.textBaseline = "middle"
    this.draw(pen, scale)
    pen.restore()
  }

  /** Draws all of it. The pen has the chart's font, is clipped to the pane, and is put back afterwards. */
  protected abstract draw(pen: Pen, scale: DrawingScale): void
}
