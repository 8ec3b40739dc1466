/** A sheet over the screen. The heavy part (focus, scroll and finger handling) is fetched with the first use. */

import { useFetchedPart } from "./fetched-part.ts"
import type { SheetBodyProps } from "./sheet-body.tsx"

/** Fetches the code ahead, when a press is likely. */
export const fetchSheet = async () => (await import("./sheet-body.tsx")).SheetBody

export function Sheet(props: SheetBodyProps) {
  const isWanted = props.isOpen || props.isKept === true
  const SheetBody = useFetchedPart(fetchSheet, isWanted, () => props.onOpenChange(false))
  return SheetBody ? <SheetBody {...props} /> : null
}
