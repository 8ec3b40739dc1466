/** Hands on what only layers of a chart keep, while they are shown: liquidity (panels/chart/heat), footprint (panels/chart/footprint). */

import type { Frame } from "#workers/market/market.api.ts"

type LayerParts = Pick<Frame, "heat" | "footprint">

const listeners: ((parts: LayerParts) => void)[] = []

export function onLayerParts(listen: (parts: LayerParts) => void): void {
  listeners.push(listen)
}

export function writeLayerParts(parts: LayerParts): void {
  for (const listen of listeners) listen(parts)
}
