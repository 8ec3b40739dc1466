/** Starts the market worker. A module constant holds it: a comlink proxy that is collected loses its answer. */

import { type Remote, wrap } from "comlink"
import { subscribe } from "valtio/vanilla"
import type { MarketApi, MarketWorkerConfig } from "#workers/market/market.api.ts"
import { earlyStart } from "../first-face/early-start.ts"
import { choices, chosen } from "../stores/choices-store.ts"
import { tickerOf, writeProblem } from "../stores/market-store.ts"
import { followToken } from "../stores/session-store.ts"
import { runFrameLoop } from "./frame-loop.ts"
import { onView } from "./view.ts"
import { watchVisibility } from "./visibility.ts"

/** Begun before React was there, its socket opening; anew where that failed. */
const thread =
  earlyStart?.hasFailed === false
    ? earlyStart.worker
    : new Worker(new URL("../../workers/market/market.worker.ts", import.meta.url), {
        type: "module",
        name: "market",
      })
/** What isn't asked of it on the first screen stands in worker-calls.ts. */
export const worker: Remote<MarketApi> = wrap<MarketApi>(thread)

let isStarted = false
let language = ""

/** Whose marks numbers have, where it isn't the language's. */
const numbersOf = (): string | undefined => {
  const numbers = chosen(choices.all, "numbers")
  return numbers === "language" ? undefined : numbers
}

/** Starts the market feed: from now on frames come for whatever `useView` says is on screen. Once a page. */
export async function connectMarketWorker(config: MarketWorkerConfig): Promise<void> {
  if (isStarted) return
  isStarted = true
  thread.addEventListener("error", (event) =>
    writeProblem({ kind: "call", name: "NETWORK", detail: event.message || "market worker" }),
  )
  language = config.language
  keepFirstPrice()
  let numbers = numbersOf()
  await worker.start(numbers === undefined ? config : { ...config, numbers })
  subscribe(choices, () => {
    if (numbers === numbersOf()) return
    numbers = numbersOf()
    void worker.setLanguage(language, numbers)
  })
  onView((view) => void worker.show(view))
  watchVisibility(worker)
  followToken((token) => void worker.authenticate(token))
  // The methods themselves, held for as long as the page lives: comlink makes and registers a proxy at each look at one.
  runFrameLoop(worker.nextFrame, worker.nextUrgentFrame)
}

/** What the first face shows: a price must not vanish when its head comes. Marked as catching up until a frame brings the next. */
function keepFirstPrice(): void {
  if (!earlyStart?.price) return
  const { id, last, changePercent, sign } = earlyStart.price
  Object.assign(tickerOf(id), { last, changePercent, sign })
}

/** Grouping, decimal marks and the words of refusals follow the language at once. */
export function setMarketLanguage(next: string): Promise<void> {
  language = next
  return worker.setLanguage(next, numbersOf())
}

/** Someone asks to try again: reconnects and reads anew what is missing. */
export const wakeMarket = (): Promise<void> => worker.wake()
