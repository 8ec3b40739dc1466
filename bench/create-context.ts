/** Creates a measure's context: pages and load generators, all closed at the end whatever happens. */

import type { BenchContext, Fault } from "./context.ts"
import { Page, type PageOptions } from "./driver/page.ts"
import { withForeignLoad } from "./driver/processes.ts"
import { type LoadOptions, openLoadServer } from "./load/load-server.ts"

interface ContextOptions {
  isQuick: boolean
  isSoak: boolean
  fault: Fault | null
  chromium: string
  say(text: string): void
}

/** The desk of the issue: 1440×900 shows list, chart, book, tape and ticket. */
const DESK: Omit<PageOptions, "chromium"> = { width: 1440, height: 900, scripts: [], storage: { lang: "en" } }
const LOAD: LoadOptions = { policy: "coalesced", port: 0, host: "127.0.0.1", fault: null, seed: 1 }
const WINDOW_MS = { full: 5000, quick: 1500 }
const REPEATS = { full: 3, quick: 1 }

export function createContext(
  options: ContextOptions,
): BenchContext & { closeAll(): Promise<void>; begin(budgetMs: number): void } {
  const { isQuick, isSoak, fault, chromium, say } = options
  let endsAt = Number.POSITIVE_INFINITY
  const open = new Set<{ close(): Promise<void> }>()
  const remember = <T extends { close(): Promise<void> }>(one: T): T => {
    open.add(one)
    const close = one.close.bind(one)
    one.close = async () => {
      open.delete(one)
      await close()
    }
    return one
  }
  const form = isQuick ? "quick" : "full"
  const closeAll = async () => {
    for (const one of [...open]) await one.close()
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void closeAll().finally(() => process.exit(130)))
  return {
    isQuick,
    isSoak,
    fault,
    repeats: REPEATS[form],
    windowMs: WINDOW_MS[form],
    timeLeftMs: () => endsAt - performance.now(),
    *turns(most) {
      let longestMs = 0
      for (let turn = 0; turn < most; turn += 1) {
        if (turn >= 2 && endsAt - performance.now() < longestMs) return
        const startedAt = performance.now()
        yield turn
        longestMs = Math.max(longestMs, performance.now() - startedAt)
      }
    },
    begin(budgetMs) {
      endsAt = performance.now() + budgetMs
    },
    known: new Map(),
    say,
    openLoad: async (wish) => remember(await openLoadServer({ ...LOAD, fault, ...wish })),
    openPage: async (url, wish) => remember(await Page.open(url, { ...DESK, chromium, ...wish })),
    withForeignLoad,
    closeAll,
  }
}
