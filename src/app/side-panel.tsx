/** What slides in from the left? The whole map of the platform; its code comes with the first opening. */

import { lazy, Suspense, useRef } from "react"
import { useSnapshot } from "valtio"
import { closeOverlay, overlay } from "./overlay-store.ts"

/** Fetches the code ahead: on pointer-down, or in idle time. */
export const loadSidePanel = () => import("./side-panel-body.tsx")

const SidePanelBody = lazy(async () => ({ default: (await loadSidePanel()).SidePanelBody }))

export function SidePanel() {
  const { open } = useSnapshot(overlay)
  const wasOpened = useRef(false)
  if (open === "panel") wasOpened.current = true
  if (!wasOpened.current) return null
  return (
    <Suspense fallback={null}>
      <SidePanelBody isOpen={open === "panel"} onClose={() => closeOverlay("panel")} />
    </Suspense>
  )
}
