/** Touch input for journeys, through the browser's own input, so that hit testing is real. */

import type { Page } from "@playwright/test"

export type Point = readonly [x: number, y: number]

interface Fingers {
  down(...points: Point[]): Promise<void>
  move(...points: Point[]): Promise<void>
  up(): Promise<void>
  /** Taken away without a choice, as when a call comes in. */
  cancel(): Promise<void>
  /** One finger from one point to another, in steps, as a hand does it. */
  drag(from: Point, to: Point): Promise<void>
}

const STEPS = 8

export async function fingersOn(page: Page): Promise<Fingers> {
  const session = await page.context().newCDPSession(page)
  const send = async (
    type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel",
    points: readonly Point[],
  ) => {
    await session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    })
  }
  const fingers: Fingers = {
    down: (...points) => send("touchStart", points),
    move: (...points) => send("touchMove", points),
    up: () => send("touchEnd", []),
    cancel: () => send("touchCancel", []),
    async drag(from, to) {
      const at = (step: number): Point => [
        from[0] + ((to[0] - from[0]) * step) / STEPS,
        from[1] + ((to[1] - from[1]) * step) / STEPS,
      ]
      // The first two in one go: on a busy machine a pause between them would be a finger that rests.
      await Promise.all([fingers.down(from), fingers.move(at(1)), fingers.move(at(2))])
      for (let step = 3; step <= STEPS; step += 1) {
        await fingers.move(at(step))
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
      await fingers.up()
    },
  }
  return fingers
}
