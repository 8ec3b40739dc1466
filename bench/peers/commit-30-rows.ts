/** Figure: commit of 30 visible rows, the terminal's list against the same rows on raw `useSyncExternalStore`. */

import { type BenchContext, median } from "../context.ts"
import type { FigureResult, Measure } from "../figure-result.ts"

export const measure: Measure = { name: "commit-30-rows", run }

const LISTS = ["ours", "raw"] as const
type List = (typeof LISTS)[number]
/** Commits before those that count: the compiler warms up, and so many changing rows stop flashing. */
const WARM_UP = 60
const COMMITS = { quick: 60, full: 200 } as const
const REPETITIONS = { quick: 2, full: 7 } as const

async function run(context: BenchContext): Promise<FigureResult[]> {
  const load = await context.openLoad()
  const form = context.isQuick ? "quick" : "full"
  const medians: Record<List, number[]> = { ours: [], raw: [] }
  let wrong = 0
  try {
    for (const repetition of context.turns(REPETITIONS[form])) {
      const order = repetition % 2 === 0 ? LISTS : LISTS.toReversed()
      for (const list of order) {
        const page = await context.openPage(`${load.origin}/bench/peers/commit-page/page.html?list=${list}`)
        try {
          await page.waitFor("window.runCommits && document.querySelectorAll('[data-index]').length >= 30")
          await page.evaluate(`window.runCommits(${WARM_UP})`)
          const told = await page.evaluate<{ times: number[]; wrong: number }>(
            `window.runCommits(${COMMITS[form]})`,
          )
          medians[list].push(median(told.times))
          wrong += told.wrong
        } finally {
          await page.close()
        }
      }
    }
  } finally {
    await load.close()
  }
  const ratios = medians.ours.map((time, at) => time / (medians.raw[at] ?? Number.NaN))
  context.say(
    `commit of 30 rows: ours ${medians.ours.map(Math.round)}, raw ${medians.raw.map(Math.round)} µs`,
  )
  return [
    {
      name: "commit-30-rows",
      value: median(medians.ours),
      values: medians.ours,
      against: "raw useSyncExternalStore",
      againstValue: median(medians.raw),
      againstValues: medians.raw,
      ratio: median(ratios),
      isRight: wrong === 0,
      ...(wrong > 0 && { note: `${wrong} commits did not show what was written` }),
      details: { ratios, commits: COMMITS[form] },
    },
  ]
}
