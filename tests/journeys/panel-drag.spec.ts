/** Somebody drags the panels of their desk to other places by the mouse, sizes them, and has them so in a named layout. */

import type { Page } from "@playwright/test"
import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newTrader, openAs } from "../support/page-trader.ts"
import { fingersOn } from "../support/touch.ts"

test.use({ viewport: DESK })

type Name = "list" | "chart" | "orders" | "book" | "tape" | "ticket"
const panel = (page: Page, name: Name) => page.locator(`[data-desk-panel=${name}]`)
const mark = (page: Page) => page.locator("[data-drop-mark]")
const news = (page: Page) => page.locator("[data-panel-news]")

async function boxOf(page: Page, name: Name) {
  const box = await panel(page, name).boundingBox()
  if (!box) throw new Error(`no ${name}`)
  return box
}

/** A notice that comes or goes moves the whole desk: a press then would miss the head that was measured before. */
async function restingBoxOf(page: Page, name: Name) {
  let box = await boxOf(page, name)
  const rests = async () => {
    const before = box
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
    box = await boxOf(page, name)
    return before.x === box.x && before.y === box.y && before.height === box.height
  }
  await expect.poll(rests, { message: `${name} rests` }).toBe(true)
  return box
}

/** Takes the panel by the grip at its upper edge; the pointer is then over another, at a share of its width and height. */
async function pull(page: Page, name: Name, over: Name, [right, down]: readonly [number, number]) {
  const from = await restingBoxOf(page, name)
  const to = await boxOf(page, over)
  await page.mouse.move(from.x + from.width / 2, from.y + 4)
  await page.mouse.down()
  const x = to.x + to.width * right
  const y = to.y + to.height * down
  await page.mouse.move((from.x + x) / 2, (from.y + y) / 2, { steps: 4 })
  // The code for it comes with the first press: the hand moves on until it is there.
  const seen = async () => {
    await page.mouse.move(x + 1, y)
    await page.mouse.move(x, y)
    return await mark(page).count()
  }
  await expect.poll(seen, { message: `${name} is carried over ${over}` }).toBe(1)
}

const columns = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem("saker:desk") ?? "{}") as { columns?: string[][] }).columns,
  )

test("a panel is dragged beside, above and out of others, Esc puts it back, and a named layout keeps places and sizes", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  await openAs(page, await newTrader(saker.url))
  await open("/pages/spot/trade?symbol=BTC_USDT")
  await expect(panel(page, "book").getByRole("row").nth(6)).toBeVisible()

  // Picked up, marked, and put back: nothing is kept.
  await pull(page, "tape", "list", [0.5, 0.8])
  await expect(mark(page)).toBeVisible()
  await expect(news(page)).toHaveText("Trades picked up. Esc puts it back.")
  const offHalf = async () => {
    const [list, marked] = [await boxOf(page, "list"), await mark(page).boundingBox()]
    return Math.abs((marked?.y ?? 0) - list.y - list.height / 2)
  }
  await expect.poll(offHalf).toBeLessThan(2)
  // It follows a desk that moves under a pointer that rests.
  await page.evaluate(() => {
    document.body.style.paddingTop = "40px"
  })
  await expect.poll(offHalf).toBeLessThan(2)
  await page.evaluate(() => {
    document.body.style.paddingTop = ""
  })
  await page.keyboard.press("Escape")
  await page.mouse.up()
  await expect(mark(page)).toHaveCount(0)
  await expect(news(page)).toHaveText("Trades is back in its place.")
  expect(await columns(page)).toBeUndefined()

  // Below the list of markets.
  await pull(page, "tape", "list", [0.5, 0.8])
  await page.mouse.up()
  await expect
    .poll(() => columns(page))
    .toEqual([["list", "tape"], ["chart", "orders"], ["book"], ["ticket"]])
  await expect(news(page)).toHaveText("Trades is in column 1 of 4.")
  await expect(panel(page, "tape").getByRole("row").nth(3)).toBeVisible()
  expect((await boxOf(page, "tape")).y).toBeGreaterThan((await boxOf(page, "list")).y)

  // By its title, into a column of its own at the far right.
  const title = await panel(page, "tape").getByText("Trades").boundingBox()
  if (!title) throw new Error("no title")
  const ticket = await boxOf(page, "ticket")
  await page.mouse.move(title.x + 4, title.y + title.height / 2)
  await page.mouse.down()
  await page.mouse.move(ticket.x + ticket.width - 8, ticket.y + 200, { steps: 6 })
  await expect(mark(page)).toBeVisible()
  await page.mouse.up()
  await expect
    .poll(() => columns(page))
    .toEqual([["list"], ["chart", "orders"], ["book"], ["ticket"], ["tape"]])

  // On itself, and where a control is taken instead, nothing moves.
  const search = await panel(page, "list").getByRole("searchbox").boundingBox()
  if (!search) throw new Error("no search")
  await page.mouse.move(search.x + 40, search.y + 8)
  await page.mouse.down()
  await page.mouse.move(ticket.x, ticket.y + 100, { steps: 4 })
  await expect(mark(page)).toHaveCount(0)
  await page.mouse.up()
  expect(await columns(page)).toHaveLength(5)

  // Sized by the line between two panels.
  const book = await boxOf(page, "book")
  await page.mouse.move(book.x, book.y + 300)
  await page.mouse.down()
  await page.mouse.move(book.x - 60, book.y + 300, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await boxOf(page, "book")).width).toBeGreaterThan(book.width + 40)
  await expectAccessible(page, "a desk whose panels were dragged")

  await page.getByRole("button", { name: "Arrange desk" }).click()
  const sheet = page.getByRole("dialog", { name: "Arrange desk" })
  await sheet.getByLabel("Layout name").fill("Dragged")
  await sheet.getByRole("button", { name: "Save", exact: true }).click()
  await sheet.getByRole("button", { name: "Standard" }).click()
  await expect.poll(() => columns(page)).toEqual([])
  await sheet.getByRole("button", { name: "Use layout Dragged" }).click()
  await page.keyboard.press("Escape")
  await expect(panel(page, "tape").getByRole("row").nth(3)).toBeVisible()
  const wide = (await boxOf(page, "book")).width
  expect(wide).toBeGreaterThan(book.width + 40)
  await page.reload()
  await expect(panel(page, "book").getByRole("row").nth(6)).toBeVisible()
  await expect.poll(async () => Math.abs((await boxOf(page, "book")).width - wide)).toBeLessThan(3)
  expect(complaints).toEqual([])
})

test.describe("under a finger", () => {
  test.use({ hasTouch: true })

  test("a head scrolls while the finger moves, and is carried once it has rested @verify", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const fingers = await fingersOn(page)
    await openAs(page, await newTrader(saker.url))
    await open("/pages/spot/trade?symbol=BTC_USDT")
    await expect(panel(page, "book").getByRole("row").nth(6)).toBeVisible()
    const [tape, list] = [await boxOf(page, "tape"), await boxOf(page, "list")]
    const grip = [tape.x + tape.width / 2, tape.y + 12] as const
    const below = [list.x + list.width / 2, list.y + list.height * 0.8] as const

    await fingers.drag(grip, below)
    expect(await columns(page)).toBeUndefined()

    await fingers.down(grip)
    await expect(news(page)).toHaveText("Trades picked up. Esc puts it back.")
    await fingers.move([(grip[0] + below[0]) / 2, below[1]])
    await fingers.move(below)
    await expect(mark(page)).toBeVisible()
    await fingers.up()
    await expect
      .poll(() => columns(page))
      .toEqual([["list", "tape"], ["chart", "orders"], ["book"], ["ticket"]])
    await expect(news(page)).toHaveText("Trades is in column 1 of 4.")
    expect(complaints).toEqual([])
  })
})
