/** Figure: a book of 2×20 as accessible rows at the terminal's rate, against a canvas redrawn 60 times a second. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { countThreadTime } from "./main-thread.ts"

export const measure: Measure = { name: "book-20", run }

/** `idle` runs the same empty loop of animation frames: what the page costs without a book. */
const BOOKS = ["ours", "canvas", "idle"] as const
type Book = (typeof BOOKS)[number]
const REPETITIONS = { quick: 2, full: 5 } as const
const WARM_UP_MS = 1200

async function run(context: BenchContext): Promise<FigureResult[]> {
  const load = await context.openLoad()
  const taken: Record<Book, number[]> = { ours: [], canvas: [], idle: [] }
  let isRight = true
  try {
    const repetitions = REPETITIONS[context.isQuick ? "quick" : "full"]
    for (const repetition of context.turns(repetitions))
      for (let place = 0; place < BOOKS.length; place += 1) {
        const book = BOOKS[(place + repetition) % BOOKS.length] ?? "ours"
        const page = await context.openPage(`${load.origin}/bench/peers/book-page/page.html?book=${book}`)
        try {
          await page.waitFor("window.runBook")
          await countThreadTime(page)
          await page.evaluate(`window.runBook(${WARM_UP_MS})`)
          const before = await page.metrics()
          const told = await page.evaluate<{ shown: string; expected: string }>(
            `window.runBook(${context.windowMs})`,
          )
          const after = await page.metrics()
          taken[book].push(((after.taskSeconds - before.taskSeconds) * 1000) / (after.at - before.at))
          isRight &&= told.shown === told.expected
        } finally {
          await page.close()
        }
      }
  } finally {
    await load.close()
  }
  const ratios = taken.ours.map((time, at) => time / (taken.canvas[at] ?? Number.NaN))
  context.say(`book: ours ${taken.ours.map(Math.round)}, canvas ${taken.canvas.map(Math.round)} ms/s`)
  return [
    {
      name: "book-20",
      value: median(taken.ours),
      values: taken.ours,
      against: "canvas redrawn at 60 Hz",
      againstValue: median(taken.canvas),
      againstValues: taken.canvas,
      ratio: median(ratios),
      isRight,
      note: isRight
        ? `an idle loop of frames: ${median(taken.idle).toFixed(0)} ms/s`
        : "the rows did not end with the last book",
      details: { ratios, idle: taken.idle },
    },
  ]
}
