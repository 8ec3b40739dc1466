/** What is shown while a screen's code is on its way? Its rough shape; after a minute the seed's way out. */

import { useEffect, useState } from "react"
import { SkeletonRows } from "../ui/skeleton.tsx"
import { TapToRetry } from "./tap-to-retry.tsx"

/** Seed section 9: an async page counts as timed out after this. */
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
