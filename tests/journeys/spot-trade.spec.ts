/** A visitor looks at a market: price, book, tape, chart; buying leads to the login. */

import {
  DESK,
  expect,
  expectToChange,
  PHONE,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
  watchComplaints,
} from "../support/journey.ts"

for (const viewport of [PHONE, SMALL_PHONE])
  test.describe(`spot trade at ${viewport.width}×${viewport.height}`, () => {
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
      const cells = page.getByRole("region", { name: "Order book" }).locator("tbody tr td:first-child button")
      await expect(cells.nth(8)).toBeVisible()
      for (let look = 0; look < 10; look += 1) {
        const prices = (await cells.allInnerTexts())
          .map((text) => Number(text.replaceAll(",", "")))
          .filter(Number.isFinite)
        const falling = prices.every((price, at) => at === 0 || price <= (prices[at - 1] ?? 0))
        expect(falling, prices.join(" ")).toBe(true)
        await expectToChange(() => page.getByRole("region", { name: "Trades" }).innerText())
      }
    })
  })

test.describe("spot trade on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("asks a visitor who wants to buy to log in, and back leads back", async ({ page, open }) => {
    await open("/pages/spot/trade?symbol=BTC_USDT")
    await page.getByRole("main").getByText("Buy BTC").click()
    await expect(page).toHaveURL(/#\/login/)
    await page.getByRole("button", { name: "Back" }).click()
    await expect(page).toHaveURL(/spot\/trade\?symbol=BTC_USDT/)
  })

  test("says so when there is no such market", async ({ page, open }) => {
    await open("/pages/spot/trade?symbol=NOPE_USDT")
    await expect(page.getByText(/no market called NOPE/)).toBeVisible()
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
