/**
 * Figure: main-thread time of the contract desk with 20 open positions, against the spot desk of a user without any, both
 * of the real server and at 8,000 further messages a second.
 */

import { type BenchContext, median } from "../context.ts"
import { oursScript } from "../driver/ours-script.ts"
import type { Page } from "../driver/page.ts"
import { pageScript } from "../driver/page-script.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { PROBE_BASE, PROBE_ID } from "../load/workload.ts"
import { startRealServer } from "./real-server.ts"
import { ask, type Registered, registerPerson } from "./register-person.ts"
import { openTickerFlood } from "./ticker-flood.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

const AGAINST = "spot desk"
const RATE = 8000
const POSITIONS = 20
/** Value of each, USDT: well above the smallest order, and far from liquidation. */
const VALUE = 500
const WARM_UP_MS = 1500
const READY_WITHIN_MS = 60_000
/** The desks take turns, so many cells each, of so many windows. */
const CELLS = { quick: 1, full: 4 } as const
const WINDOWS = { quick: 2, full: 3 } as const
/** Others may use so much of one core, in %, before a window counts as disturbed. */
const FOREIGN_MAX_PERCENT = 15
/** Of what is sent, so much must be applied; else the figure says so and decides nothing. */
const RECEIVED_LEAST = 0.98

const DESKS = {
  contract: { path: "/pages/contract/trade?symbol=BTC_USDT_PERP", shows: "[data-position]" },
  spot: { path: "/pages/spot/trade?symbol=BTC_USDT", shows: "section table td" },
} as const
type Desk = keyof typeof DESKS

export const measure: Measure = {
  name: "contract-desk",
  run: (context) => provenFigure("contract-desk", AGAINST, () => run(context)),
}

interface Cell {
  mainMs: number[]
  foreign: number[]
  received: number[]
}

async function run(context: BenchContext): Promise<FigureResult> {
  const form = context.isQuick ? "quick" : "full"
  const server = await startRealServer({ SAKER_PRACTICE_FUNDS: "USDT:1000000" })
  const cells: Record<Desk, Cell[]> = { contract: [], spot: [] }
  try {
    const open = { address: `http://127.0.0.1:${server.port}`, mailbox: server.mailbox }
    const people = {
      contract: await registerPerson(open, "with-positions@bench.example"),
      spot: await registerPerson(open, "without@bench.example"),
    }
    await openPositions(open.address, people.contract)
    for (let turn = 0; turn < CELLS[form]; turn += 1)
      for (const desk of turn % 2 === 0 ? (["contract", "spot"] as const) : (["spot", "contract"] as const)) {
        const cell = await runCell(context, server.port, { desk, person: people[desk], form })
        cells[desk].push(cell)
        context.say(
          `${desk}: main ${cell.mainMs.map(Math.round).join(" ")} ms/s, received ${cell.received.map(Math.round).join(" ")}, foreign ${cell.foreign.join(" ")} %`,
        )
      }
    await assertPositions(open.address, people.contract)
  } finally {
    await server.close()
  }
  const of = (desk: Desk) => cells[desk].flatMap(({ mainMs }) => mainMs)
  const quiet = (desk: Desk) =>
    cells[desk].flatMap(({ mainMs, foreign }) =>
      mainMs.filter((_, at) => (foreign[at] ?? 0) <= FOREIGN_MAX_PERCENT),
    )
  const isDisturbed = quiet("contract").length === 0 || quiet("spot").length === 0
  const [value, againstValue] = (["contract", "spot"] as const).map((desk) =>
    median(isDisturbed ? of(desk) : quiet(desk)),
  ) as [number, number]
  const short = (["contract", "spot"] as const).flatMap((desk) => {
    const received = median(cells[desk].flatMap((cell) => cell.received))
    return received < RATE * RECEIVED_LEAST ? [`the ${desk} desk received ${Math.round(received)}/s`] : []
  })
  return {
    name: "contract-desk",
    value,
    values: of("contract"),
    against: AGAINST,
    againstValue,
    againstValues: of("spot"),
    ratio: value / againstValue,
    isRight: true,
    isInconclusive: isDisturbed || short.length > 0,
    note: [
      `${POSITIONS} positions in as many contracts; the real server beside the page, and ${RATE} ticker rows a second more, one a frame`,
      ...(isDisturbed ? ["inconclusive: others used the machine during all windows of a desk"] : []),
      ...short,
    ].join("; "),
    details: { cells },
  }
}

/** By market, in the contracts with the largest turnover; a server that has just started has to quote first. */
async function openPositions(address: string, person: Registered): Promise<void> {
  await must(person, "/assets/practice", { key: "practice" })
  const amount = "900000"
  await must(person, "/assets/transfer", {
    from: "funding",
    to: "contract",
    currency: "USDT",
    amount,
    key: "in",
  })
  const { data } = await ask(address, "/market/contract")
  const { rows } = data as { rows: { id: string; lot: string; ticker: [string, string] }[] }
  const until = Date.now() + READY_WITHIN_MS
  let count = 0
  for (const { id, lot, ticker } of rows) {
    if (count === POSITIONS) return
    const lots = Math.max(1, Math.round(VALUE / Number(ticker[1]) / Number(lot)))
    const decimals = lot.split(".")[1]?.length ?? 0
    const quantity = (lots * Number(lot)).toFixed(decimals)
    const side = count % 2 === 0 ? "buy" : "sell"
    for (;;) {
      const { code, data: order } = await person.post("/contract/place", {
        instrument: id,
        side,
        type: "market",
        quantity,
      })
      if (code === 200 && (order as { status: string }).status === "filled") break
      if (Date.now() > until) throw new WrongResult(`no position in ${id}: ${code}`)
      await wait(200)
    }
    count += 1
  }
}

async function must(person: Registered, path: string, body: object): Promise<void> {
  const { code } = await person.post(path, body)
  if (code !== 200) throw new WrongResult(`${path} was answered with ${code}`)
}

async function assertPositions(address: string, { token }: Registered): Promise<void> {
  const { data } = await ask(address, "/contract/positions", { token })
  const { length } = (data as { rows: unknown[] }).rows
  if (length !== POSITIONS) throw new WrongResult(`${length} positions are open, not ${POSITIONS}`)
}

async function runCell(
  context: BenchContext,
  port: number,
  { desk, person, form }: { desk: Desk; person: Registered; form: "quick" | "full" },
): Promise<Cell> {
  const flood = await openTickerFlood(port)
  const { path, shows } = DESKS[desk]
  const page = await context.openPage(`${flood.origin}/#${path}`, {
    scripts: [pageScript(PROBE_BASE), oursScript(PROBE_ID)],
    storage: { lang: "en", token: person.token },
  })
  try {
    if (desk === "contract") await page.waitFor(pressPositions, READY_WITHIN_MS)
    await page.waitFor(
      `document.querySelectorAll(${JSON.stringify(shows)}).length > 0 && document.querySelector("figure[aria-label]")`,
      READY_WITHIN_MS,
    )
    flood.start(RATE)
    await wait(WARM_UP_MS)
    const cell: Cell = { mainMs: [], foreign: [], received: [] }
    for (let window = 0; window < WINDOWS[form]; window += 1) await measureWindow(context, { page, cell })
    if (!(await page.evaluate<boolean>(`document.querySelector(${JSON.stringify(shows)}) !== null`)))
      throw new WrongResult(`the ${desk} desk shows nothing any more`)
    if (page.errors.length > 0) throw new WrongResult(`${desk}: ${page.errors[0]}`)
    return cell
  } finally {
    await page.close()
    await flood.close()
  }
}

/** Opens the list of positions; false as long as it isn't there. */
const pressPositions = `(() => {
  const tab = [...document.querySelectorAll('[role="tab"]')].find((one) => one.textContent.startsWith("Positions"))
  tab?.click()
  return tab !== undefined
})()`

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

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
