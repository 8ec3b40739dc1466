/** What the page knows of the followed market's footprint; a chart that is made anew has it at once. */

import { proxy, ref } from "valtio"
import { onLayerParts } from "../../../stores/layer-frames.ts"
import { type Footprint, mergedFootprint } from "./footprint.model.ts"

/** `footprint`: replaced whole twice a second at most; null while none is followed. */
export const footprintMemory = proxy<{ footprint: (Footprint & { $$valtioSnapshot: Footprint }) | null }>({
  footprint: null,
})

onLayerParts((parts) => {
  if (parts.footprint)
    footprintMemory.footprint = ref(mergedFootprint(footprintMemory.footprint, parts.footprint))
})
