/** What the canvas is given to write with, and what it tells. */

export interface CanvasFormats {
  price(value: number): string
  /** Smallest step of a price. */
  tickSize: number
  percent(share: number): string
  /** A figure between 0 and 100, or near it. */
  share(value: number): string
  /** In few figures, with a unit of size. */
  volume(value: number): string
  /** Label under the time axis. `weight`: lightweight-charts' tick mark type, 0 year … 4 time with seconds. */
  tick(timeMs: number, weight: number): string
  /** Label of the crosshair on the time axis. */
  moment(timeMs: number): string
  /** The zone they write times in; undefined: the device's. */
  zone: string | undefined
}

export interface CanvasEvents {
  /** The view came near the oldest or the newest bar that is loaded. */
  onNearEdge(edge: "oldest" | "newest"): void
  /** The bar under the crosshair, by index; undefined when it has left. */
  onCrosshair(index: number | undefined): void
  /** Ranges or sizes changed: overlays must be placed anew. */
  onMove(): void
}
