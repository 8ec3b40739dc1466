/** Real input by CDP: mouse, finger, wheel and keys, each measured from the event's time stamp to the frame it shows in. */

import type { PressTimes } from "./input-script.ts"
import type { Page } from "./page.ts"

export type Spot = readonly [x: number, y: number]

/** Where an element stands. `element`: an expression in the page. */
export const middleOf = (page: Page, element: string): Promise<Spot> =>
  page.evaluate<Spot>(`inputWatch.middle(${element})`)

interface Awaited {
  /** The event that begins it. */
  type: "pointerdown" | "pointermove" | "keydown" | "wheel"
  /** Expression in the page: true once the result stands in the DOM. False before. */
  shows: string
}

/** What `act` sends is measured. The page is armed before, and nothing is asked of it while it works. */
async function measured(
  page: Page,
  { type, shows }: Awaited,
  act: () => Promise<unknown>,
): Promise<PressTimes> {
  await page.evaluate(`inputWatch.arm(${JSON.stringify(type)}, () => Boolean(${shows}))`)
  await act()
  return page.evaluate<PressTimes>("inputWatch.seen()")
}

const mouse = (page: Page, type: string, [x, y]: Spot, more: Record<string, unknown> = {}) =>
  page.send("Input.dispatchMouseEvent", { type, x, y, button: "none", ...more })

/** `held`: with the left button down. */
export const point = (page: Page, spot: Spot, held = false) =>
  mouse(page, "mouseMoved", spot, held ? { button: "left", buttons: 1 } : {})

export const hold = (page: Page, spot: Spot) =>
  mouse(page, "mousePressed", spot, { button: "left", buttons: 1, clickCount: 1 })

export const letGo = (page: Page, spot: Spot) =>
  mouse(page, "mouseReleased", spot, { button: "left", clickCount: 1 })

/** Pressed and let go at once: how long somebody's finger stays down is theirs, and the same with and without data. */
export async function click(page: Page, spot: Spot, shows: string): Promise<PressTimes> {
  await point(page, spot)
  return measured(page, { type: "pointerdown", shows }, () =>
    Promise.all([hold(page, spot), letGo(page, spot)]),
  )
}

export const tap = (page: Page, [x, y]: Spot, shows: string): Promise<PressTimes> =>
  measured(page, { type: "pointerdown", shows }, () =>
    Promise.all([
      page.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] }),
      page.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }),
    ]),
  )

export const drag = (page: Page, spot: Spot, shows: string): Promise<PressTimes> =>
  measured(page, { type: "pointermove", shows }, () => point(page, spot, true))

export const turnWheel = (page: Page, spot: Spot, { by, shows }: { by: number; shows: string }) =>
  measured(page, { type: "wheel", shows }, () => mouse(page, "mouseWheel", spot, { deltaX: 0, deltaY: by }))

const keyStrokes = (page: Page, key: string, code: number, text = "") =>
  Promise.all([
    page.send("Input.dispatchKeyEvent", {
      type: text ? "keyDown" : "rawKeyDown",
      key,
      windowsVirtualKeyCode: code,
      ...(text ? { text } : {}),
    }),
    page.send("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode: code }),
  ])

/** One digit into what has the focus. */
export const typeDigit = (page: Page, digit: string, shows: string): Promise<PressTimes> =>
  measured(page, { type: "keydown", shows }, () => keyStrokes(page, digit, digit.charCodeAt(0), digit))

const ESCAPE_CODE = 27
export const pressEscape = (page: Page): Promise<unknown> => keyStrokes(page, "Escape", ESCAPE_CODE)
