/** A visitor finds a market: list, search, sort, star, and on to its trade screen. */

import { DESK, expect, expectToChange, PHONE, test, watchComplaints } from "../support/journey.ts"

test.describe("the spot list on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("is reached from home in one tap and moves by itself", async ({ page, open }) => {
    const complaints = watchComplaints(page)
    await open("/")
    await expect(page.getByText("Practice money")).toBeVisible()
    await page.getByRole("navigation").getByRole("link", { name: "Markets" }).click()
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toBeVisible()
    await expectToChange(() => page.getByRole("main").innerText())
    expect(complaints).toEqual([])
  })

  test("finds by name, says when nothing fits, and shows all again", async ({ page, open }) => {
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "Search markets" }).click()
    const search = page.getByRole("searchbox")
    await search.fill("ethereum")
    await expect(page.getByRole("link", { name: "ETH/USDT" })).toBeVisible()
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toHaveCount(0)
    await search.fill("no such coin")
    await expect(page.getByText(/no market|nothing/i)).toBeVisible()
    await search.fill("")
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toBeVisible()
  })

  test("keeps a star across a reload", async ({ page, open }) => {
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "Add SOL/USDT to favourites" }).click()
    await page.reload()
    await page.getByRole("button", { name: "Favourites", exact: true }).click()
    await expect(page.getByRole("link", { name: "SOL/USDT" })).toBeVisible()
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toHaveCount(0)
  })
})

test.describe("the spot list on a desk", () => {
  test.use({ viewport: DESK })

  test("sorts by change both ways and leads to the trade screen", async ({ page, open }) => {
    await open("/pages/spot/index")
    await expect(page.getByRole("link", { name: "BTC/USDT" }).first()).toBeVisible()
    // The fourth column is the change; figures go on moving while one reads, so neighbours may differ by a hair.
    const changes = async () => {
      const texts = await page.locator("tbody tr td:nth-child(4)").allInnerTexts()
      return texts.map((text) => Number(text.replace("−", "-").replace(/[^\d.-]/g, "")))
    }
    const isSorted = (values: number[], direction: 1 | -1) =>
      values.length > 5 &&
      values.every((value, at) => at === 0 || (value - (values[at - 1] ?? 0)) * direction >= -0.1)
    const head = page.getByRole("button", { name: /24 h change/ })
    await head.click()
    await expect.poll(async () => isSorted(await changes(), -1)).toBe(true)
    await head.click()
    await expect.poll(async () => isSorted(await changes(), 1)).toBe(true)
    await page.locator("tbody tr").first().getByRole("link").last().click()
    await expect(page).toHaveURL(/spot\/trade\?symbol=/)
  })
})

test.describe("the lists of contracts on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("tell the terms, remember chip and row, and lead to the candles", async ({ page, open }) => {
    const complaints = watchComplaints(page)
    await open("/pages/spot/index")
    await page.getByRole("tab", { name: "Contract", exact: true }).click()
    const bitcoin = page.getByRole("tabpanel").locator("[data-index]", { hasText: "BTC/USDT" })
    await expect(bitcoin).toContainText("125×")
    await expect(bitcoin).toContainText(/Mark \d[\d,.]+/)
    await expect(bitcoin).toContainText(/Funding [+−]?\d\.\d{4}\s% \d\d:\d\d:\d\d/)
    // The time left to the funding runs.
    await expectToChange(async () => /\d\d:\d\d:\d\d/.exec(await bitcoin.innerText())?.[0] ?? "")

    await page.getByRole("button", { name: "Losers" }).click()
    await expect(page.getByRole("button", { name: "Losers" })).toHaveAttribute("aria-pressed", "true")
    await page.getByRole("button", { name: "All", exact: true }).click()
    await expect(bitcoin).toBeVisible()
    await page.getByTestId("virtuoso-scroller").evaluate((box) => box.scrollTo(0, 600))
    const rows = page.getByRole("tabpanel").locator("[data-index]")
    await expect(bitcoin).toHaveCount(0)
    const top = await rows.first().getAttribute("data-index")

    await page.getByRole("tab", { name: "Second contract" }).click()
    await expect(page).toHaveURL(/option\/index/)
    await expect(bitcoin).toContainText("30 · 60 · 120 · 300 s")
    await expect(bitcoin).toContainText(/Highest payout 85\s%/)

    await page.getByRole("tab", { name: "Contract", exact: true }).click()
    await expect(page).toHaveURL(/contract\/index/)
    await expect.poll(() => rows.first().getAttribute("data-index")).toBe(top)
    await page.getByTestId("virtuoso-scroller").evaluate((box) => box.scrollTo(0, 0))
    await page.getByRole("link", { name: "BTC/USDT" }).click()
    await expect(page).toHaveURL(/kline\/index\?symbol=BTC_USDT_PERP/)
    expect(complaints).toEqual([])
  })
})

test.describe("the list of contracts on a desk", () => {
  test.use({ viewport: DESK })

  test("counts funding down and is walked by keys from kind to kind", async ({ page, open }) => {
    await open("/pages/contract/index")
    await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toContainText(/\d\d:\d\d:\d\d/)
    for (const head of ["Last", "Mark", "Funding", "Funding in", "Turnover"])
      await expect(page.getByRole("columnheader", { name: head, exact: true })).toBeVisible()
    await page.getByRole("tab", { name: "Contract", exact: true }).focus()
    await page.keyboard.press("ArrowRight")
    await expect(page).toHaveURL(/option\/index/)
    await expect(page.getByRole("tab", { name: "Second contract" })).toBeFocused()
    await expect(page.getByRole("columnheader", { name: "Highest payout" })).toBeVisible()
    await page
      .getByRole("row", { name: /BTC\/USDT/ })
      .getByRole("link", { name: "Chart BTC/USDT" })
      .click()
    await expect(page).toHaveURL(/kline\/index\?symbol=BTC_USDT_SEC/)
  })
})
