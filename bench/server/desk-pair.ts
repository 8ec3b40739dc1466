/**
 * Main-thread time of a screen of the real server with something of the user's on it, against one without, by turns, both at
 * 8,000 further messages a second.
 */

import { type BenchContext, median } from "../context.ts"
import { oursScript } from "../driver/ours-script.ts"
import type { Page } from "../driver/page.ts"
import { pageScript } from "../driver/page-script.ts"
import type { FigureResult } from "../figure-result.ts"
import { PROBE_ID } from "../load/workload.ts"
import { startRealServer } from "./real-server.ts"
import type { OpenServer, Registered } from "./register-person.ts"
import { openTickerFlood } from "./ticker-flood.ts"
import { WrongResult } from "./wrong-result.ts"

const RATE = 8000
const WARM_UP_MS = 1500
export const READY_WITHIN_MS = 60_000
/** The screens take turns, so many cells each, of so many windows. */
const CELLS = { quick: 1, full: 4 } as const
const WINDOWS = { quick: 2, full: 3 } as const
/** Others may use so much of one core, in %, before a window counts as disturbed. */
const FOREIGN_MAX_PERCENT = 15
/** Of what is sent, so much must be applied; else the figure says so and decides nothing. */
const RECEIVED_LEAST = 0.98

/** One of the two screens. */
export interface BenchDesk {
  /** In words, for notes. */
  name: string
  path: string
  /** Selector of what must be there before and after each cell. */
  shows: string
  /** Script that answers true once what is to be measured is in view; left out: it is at once. */
  press?: string
  /** Whose screen it is, with all that is to stand on it; asked before each cell. */
  person(open: OpenServer): Promise<Registered>
  /** After each cell: throws a {@link WrongResult} if it isn't there any more. */
  check?(open: OpenServer, person: Registered): Promise<void>
}

interface Cell {
  mainMs: number[]
  foreign: number[]
  received: number[]
}

interface DeskPair {
  name: string
  ours: BenchDesk
  against: BenchDesk
  /** What stands on ours, for the report. */
  note: string
}

/** The figure of the pair: ours / against. */
export async function measureDesks(
  context: BenchContext,
  { name, ours, against, note }: DeskPair,
): Promise<FigureResult> {
  const form = context.isQuick ? "quick" : "full"
  const server = await startRealServer({ SAKER_PRACTICE_FUNDS: "USDT:1000000" })
  const cells = new Map<BenchDesk, Cell[]>([
    [ours, []],
    [against, []],
  ])
  try {
    const open = { address: `http://127.0.0.1:${server.port}`, mailbox: server.mailbox }
    for (const turn of context.turns(CELLS[form]))
      for (const desk of turn % 2 === 0 ? [ours, against] : [against, ours]) {
        const person = await desk.person(open)
        const cell = await runCell(context, server.port, { desk, person, windows: WINDOWS[form] })
        await desk.check?.(open, person)
        cells.get(desk)?.push(cell)
        context.say(
          `${desk.name}: main ${cell.mainMs.map(Math.round).join(" ")} ms/s, received ${cell.received.map(Math.round).join(" ")}, foreign ${cell.foreign.join(" ")} %`,
        )
      }
  } finally {
    await server.close()
  }
  return judged({ name, ours, against, note }, cells)
}

function judged(
  { name, ours, against, note }: DeskPair,
  cells: ReadonlyMap<BenchDesk, readonly Cell[]>,
): FigureResult {
  const cellsOf = (desk: BenchDesk) => cells.get(desk) ?? []
  const all = (desk: BenchDesk) => cellsOf(desk).flatMap(({ mainMs }) => mainMs)
  const quiet = (desk: BenchDesk) =>
    cellsOf(desk).flatMap(({ mainMs, foreign }) =>
      mainMs.filter((_, at) => (foreign[at] ?? 0) <= FOREIGN_MAX_PERCENT),
    )
  const isDisturbed = quiet(ours).length === 0 || quiet(against).length === 0
  const middle = (desk: BenchDesk) => median(isDisturbed ? all(desk) : quiet(desk))
  const short = [ours, against].flatMap((desk) => {
    const received = median(cellsOf(desk).flatMap((cell) => cell.received))
    return received < RATE * RECEIVED_LEAST ? [`the ${desk.name} received ${Math.round(received)}/s`] : []
  })
  return {
    name,
    value: middle(ours),
    values: all(ours),
    against: against.name,
    againstValue: middle(against),
    againstValues: all(against),
    ratio: middle(ours) / middle(against),
    isRight: true,
    isInconclusive: isDisturbed || short.length > 0,
    note: [
      `${note}; the real server beside the page, and ${RATE} ticker rows a second more, one a frame`,
      ...(isDisturbed ? ["inconclusive: others used the machine during all windows of a screen"] : []),
      ...short,
    ].join("; "),
    details: { ours: cellsOf(ours), against: cellsOf(against) },
  }
}

async function runCell(
  context: BenchContext,
  port: number,
  { desk, person, windows }: { desk: BenchDesk; person: Registered; windows: number },
): Promise<Cell> {
  const flood = await openTickerFlood(port)
  const { name, path, shows, press } = desk
  const page = await context.openPage(`${flood.origin}/#${path}`, {
    scripts: [pageScript(), oursScript(PROBE_ID)],
    storage: { lang: "en", token: person.token },
  })
  try {
    if (press !== undefined) await page.waitFor(press, READY_WITHIN_MS)
    await page.waitFor(
      `document.querySelectorAll(${JSON.stringify(shows)}).length > 0 && document.querySelector("figure[aria-label]")`,
      READY_WITHIN_MS,
    )
    flood.start(RATE)
    await wait(WARM_UP_MS)
    const cell: Cell = { mainMs: [], foreign: [], received: [] }
    for (let window = 0; window < windows; window += 1) await measureWindow(context, { page, cell })
    if (!(await page.evaluate<boolean>(`document.querySelector(${JSON.stringify(shows)}) !== null`)))
      throw new WrongResult(`the ${name} shows nothing any more`)
    if (page.errors.length > 0) throw new WrongResult(`${name}: ${page.errors[0]}`)
    return cell
  } finally {
    await page.close()
    await flood.close()
  }
}

const RECEIVED = "(async () => [await bench.received(), performance.now()])()"

async function measureWindow(
  context: BenchContext,
  { page, cell }: { page: Page; cell: Cell },
): Promise<void> {
  const { value, foreignPercent } = await context.withForeignLoad(async () => {
    const [before, beforeAt] = await page.evaluate<[number, number]>(RECEIVED)
    const metrics = await page.metrics()
    await wait(context.windowMs)
    const after = await page.metrics()
    const [received, receivedAt] = await page.evaluate<[number, number]>(RECEIVED)
    return {
      mainMs: ((after.taskSeconds - metrics.taskSeconds) / (after.at - metrics.at)) * 1000,
      received: ((received - before) / (receivedAt - beforeAt)) * 1000,
    }
  })
  cell.mainMs.push(value.mainMs)
  cell.received.push(value.received)
  cell.foreign.push(foreignPercent)
}

/** Script that presses the tab whose words begin so; answers whether it is there. */
export const pressTab = (words: string): string => `(() => {
  const tab = [...document.querySelectorAll('[role="tab"]')].find((one) => one.textContent.startsWith(${JSON.stringify(words)}))
  tab?.click()
  return tab !== undefined
})()`

/** Practice money of the person, of which so much USDT goes to a wallet. */
export async function fund(person: Registered, wallet: "contract" | "second", amount: string): Promise<void> {
  await must(person, "/assets/practice", { key: "practice" })
  await must(person, "/assets/transfer", { from: "funding", to: wallet, currency: "USDT", amount, key: "in" })
}

async function must(person: Registered, path: string, body: object): Promise<void> {
  const { code } = await person.post(path, body)
  if (code !== 200) throw new WrongResult(`${path} was answered with ${code}`)
}

/** Sends it until it is taken as wanted: a server that has just started has no prices at first. */
export async function untilTaken(
  person: Registered,
  path: string,
  body: () => object,
  isTaken: (data: unknown) => boolean = () => true,
): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  for (;;) {
    const { code, data } = await person.post(path, body())
    if (code === 200 && isTaken(data)) return
    if (Date.now() > until) throw new WrongResult(`${path} is answered with ${code}`)
    await wait(200)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
