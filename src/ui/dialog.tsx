/** What is asked once more before something that can't be undone? Loaded with its first use, as the sheet is. */

import { lazy, Suspense } from "react"
import type { DialogBodyProps } from "./dialog-body.tsx"

const DialogBody = lazy(() => import("./dialog-body.tsx").then((module) => ({ default: module.DialogBody })))

export function Dialog(props: DialogBodyProps) {
  if (!props.isOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogBody {...props} />
    </Suspense>
  )
}
