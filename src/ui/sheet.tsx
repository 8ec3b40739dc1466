/** A sheet over the screen. The heavy part (focus, scroll and finger handling) is fetched with the first use. */

import { useFetchedPart } from "./fetched-part.ts"
import type { SheetBodyProps } from "./sheet-body.tsx"

const loadSheet = async () => (await import("./sheet-body.tsx")).SheetBody

export function Sheet(props: SheetBodyProps) {
  const SheetBody = useFetchedPart(loadSheet, props.isOpen, () => props.onOpenChange(false))
  return SheetBody ? <SheetBody {...props} /> : null
}
