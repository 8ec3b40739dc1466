/** Figure: from the press on Buy to "Order placed" on the screen, a browser and the real server on one machine, by hop. */

import { type BenchContext, median, percentile } from "../context.ts"
import { hold, letGo, middleOf, point } from "../driver/input.ts"
import { inputScript } from "../driver/input-script.ts"
import { type OrderHops, orderScript } from "../driver/order-script.ts"
import type { Page } from "../driver/page.ts"
import { pageScript } from "../driver/page-script.ts"
import type { FigureResult, Measure } from "../figure-result.ts"
import { startRealServer } from "./real-server.ts"
import { ask, type OpenServer, type Registered, registerPerson } from "./register-person.ts"
import { restingPrice } from "./resting-price.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

const FIGURE = "order-accepted"
const AGAINST = "itself"
const SYMBOL = "BTC_USDT"
const ORDERS = { full: 60, quick: 15 } as const
/** The first ones compile the way. */
const THROWN_AWAY = 5
const PAUSE_MS = 150
const WAIT_MS = 30_000
/** So far below the best bid: near enough to be no mistake, far enough not to fill. */
const BELOW = 0.98
/** Lots of 0.00001: each order has a quantity of its own, by which its toast and its row are known. */
const FIRST_LOTS = 101
const FOREIGN_MAX_PERCENT = 15

export const measure: Measure = {
  name: "order-press",
  run: (context) => provenFigure(FIGURE, AGAINST, () => run(context)),
}

async function run(context: BenchContext): Promise<FigureResult> {
  const server = await startRealServer({ SAKER_PRACTICE_FUNDS: "USDT:1000000" })
  try {
    const open = { address: `http://127.0.0.1:${server.port}`, mailbox: server.mailbox }
    const person = await registerPerson(open, "presses@bench.example")
    const { code } = await person.post("/assets/practice", { key: "practice" })
    if (code !== 200) throw new WrongResult(`/assets/practice was answered with ${code}`)
    const page = await openTicket(context, open, person)
    try {
      const count = ORDERS[context.isQuick ? "quick" : "full"] + THROWN_AWAY
      const { value, foreignPercent } = await context.withForeignLoad(() => pressAll(page, count))
      await assertKept(open, person, count)
      if (page.errors.length > 0) throw new WrongResult(`the page: ${page.errors[0]}`)
      return figureOf(context, value.slice(THROWN_AWAY), foreignPercent)
    } finally {
      await page.close()
    }
  } finally {
    await server.close()
  }
}

const FIELDS = 'document.querySelectorAll("[role=tabpanel] > [data-field] input")'

/** The desk of somebody who wants to be asked nothing, with a price in the ticket. */
async function openTicket(context: BenchContext, { address }: OpenServer, person: Registered): Promise<Page> {
  const choices = { confirmOrders: { value: "off", at: Date.now() } }
  const page = await context.openPage(`${address}/#/pages/spot/trade?symbol=${SYMBOL}`, {
    scripts: [pageScript(), inputScript(), orderScript()],
    storage: { lang: "en", token: person.token, "saker:choices": JSON.stringify(choices) },
  })
  await page.waitFor(`${FIELDS}.length === 2 && ${FIELDS}[0].value !== ""`, WAIT_MS)
  await fill(page, 0, await restingPrice(address, SYMBOL, BELOW))
  return page
}

async function fill(page: Page, place: number, text: string): Promise<void> {
  await page.evaluate(`${FIELDS}[${place}].focus(), ${FIELDS}[${place}].select()`)
  await page.send("Input.insertText", { text })
}

async function pressAll(page: Page, count: number): Promise<OrderHops[]> {
  const all: OrderHops[] = []
  for (let turn = 0; turn < count; turn += 1) {
    await wait(PAUSE_MS)
    const quantity = `0.00${FIRST_LOTS + turn}`
    await fill(page, 1, quantity)
    const button = `[...document.querySelectorAll("section button")].find((one) => one.textContent.startsWith("Buy ${quantity}") && !one.disabled)`
    await page.waitFor(button, WAIT_MS)
    const spot = await middleOf(page, button)
    await point(page, spot)
    await page.evaluate(`orderWatch.arm("${quantity}")`)
    await Promise.all([hold(page, spot), letGo(page, spot)])
    all.push(await page.evaluate<OrderHops>("orderWatch.hops()"))
    // Emptied by the answer: the next one is typed into an empty field, as a person would find it.
    await page.waitFor(`${FIELDS}[1].value === ""`, WAIT_MS)
  }
  return all
}

/** What the screen said is what the server has. */
async function assertKept({ address }: OpenServer, { token }: Registered, count: number): Promise<void> {
  const { data } = await ask(address, "/spot/open", { token })
  const { rows } = data as { rows: { quantity: string }[] }
  const kept = new Set(rows.map(({ quantity }) => Number(quantity)))
  for (let turn = 0; turn < count; turn += 1)
    if (!kept.has((FIRST_LOTS + turn) / 1e5))
      throw new WrongResult(`an order of ${FIRST_LOTS + turn} lots was shown as placed, and isn't open`)
}

function figureOf(context: BenchContext, all: readonly OrderHops[], foreignPercent: number): FigureResult {
  const values = all.map(({ accepted }) => accepted)
  const hop = (pick: (one: OrderHops) => number) => Math.round(median(all.map(pick)) * 10) / 10
  const hops = {
    pressToTaken: hop(({ taken }) => taken),
    takenToSent: hop(({ taken, sent }) => sent - taken),
    sentToAnswered: hop(({ sent, answered }) => answered - sent),
    answeredToPainted: hop(({ answered, accepted }) => accepted - answered),
    pressToRowPainted: hop(({ row }) => row),
  }
  const told = `press → taken ${hops.pressToTaken}, → sent ${hops.takenToSent}, → answered ${hops.sentToAnswered}, → painted ${hops.answeredToPainted} ms; press → row from the stream painted ${hops.pressToRowPainted} ms`
  const isDisturbed = foreignPercent > FOREIGN_MAX_PERCENT
  context.say(
    `order: p50 ${median(values).toFixed(1)}, p95 ${percentile(values, 0.95).toFixed(1)} ms; ${told}; foreign ${foreignPercent} %`,
  )
  return {
    name: FIGURE,
    value: median(values),
    values,
    against: AGAINST,
    isRight: true,
    isInconclusive: isDisturbed,
    note: `${told}; p95 ${percentile(values, 0.95).toFixed(1)} ms${isDisturbed ? `; inconclusive: others used ${foreignPercent} % of a core` : ""}`,
    details: { hops, orders: all, foreignPercent },
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
