/** What is shown when a screen broke or its code didn't come? What happened, what is safe, and a way on. */

import { type ErrorComponentProps, useRouter } from "@tanstack/react-router"
import { useEffect, useLayoutEffect } from "react"
import { removeFirstFace } from "./first-face.ts"
import { ChunkLoadFailure, forgetFailures } from "./lazy-screen.tsx"
import { TapToRetry } from "./tap-to-retry.tsx"

let retries = 0

export function FailedScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isChunk = error instanceof ChunkLoadFailure
  useEffect(() => forgetFailures, [])
  // The shell itself may have failed.
  useLayoutEffect(removeFirstFace, [])
  const retry = () => {
    retries += 1
    // Some browsers keep a failed module for as long as the page lives: the second time a reload fetches it for sure.
    if (isChunk && retries > 1 && navigator.onLine) return window.location.reload()
    forgetFailures()
    reset()
    void router.invalidate()
  }
  return (
    <TapToRetry
      kind={isChunk ? error.kind : "crash"}
      onRetry={retry}
      detail={isChunk ? undefined : String(error)}
    />
  )
}
