/** Shown while a screen's code is loading: its rough shape, and after a minute a way to try again. */

import { useEffect, useState } from "react"
import { SkeletonRows } from "../ui/skeleton.tsx"
import { TapToRetry } from "./tap-to-retry.tsx"

/** After this a screen's code counts as timed out. */
const PAGE_TIMEOUT_MS = 60_000

export function PendingScreen() {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PAGE_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? (
    <TapToRetry kind="timeout" onRetry={() => window.location.reload()} />
  ) : (
    <SkeletonRows count={8} />
  )
}
