/**
 * Figures: press → painted while 8,000 messages a second come, against the same page without any data. For each action by
 * itself, on a phone's screen or a desk's.
 */

import { type BenchContext, percentile } from "../context.ts"
import { heldDifferences } from "../driver/held-check.ts"
import type { PressTimes } from "../driver/input-script.ts"
import { inputScript } from "../driver/input-script.ts"
import { oursScript } from "../driver/ours-script.ts"
import type { Page } from "../driver/page.ts"
import { pageScript } from "../driver/page-script.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import type { LoadServer } from "../load/load-server.ts"
import { ACTIVE_ID, PROBE_ID } from "../load/workload.ts"
import { ACTION_NAMES, ACTIONS, type ActionName } from "./input-actions.ts"

const RATE = 8000
const WARM_UP_MS = 1500
const ROUNDS = { full: 3, quick: 1 } as const
/** Of each action in each cell; the first ones, which fetch and compile what they open, are thrown away. */
const PRESSES = { full: 25, quick: 10 } as const
const THROWN_AWAY = 2
const FOREIGN_MAX_PERCENT = 15
const TAKEN_LEAST = 0.98
const READY_WITHIN_MS = 60_000

export const PHONE = { width: 390, height: 844, isTouched: true } as const
export const DESK = { width: 1440, height: 900, isTouched: false } as const

const SCREENS = [
  { size: PHONE, actions: ["buy"] },
  { size: DESK, actions: ACTION_NAMES.filter((name) => name !== "buy") },
] as const satisfies readonly { size: object; actions: readonly ActionName[] }[]

interface Cell {
  times: Map<ActionName, PressTimes[]>
  foreignPercent: number
  wrong: string[]
  /** Share of the stream that was sent: the rest waited for a page that didn't take it. */
  taken: number
}

export const measure: Measure = {
  name: "input",
  async run(context) {
    const form = context.isQuick ? "quick" : "full"
    const cells: { busy: Cell[]; idle: Cell[] } = { busy: [], idle: [] }
    const load = await context.openLoad({ policy: "coalesced" })
    try {
      for (const round of context.turns(ROUNDS[form]))
        for (const arm of round % 2 === 0 ? (["busy", "idle"] as const) : (["idle", "busy"] as const))
          cells[arm].push(await runCell(context, load, arm === "busy"))
    } finally {
      await load.close()
    }
    return ACTION_NAMES.map((name) => figureOf(name, cells))
  },
}

/** Both screens, one after the other. */
async function runCell(context: BenchContext, load: LoadServer, isBusy: boolean): Promise<Cell> {
  const cell: Cell = { times: new Map(), foreignPercent: 0, wrong: [], taken: 1 }
  for (const { size, actions } of SCREENS) {
    const page = await openTrader(context, load, size)
    try {
      const { value, foreignPercent } = await context.withForeignLoad(async () => {
        if (isBusy) await load.start(RATE)
        await wait(WARM_UP_MS)
        return pressAll(context, page, actions)
      })
      for (const [name, times] of value) cell.times.set(name, times)
      cell.foreignPercent = Math.max(cell.foreignPercent, foreignPercent)
      const report = isBusy ? await load.report() : undefined
      if (report) cell.taken = Math.min(cell.taken, report.sent / report.offered)
      // Whatever was pressed meanwhile, nothing may be lost.
      cell.wrong.push(...(isBusy ? await heldDifferences(page, load, size !== PHONE) : page.errors))
    } finally {
      await page.close()
    }
  }
  const told = [...cell.times].map(([name, times]) => `${name} ${Math.round(p95Of(times))}`).join(", ")
  context.say(`input ${isBusy ? "at 8 k" : "without data"}: p95 ${told} ms, foreign ${cell.foreignPercent} %`)
  return cell
}

async function pressAll(
  context: BenchContext,
  page: Page,
  actions: readonly ActionName[],
): Promise<Map<ActionName, PressTimes[]>> {
  const count = PRESSES[context.isQuick ? "quick" : "full"] + THROWN_AWAY
  const all = new Map<ActionName, PressTimes[]>()
  for (const name of actions) {
    const times = await ACTIONS[name](page, count)
    all.set(name, times.slice(THROWN_AWAY))
  }
  return all
}

/** The terminal of somebody who is logged in and has an order on the chart, with everything that can be pressed in place. */
export async function openTrader(
  context: BenchContext,
  load: LoadServer,
  size: typeof PHONE | typeof DESK,
): Promise<Page> {
  const page = await context.openPage(`${load.origin}/#/pages/spot/trade?symbol=${ACTIVE_ID}`, {
    ...size,
    scripts: [pageScript(load.probePlace), oursScript(PROBE_ID), inputScript()],
    storage: { lang: "en", token: "bench" },
  })
  await page.waitFor(READY[size === PHONE ? "phone" : "desk"], READY_WITHIN_MS)
  return page
}

const READY = {
  phone: `/\\d/.test(document.querySelector("section table td")?.textContent)`,
  desk: `document.querySelector("[data-line] button") && document.querySelector("[data-field] input") && document.querySelector("[data-market-row]")`,
}

const p95Of = (times: readonly PressTimes[] | undefined) =>
  percentile(
    (times ?? []).map(({ painted }) => painted),
    0.95,
  )

/** No interval: the p95 of one round's presses is its second slowest, which scatters by itself. The rounds are kept. */
function figureOf(
  action: ActionName,
  { busy, idle }: { busy: readonly Cell[]; idle: readonly Cell[] },
): FigureResult {
  const all = (cells: readonly Cell[]) => cells.flatMap(({ times }) => times.get(action) ?? [])
  const byRound = (cells: readonly Cell[]) => cells.map(({ times }) => p95Of(times.get(action)))
  const wrong = busy.flatMap((cell) => cell.wrong)
  const isDisturbed = [...busy, ...idle].every(({ foreignPercent }) => foreignPercent > FOREIGN_MAX_PERCENT)
  const [value, againstValue] = [p95Of(all(busy)), p95Of(all(idle))]
  const isShort = busy.some(({ taken }) => taken < TAKEN_LEAST)
  const notes = [
    ...wrong.slice(0, 3),
    ...(isShort ? [`the page did not take all of ${RATE} messages a second`] : []),
    ...(isDisturbed ? ["inconclusive: others used the machine in all cells"] : []),
  ]
  return {
    name: `input-${action}`,
    value,
    values: byRound(busy),
    against: "no data",
    againstValue,
    againstValues: byRound(idle),
    ratio: value / againstValue,
    isRight: wrong.length === 0,
    isInconclusive: isDisturbed || isShort,
    ...(notes.length > 0 ? { note: notes.join("; ") } : {}),
    details: { busy: all(busy), idle: all(idle) },
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
