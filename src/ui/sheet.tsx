/** What slides up over the screen? The heavy part (focus, scroll and finger handling) is loaded with the first use. */

import { lazy, Suspense, useRef } from "react"
import type { SheetBodyProps } from "./sheet-body.tsx"

const SheetBody = lazy(() => loadSheet().then((module) => ({ default: module.SheetBody })))

/** Fetches the code ahead, when a press is likely: on pointer-down or in idle time. */
export function loadSheet() {
  return import("./sheet-body.tsx")
}

export function Sheet(props: SheetBodyProps) {
  const wasOpened = useRef(false)
  if (props.isOpen) wasOpened.current = true
  if (!wasOpened.current) return null
  return (
    <Suspense fallback={null}>
      <SheetBody {...props} />
    </Suspense>
  )
}
