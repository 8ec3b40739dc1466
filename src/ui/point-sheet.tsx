/** A few choices at a point of the screen: beside the pointer on a desk, a sheet from below elsewhere. Fetched with the first use. */

import type { ReactNode } from "react"
import { useFetchedPart } from "./fetched-part.ts"
import { Sheet } from "./sheet.tsx"
import { useIsDesk } from "./width.ts"

export interface PointSheetProps {
  isOpen: boolean
  onClose: () => void
  /** Px of the window. */
  at: { x: number; y: number }
  title: ReactNode
  children: ReactNode
  /** On a desk: what has the focus once it is closed; null: whatever was chosen takes it. */
  focusAfter: () => HTMLElement | null
}

const fetchPopover = async () => (await import("./point-popover.tsx")).PointPopover

export function PointSheet(props: PointSheetProps) {
  const { isOpen, onClose, title, children } = props
  const isDesk = useIsDesk()
  const Popover = useFetchedPart(fetchPopover, isDesk && isOpen, onClose)
  if (isDesk) return Popover ? <Popover {...props} /> : null
  return (
    <Sheet isOpen={isOpen} onOpenChange={(next) => (next ? undefined : onClose())} title={title}>
      {children}
    </Sheet>
  )
}
