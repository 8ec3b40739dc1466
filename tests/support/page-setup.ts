/** Prepares the simulated page of each component test: English words, and an empty page after each test. */

import { cleanup, configure } from "@testing-library/react"
import { afterEach, vi } from "vitest"
import { speak } from "./words.ts"

// Testing Library moves a false clock on only where it finds Jest's name for it.
vi.stubGlobal("jest", { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })

/** A market worker that never says anything: tests write what it would tell into the stores. */
class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}
vi.stubGlobal("Worker", SilentWorker)

// happy-dom knows the rows of a table, but not those of its bodies.
Object.defineProperty(HTMLTableSectionElement.prototype, "rows", {
  configurable: true,
  get(this: HTMLTableSectionElement) {
    return this.children
  },
})

// A busy machine is no failure.
configure({ asyncUtilTimeout: 10_000 })

await speak("en")

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})
