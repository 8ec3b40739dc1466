/** What all layers share that paint on the chart's own canvas: when they are painted, and that nothing is asked of a chart that is gone. */

import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  PrimitivePaneViewZOrder,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts"

export abstract class CanvasLayer implements ISeriesPrimitive<Time> {
  readonly #views: readonly IPrimitivePaneView[]
  #update: () => void = () => undefined

  constructor(zOrder: PrimitivePaneViewZOrder) {
    const renderer: IPrimitivePaneRenderer = {
      draw: (target) => target.useMediaCoordinateSpace(({ context }) => this.paint(context)),
    }
    this.#views = [{ zOrder: () => zOrder, renderer: () => renderer }]
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#update = requestUpdate
  }

  /** The chart may be gone by now: nothing is asked of it any more. */
  detached(): void {
    this.#update = () => undefined
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views
  }

  /** Has the chart paint again. */
  protected update(): void {
    this.#update()
  }

  protected abstract paint(context: CanvasRenderingContext2D): void
}
