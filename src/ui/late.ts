/** Tells when something has been awaited for too long: a skeleton that stays turns into an error. */

import { useEffect, useState } from "react"

const LATE_AFTER_MS = 10_000

/** True once `isWaiting` has lasted ten seconds; false again as soon as it ends. */
export function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isWaiting])
  return isWaiting && isLate
}
