/** The body of a point sheet on a desk: beside the pointer, turned to where there is room; Esc and a press elsewhere close it. */

import { Popover } from "@base-ui/react/popover"
import { useMemo } from "react"
import styles from "./point-popover.module.css"
import type { PointSheetProps } from "./point-sheet.tsx"

const GAP_PX = 8

export function PointPopover({
  isOpen,
  onClose,
  at: { x, y },
  title,
  children,
  focusAfter,
}: PointSheetProps) {
  const point = useMemo(() => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }), [x, y])
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={point}
          side="right"
          align="start"
          sideOffset={GAP_PX}
          collisionPadding={GAP_PX}
          className={styles.place}
        >
          <Popover.Popup className={styles.popup} finalFocus={() => focusAfter() ?? false}>
            <Popover.Title className={styles.title}>{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
