/** Page of the commit figure (30 rows): `?list=ours` is the terminal's own list with its stores, `raw` the floor. */

import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router"
import { createRoot } from "react-dom/client"
import { receiveFrame } from "#src/feed/receive-frame.ts"
import rail from "#src/panels/market-list/rail-list.module.css"
import { RailList } from "#src/panels/market-list/rail-list.view.tsx"
import { laterWords, startWords } from "#src/text/i18n.ts"
import type { TickerCells } from "#workers/market/market.api.ts"
import { RawList, writeRaw } from "./raw-list.tsx"
import { cellsAt, IDS, lastAt, markets, ROWS, ROWS_PX } from "./rows.ts"
import "#src/styles/base.css"
import "#src/styles/tokens.css"

declare global {
  interface Window {
    /** Runs so many commits; µs of each, and whether all rows showed the last value each time. */
    runCommits?: (count: number) => Promise<{ times: number[]; wrong: number }>
  }
}

const isOurs = new URLSearchParams(location.search).get("list") === "ours"
const write: (rows: readonly TickerCells[], step: number) => void = isOurs
  ? (rows, step) => receiveFrame({ id: step, builtAt: performance.now(), tickers: rows })
  : (rows) => writeRaw(rows)

/** A task after all that the stores and React have scheduled as microtasks. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))

const shownLasts = () =>
  [...document.querySelectorAll(`.${rail.rows} .${rail.price}`)].map((cell) => cell.textContent)

let step = 0
window.runCommits = async (count) => {
  const times: number[] = []
  let wrong = 0
  for (let done = 0; done < count; done += 1) {
    step += 1
    const rows = cellsAt(step)
    await nextPaint()
    const start = performance.now()
    write(rows, step)
    await nextTask()
    times.push((performance.now() - start) * 1000)
    const shown = shownLasts().slice(0, ROWS)
    if (shown.length < ROWS || shown.some((text) => text !== lastAt(step))) wrong += 1
  }
  return { times, wrong }
}

const List = isOurs ? () => <RailList kind="spot" current="" /> : RawList
const router = createRouter({
  routeTree: createRootRoute({ component: List }),
  history: createMemoryHistory({ initialEntries: ["/"] }),
})

await startWords("en")
await laterWords()
receiveFrame({
  id: 0,
  builtAt: 0,
  markets,
  list: { kind: "spot", ids: IDS, total: IDS.length, rising: 0, falling: 0 } as never,
  freshness: { list: { state: "live" } },
})
const root = document.getElementById("root")
if (!root) throw new Error("the page has no root")
root.style.cssText = "display: flex; flex-direction: column; width: 14rem; height: 60rem"
createRoot(root).render(<RouterProvider router={router} />)
await nextPaint()
await nextPaint()
// Exactly thirty rows: the place for them grows or shrinks with what stands around it.
const place = document.querySelector(`.${rail.rows}`)
if (place) root.style.height = `${root.clientHeight + ROWS_PX - place.clientHeight}px`
