/**
 * Reads lists again once the page has caught up: after it was disconnected, and where they were asked for before the
 * account was known. Nobody tells late what ended in between.
 */

import { useEffect, useRef } from "react"
import { useSnapshot } from "valtio"
import { account } from "../stores/account-store.ts"

export function useAfterGap(readAgain: () => void): void {
  const { state, isKnown } = useSnapshot(account)
  const wasAway = useRef(false)
  const latest = useRef(readAgain)
  useEffect(() => {
    latest.current = readAgain
  })
  useEffect(() => {
    if (state === "catching-up" || !isKnown) wasAway.current = true
    if (state !== "live" || !wasAway.current) return
    wasAway.current = false
    latest.current()
  }, [state, isKnown])
}
