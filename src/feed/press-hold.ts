/**
 * Presses, keys and drags go before frames: none is drawn between one of them and its paint, which it would hold up by as long as it
 * takes itself (bench: input). Never for long: prices mustn't stand still.
 */

import { frameHold } from "../stores/frame-hold.ts"
import { behindPaint } from "./after-tasks.ts"
import { pageTimes } from "./frame-loop.ts"

/** From the finger's coming down: most have gone up again by then, and the page is free for what the press does. */
const WHILE_DOWN_MS = 100
/** From a press, a key or a move until it is painted. */
const WHILE_PRESSED_MS = 50
/** However much is pressed and dragged: so long after the first of it since the last frame, another one comes. */
const MOST_MS = 100

/** Acts whose result is painted by the page itself. Scrolling isn't among them: its rows come with frames. */
const ACTS = ["pointerup", "click", "keydown", "beforeinput"] as const

let frames = -1
let firstAt = 0

function hold(ms: number): void {
  const now = performance.now()
  if (frames !== pageTimes.frames) {
    frames = pageTimes.frames
    firstAt = now
  }
  frameHold.press = Math.min(now + ms, firstAt + MOST_MS)
}

const release = () => {
  frameHold.press = 0
}

/** Listens for as long as the page lives. */
export function holdFramesForPresses(page: EventTarget = window): void {
  const listen = (type: string, take: (event: Event) => void) =>
    page.addEventListener(type, take, { capture: true, passive: true })
  let isAwaited = false
  const untilPainted = () => {
    hold(WHILE_PRESSED_MS)
    if (isAwaited) return
    isAwaited = true
    behindPaint(() => {
      isAwaited = false
      release()
    })
  }
  listen("pointerdown", () => hold(WHILE_DOWN_MS))
  // The browser has taken the finger for scrolling.
  listen("pointercancel", release)
  listen("pointermove", (event) => {
    if ((event as PointerEvent).buttons !== 0) untilPainted()
  })
  for (const act of ACTS) listen(act, untilPainted)
}
