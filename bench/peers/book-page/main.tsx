/** Page of the book figure (2×20): `?book=ours`: the terminal's rows at its rate; `canvas`: redrawn at 60 Hz. */

import { createRoot } from "react-dom/client"
import type { SpotMarket } from "#core/wire/market.ts"
import { receiveFrame } from "#src/feed/receive-frame.ts"
import { BookRows } from "#src/panels/book/book-rows.view.tsx"
import { laterWords, startWords } from "#src/text/i18n.ts"
import { bookStyles as book } from "../shared/panel-styles.ts"
import { CANVAS_HEIGHT, createCanvasBook } from "./canvas-book.ts"
import { bookFrames, OUR_EVERY, ROWS } from "./frames.ts"
import "#src/styles/base.css"
import "#src/styles/tokens.css"

declare global {
  interface Window {
    /** Begins to draw for so long; answers what the screen ends with and should end with. */
    runBook?: (ms: number) => Promise<{ shown: string; expected: string; frames: number }>
  }
}

const kind = new URLSearchParams(location.search).get("book")
const market = { id: "BTC_USDT", base: "BTC", quote: "USDT", tick: "0.1", lot: "0.00001" } as SpotMarket
const frames = bookFrames()
const root = document.getElementById("root")
if (!root) throw new Error("the page has no root")
root.style.cssText = "width: 264px"

const nothing = () => undefined
let draw: (at: number) => void = nothing
if (kind === "ours") {
  await startWords("en")
  await laterWords()
  createRoot(root).render(
    <section className={`${book.panel} ${book.desk}`} style={{ height: CANVAS_HEIGHT + 40 }}>
      <BookRows
        market={market}
        rows={ROWS}
        sides="both"
        unit="base"
        hasSum
        isLive
        onHold={nothing}
        onPick={nothing}
        onCentre={nothing}
      />
    </section>,
  )
  // As the worker sends books (workers/market/frame/book-part.ts): at most 20 a second.
  draw = (at) => {
    const frame = frames[at % frames.length]
    if (frame && at % OUR_EVERY === 0) receiveFrame({ id: at, builtAt: performance.now(), book: frame })
  }
} else if (kind === "canvas") {
  const redraw = createCanvasBook(root)
  draw = (at) => {
    const frame = frames[at % frames.length]
    if (frame) redraw(frame)
  }
}

const textsOf = (at: number) => {
  const frame = frames[at % frames.length]
  return [...(frame?.asks.toReversed() ?? []), ...(frame?.bids ?? [])]
    .map(({ price, size, sum }) => `${price} ${size} ${sum}`)
    .join("\n")
}
const shownTexts = () =>
  [...document.querySelectorAll(`.${book.ask}, .${book.bid}`)]
    .map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent).join(" "))
    .join("\n")

let at = 0
window.runBook = (ms) =>
  new Promise((resolve) => {
    const end = performance.now() + ms
    const first = at
    let last = at
    const tick = () => {
      if (performance.now() >= end) {
        setTimeout(() => {
          // A canvas has no text to read back; that it changes is seen by its pixels.
          const isOurs = kind === "ours"
          resolve({
            shown: isOurs ? shownTexts() : "",
            expected: isOurs ? textsOf(last) : "",
            frames: at - first,
          })
        }, 50)
        return
      }
      draw(at)
      if (kind !== "ours" || at % OUR_EVERY === 0) last = at
      at += 1
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
