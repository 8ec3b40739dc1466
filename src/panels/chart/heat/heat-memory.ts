/** What the page knows of the followed book's liquidity over time; a chart that is made anew has it at once. */

import { proxy, ref } from "valtio"
import { onLayerParts } from "../../../stores/layer-frames.ts"
import { type Heat, mergedHeat } from "./heat.model.ts"

/** `heat`: replaced whole once a second; null while none is followed. */
export const heatMemory = proxy<{ heat: (Heat & { $$valtioSnapshot: Heat }) | null }>({ heat: null })

onLayerParts((parts) => {
  if (parts.heat) heatMemory.heat = ref(mergedHeat(heatMemory.heat, parts.heat))
})
