/** Loads a screen's code when it is needed, with a time limit, and once more after a failure. */

import { type ComponentType, createElement, type ReactNode, use } from "react"
import type { LoadScreen } from "../routes.ts"
import { laterWords } from "../text/i18n.ts"
import { recoverOnce } from "./chunk-recovery.ts"

/** `first`: shell and home's words suffice, nothing else is waited for. */
export type WordsNeeded = "first" | "all"

/** After this long the chunk counts as lost. */
const CHUNK_TIMEOUT_MS = 120_000

export type ChunkFailureKind = "timeout" | "missing" | "error"

/** A screen's code didn't come: too late, not there (a newer release took its place), or broken. */
export class ChunkLoadFailure extends Error {
  readonly kind: ChunkFailureKind
  constructor(kind: ChunkFailureKind, cause?: unknown) {
    super(`screen code failed to load: ${kind}`, { cause })
    this.name = "ChunkLoadFailure"
    this.kind = kind
  }
}

/** Browsers word a failed fetch of a module differently; all else is an error in the code itself. */
const FETCH_FAILED = /dynamically imported module|importing a module script|preload CSS|module script failed/i

export function failureKind(error: unknown, isOnline: boolean): ChunkFailureKind {
  if (error instanceof ChunkLoadFailure) return error.kind
  return isOnline && error instanceof Error && FETCH_FAILED.test(error.message) ? "missing" : "error"
}

interface LazyScreen {
  (): ReactNode
  preload: () => Promise<void>
}

/**
 * A component for the router: `preload` fetches ahead (a failure then is forgotten and harms nothing), rendering
 * needs the code. A chunk that isn't there any more reloads the page once; only then the failure is shown.
 */
export function lazyScreen(load: LoadScreen, needs: WordsNeeded = "all"): LazyScreen {
  let ready: ComponentType | undefined
  let pending: Promise<ComponentType> | undefined
  /** What React waits for: the same promise in every attempt to render, also after it failed. */
  let shown: Promise<ComponentType> | undefined

  const fetchScreen = () => {
    pending ??= withTimeout(loadWithWords(load, needs)).then((screen) => {
      ready = screen
      return screen
    })
    pending.catch(() => {
      pending = undefined
    })
    return pending
  }
  const showScreen = () => {
    shown ??= fetchScreen().catch((error: unknown) => {
      const kind = failureKind(error, navigator.onLine)
      if (kind === "missing" && recoverOnce()) return new Promise<ComponentType>(() => {})
      failed.add(() => {
        shown = undefined
      })
      throw new ChunkLoadFailure(kind, error)
    })
    return shown
  }

  const LazyScreen = () => createElement(ready ?? use(showScreen()))
  LazyScreen.preload = async () => {
    await fetchScreen().catch(() => undefined)
  }
  return LazyScreen
}

async function loadWithWords(load: LoadScreen, needs: WordsNeeded): Promise<ComponentType> {
  const [screen] = await Promise.all([load(), needs === "all" ? laterWords() : undefined])
  return screen
}

const failed = new Set<() => void>()

/** Lets every screen that failed be fetched anew with its next rendering: what "try again" does. */
export function forgetFailures(): void {
  for (const forget of failed) forget()
  failed.clear()
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadFailure("timeout")), CHUNK_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
