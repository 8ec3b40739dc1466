/** Hands the liquidity of the followed book on to whoever keeps it: only a chart that shows it does (panels/chart/heat). */

import type { HeatFrame } from "#workers/market/market.api.ts"

let listener: ((frame: HeatFrame) => void) | undefined

export function onHeatFrame(listen: (frame: HeatFrame) => void): void {
  listener = listen
}

export const writeHeat = (frame: HeatFrame): void => listener?.(frame)
