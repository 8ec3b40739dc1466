/** A visitor looks at a market: price, book, tape, chart; buying leads to the login. */

import type { Locator, Page } from "@playwright/test"
import {
  DESK,
  expect,
  expectToChange,
  PHONE,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
  verifyUnless,
  watchComplaints,
} from "../support/journey.ts"
import { fingersOn, type Point } from "../support/touch.ts"

for (const viewport of [PHONE, SMALL_PHONE])
  test.describe(`spot trade at ${viewport.width}×${viewport.height}${verifyUnless(viewport === PHONE)}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true })

    test("shows price, book, trades and both actions without scrolling", async ({ page, open }) => {
      const complaints = watchComplaints(page)
      await open("/pages/spot/trade?symbol=BTC_USDT")
      await expect(page.getByRole("region", { name: "Order book" }).getByRole("row").nth(6)).toBeVisible()
      await expectToChange(() => page.getByRole("region", { name: "Order book" }).innerText())
      for (const name of ["Buy BTC", "Sell BTC"]) {
        const box = await page.getByRole("main").getByText(name).boundingBox()
        expect(box && box.y + box.height).toBeLessThanOrEqual(viewport.height)
      }
      expect(await sidewaysOverflow(page)).toBe(0)
      await expect(page).toHaveTitle(/\d.*BTC\/USDT/)
      expect(complaints).toEqual([])
    })

    test("keeps its book right: asks above bids, best in the middle, no row twice", async ({
      page,
      open,
    }) => {
      await open("/pages/spot/trade?symbol=ETH_USDT")
      const book = page.getByRole("region", { name: "Order book" })
      await expect(levels(page).nth(8)).toBeVisible()
      for (let look = 0; look < 10; look += 1) {
        const prices = await shownPrices(book)
        expect(prices.length).toBeGreaterThan(8)
        const falling = prices.every((price, at) => at === 0 || price <= (prices[at - 1] ?? 0))
        expect(falling, prices.join(" ")).toBe(true)
        await expectToChange(() => page.getByRole("region", { name: "Trades" }).innerText())
      }
    })
  })

test.describe("spot trade on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("asks a visitor who wants to buy to log in, and back leads back @verify", async ({ page, open }) => {
    await open("/pages/spot/trade?symbol=BTC_USDT")
    await page.getByRole("main").getByText("Buy BTC").click()
    await expect(page).toHaveURL(/#\/login/)
    await page.getByRole("button", { name: "Back" }).click()
    await expect(page).toHaveURL(/spot\/trade\?symbol=BTC_USDT/)
  })

  test("says so when there is no such market @verify", async ({ page, open }) => {
    await open("/pages/spot/trade?symbol=NOPE_USDT")
    await expect(page.getByText("Market NOPE/USDT doesn’t exist.")).toBeVisible()
    await expect(page.getByRole("main").getByRole("link", { name: "Select market" })).toBeVisible()
  })
})

const levels = (page: Page) =>
  page.getByRole("region", { name: "Order book" }).locator("tbody tr td:first-child button[tabindex]")

/**
 * The prices of all rows from the top. Found and read in one turn of the page: `allInnerTexts` and `evaluateAll` find in
 * one turn and read in the next, and a row that left the book in between still says its old price.
 */
const shownPrices = (book: Locator): Promise<number[]> =>
  book.evaluate((panel) =>
    [...panel.querySelectorAll<HTMLElement>("tbody tr td:first-child button[tabindex]")].map((cell) =>
      Number(cell.innerText.replaceAll(",", "")),
    ),
  )

/** The middle of a level's row, counted from the top; from the bottom when negative. Found and read in one turn, too. */
async function rowMiddle(page: Page, at: number): Promise<Point> {
  await expect(levels(page).nth(at)).toBeEnabled()
  return await page.getByRole("region", { name: "Order book" }).evaluate((book, place) => {
    const all = [...book.querySelectorAll("tbody tr td:first-child button[tabindex]")]
    const row = all.at(place)?.closest("tr")?.getBoundingClientRect()
    if (!row) throw new Error(`no row ${place}`)
    return [row.x + row.width / 2, row.y + row.height / 2] as const
  }, at)
}

/** The middle of a level's row that nothing covers, with another level of its side under it: the book's middle moves. */
const aboveItsLike = (page: Page): Promise<Point> =>
  page.getByRole("region", { name: "Order book" }).evaluate((book) => {
    for (const side of book.querySelectorAll("tbody")) {
      const middles = [...side.rows]
        .filter((row) => row.querySelector("button[tabindex]"))
        .map((row) => row.getBoundingClientRect())
        .map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const)
      const open = middles.map(([x, y]) => side.contains(document.elementFromPoint(x, y)))
      const found = middles.find((_, at) => open[at] && open[at + 1])
      if (found) return found
    }
    throw new Error("no side of the book shows two levels")
  })

test.describe("a finger on the book", () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true })

  test("magnifies its row above itself, slides to another, and lifting takes that price", async ({
    page,
    open,
  }) => {
    await open("/pages/spot/trade?symbol=BTC_USDT")
    const fingers = await fingersOn(page)
    const magnified = page.locator("[data-magnified]")
    const first = await rowMiddle(page, 2)
    await fingers.down(first)
    await expect(magnified).toHaveAttribute("data-magnified", "sell")
    const box = await magnified.boundingBox()
    expect(box?.height).toBe(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(first[1] - 12)
    const before = await magnified.innerText()
    await fingers.move(await rowMiddle(page, -2))
    await expect(magnified).toHaveAttribute("data-magnified", "buy")
    const after = await magnified.innerText()
    expect(after).not.toBe(before)
    await fingers.up()
    await expect(magnified).toHaveCount(0)
    const price = after.split("\n")[1]?.replaceAll(",", "")
    const taken = page.getByRole("region", { name: "Buy BTC" }).getByRole("status")
    await expect(taken).toHaveText(/\d/)
    expect(Number((await taken.innerText()).replaceAll(",", ""))).toBe(Number(price))
  })

  test("slid out, it takes nothing @verify", async ({ page, open }) => {
    await open("/pages/spot/trade?symbol=BTC_USDT")
    const fingers = await fingersOn(page)
    const magnified = page.locator("[data-magnified]")
    const first = await rowMiddle(page, 2)
    await fingers.down(first)
    await expect(magnified).toHaveCount(1)
    await fingers.move([700, first[1] - 40])
    await expect(magnified).toHaveCount(0)
    await fingers.up()
    await expect(page.getByText("Tap a price in the book")).toBeVisible()
  })

  test("a tap takes its row @verify", async ({ page, open }) => {
    await open("/pages/spot/trade?symbol=BTC_USDT")
    const [x, y] = await rowMiddle(page, 3)
    await page.touchscreen.tap(x, y)
    // An ask: it is joined by a sale.
    await expect(page.getByRole("region", { name: "Sell BTC" }).getByRole("status")).toHaveText(/\d/)
  })
})

test.describe("a finger on a book in a page that scrolls", () => {
  test.use({ viewport: { width: 360, height: 512 }, hasTouch: true, isMobile: true })

  test("scrolls it when it moves at once, and chooses when it has rested @verify", async ({ page, open }) => {
    await open("/pages/spot/trade?symbol=BTC_USDT")
    await page.evaluate(() => {
      // Lower than any phone: the book doesn't fit.
      document.documentElement.style.setProperty("--row-book", "2.5rem")
    })
    const fingers = await fingersOn(page)
    const scrolled = () =>
      page.getByRole("region", { name: "Order book" }).evaluate((book) => {
        let top = 0
        for (let place = book.parentElement; place; place = place.parentElement) top += place.scrollTop
        return top
      })
    const from = await rowMiddle(page, 1)
    await fingers.drag(from, [from[0], from[1] - 90])
    await expect.poll(scrolled).toBeGreaterThan(20)
    await expect(page).toHaveURL(/spot\/trade/)
    // A finger that comes down on a page that still glides only stops it.
    let before = -1
    await expect
      .poll(
        async () => {
          const now = await scrolled()
          const stands = now === before
          before = now
          return stands
        },
        { intervals: [200] },
      )
      .toBe(true)
    // A page too busy to answer a finger for 200 ms is scrolled by the browser without being asked: then it rests once more.
    await expect(async () => {
      const there = await scrolled()
      const rested = await aboveItsLike(page)
      await fingers.down(rested)
      try {
        await expect(page.locator("[data-magnified]")).toHaveCount(1, { timeout: 5_000 })
        await page.waitForTimeout(250)
        await fingers.move([rested[0], rested[1] + 20])
        await fingers.move([rested[0], rested[1] + 40])
        await expect(page.locator("[data-magnified]")).toHaveCount(1, { timeout: 5_000 })
        expect(await scrolled()).toBe(there)
      } catch (error) {
        await fingers.cancel()
        throw error
      }
    }).toPass({ timeout: 60_000 })
    await fingers.up()
    await expect(page).toHaveURL(/#\/login/)
  })
})

test.describe("spot trade on a desk", () => {
  test.use({ viewport: DESK })

  test("has list, chart, book, trades and the ticket's place on one screen", async ({ page, open }) => {
    const complaints = watchComplaints(page)
    await open("/pages/spot/trade?symbol=BTC_USDT")
    for (const name of ["Order book", "Trades", "Chart"])
      await expect(page.getByRole("region", { name })).toBeInViewport()
    await expect(page.locator("canvas").first()).toBeVisible()
    await expect(page.getByRole("main").getByText("Log in").first()).toBeVisible()
    expect(await sidewaysOverflow(page)).toBe(0)
    expect(complaints).toEqual([])
  })
})
