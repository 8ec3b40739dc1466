/** The presses that are measured. What each does to the page, and by what its result is known in the DOM. */

import {
  click,
  drag,
  hold,
  letGo,
  middleOf,
  point,
  pressEscape,
  type Spot,
  tap,
  turnWheel,
  typeDigit,
} from "../driver/input.ts"
import type { PressTimes } from "../driver/input-script.ts"
import type { Page } from "../driver/page.ts"

export const ACTION_NAMES = ["buy", "side", "book-row", "interval", "type", "drag", "scroll"] as const
export type ActionName = (typeof ACTION_NAMES)[number]
/** So many at a time: each begins and ends with the page as it found it. */
type Action = (page: Page, count: number) => Promise<PressTimes[]>

const json = JSON.stringify
/** Of the ticket, whether it stands beside the book or in its sheet. */
const FIELD = "[role=tabpanel] > [data-field]"
const AMOUNT = `document.querySelector("${FIELD}:last-child input")`
const PRICE = `document.querySelector("${FIELD} input")`
/** The open one: a sheet may stay in the page, closed. */
const SHEET = 'document.querySelector("[role=dialog]:not([hidden])")'
/** In the DOM and laid out: what is drawn ahead isn't seen yet. */
export const SHEET_SHOWN = `${SHEET}?.querySelector("input")?.checkVisibility()`
const SCROLLER = 'document.querySelector("[data-virtuoso-scroller]")'
const WAIT_MS = 10_000

/** At the bottom of a phone's trade screen. */
export const BUY_BUTTON =
  '[...document.querySelectorAll("main button")].filter((one) => one.textContent.startsWith("Buy")).at(-1)'

/** Phone: Buy at the bottom → the ticket's sheet is in the page. Escape closes it again. */
const buy: Action = async (page, count) => {
  await page.waitFor(`${BUY_BUTTON} && !${SHEET}`, WAIT_MS)
  const spot = await middleOf(page, BUY_BUTTON)
  return repeat(count, async () => {
    const times = await tap(page, spot, SHEET_SHOWN)
    await page.waitFor(AMOUNT, WAIT_MS)
    await pressEscape(page)
    await page.waitFor(`!${SHEET}`, WAIT_MS)
    return times
  })
}

/** Desk: Buy or Sell above the ticket → it is the chosen one. */
const side: Action = async (page, count) => {
  const choice = (value: string) => `document.querySelector('[role=radiogroup] input[value="${value}"]')`
  const values = ["sell", "buy"]
  return repeat(count, async (turn) => {
    const wanted = choice(values[turn % 2] ?? "buy")
    return click(page, await middleOf(page, `${wanted}.closest("label")`), `${wanted}.checked`)
  })
}

/**
 * A price of the book → it stands in the ticket's field. From the far ends: where the market moves, what stood beside the
 * middle is another side's row, or the middle itself, before the press comes.
 */
const bookRow: Action = (page, count) =>
  repeat(count, async (turn) => {
    const [body, find] = turn % 2 === 0 ? ["at(-1)", "findLast"] : ["at(0)", "find"]
    const buttons = `[...[...document.querySelectorAll("section table")].find((one) => one.tBodies.length > 1).tBodies].${body}.querySelectorAll("button:not([disabled])")`
    const button = `[...${buttons}].${find}((one) => one.textContent.replace(/[^\\d.]/g, "") !== ${PRICE}.value && one.getBoundingClientRect().height > 0)`
    const before = await page.evaluate<string>(`${PRICE}.value`)
    return click(page, await middleOf(page, button), `${PRICE}.value !== ${json(before)}`)
  })

/** An interval above the chart → it is marked, and the chart has the bars of it. */
const interval: Action = (page, count) => {
  const wanted = ["5m", "15m"]
  // The first one fetches its bars, and so does each later one: how long that takes is the server's.
  return repeat(count, async (turn) => {
    const button = `document.querySelector('[data-interval="${wanted[turn % 2]}"]')`
    const times = await click(page, await middleOf(page, button), `${button}.ariaPressed === "true"`)
    await page.waitFor('/\\d/.test(document.querySelector("figure[aria-label]")?.ariaLabel ?? "")', WAIT_MS)
    return times
  })
}

/** Digits of a field before it is emptied again. */
const DIGITS = 5

/** A digit typed into the amount → it stands there. */
const type: Action = async (page, count) => {
  const times = await repeat(count, async (turn) => {
    const place = turn % DIGITS
    if (place === 0) await page.evaluate(`${AMOUNT}.focus(), ${AMOUNT}.select()`)
    const text = "12345".slice(0, place + 1)
    return typeDigit(page, text.at(-1) ?? "", `${AMOUNT}.value === ${json(text)}`)
  })
  await page.evaluate(`${AMOUNT}.blur()`)
  return times
}

const START_PX = 15
const DRAG_PX = 3

/** The line of the own order, held and moved by 3 px → its price at the axis is another one. Escape puts it back. */
const dragLine: Action = async (page, count) => {
  const label = 'document.querySelector("[data-line] button")'
  const price = 'document.querySelector("[data-line] span").textContent'
  await page.waitFor(label, WAIT_MS)
  const [x, y] = await middleOf(page, label)
  await point(page, [x, y])
  await hold(page, [x, y])
  // A drag begins a few px away: a hand that shakes moves nothing.
  let spot: Spot = [x, y - START_PX]
  await point(page, spot, true)
  const move = async (turn: number) => {
    const before = await page.evaluate<string>(price)
    // There and back again, so that it never leaves the chart.
    spot = [x, spot[1] + (turn % 10 < 5 ? DRAG_PX : -DRAG_PX)]
    return drag(page, spot, `${price} !== ${json(before)}`)
  }
  const times = await repeat(count, move)
  await pressEscape(page)
  await letGo(page, spot)
  return times
}

const WHEEL_PX = 84

/** The wheel over the market list → it stands elsewhere, and every row of its height is there. */
const scroll: Action = async (page, count) => {
  const spot = await middleOf(page, SCROLLER)
  return repeat(count, async (turn) => {
    await isStill(page)
    const before = await page.evaluate<number>(`${SCROLLER}.scrollTop`)
    const by = turn % 20 < 10 ? WHEEL_PX : -WHEEL_PX
    const isFull = `(() => {
      const box = ${SCROLLER}.getBoundingClientRect()
      const rows = [...${SCROLLER}.querySelectorAll("[data-market-row]")].map((one) => one.getBoundingClientRect())
      return rows.some(({ top }) => top <= box.top + 1) && rows.some(({ bottom }) => bottom >= box.bottom - 1)
    })()`
    return turnWheel(page, spot, { by, shows: `${SCROLLER}.scrollTop !== ${before} && ${isFull}` })
  })
}

/** A wheel's turn is played out over some frames: the next one begins when the list stands. */
const isStill = (page: Page) =>
  page.evaluate(`(async () => {
    for (let before = -1; before !== ${SCROLLER}.scrollTop; ) {
      before = ${SCROLLER}.scrollTop
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  })()`)

export const ACTIONS: Readonly<Record<ActionName, Action>> = {
  buy,
  side,
  "book-row": bookRow,
  interval,
  type,
  drag: dragLine,
  scroll,
}

/** The presses are spread over the data's rhythm, not bound to it. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 40))

async function repeat(count: number, one: (turn: number) => Promise<PressTimes>): Promise<PressTimes[]> {
  const all: PressTimes[] = []
  for (let turn = 0; turn < count; turn += 1) {
    await pause()
    all.push(await one(turn))
  }
  return all
}
