/** A visitor finds a market: list, search, sort, star, and on to its trade screen. */

import {
  DESK,
  expect,
  expectToChange,
  PHONE,
  sidewaysOverflow,
  test,
  watchComplaints,
} from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { WHOLE } from "../support/setups.ts"

test.use({ setup: WHOLE })

test.describe("the spot list on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("is reached from home in one tap and moves by itself @verify", async ({ page, open }) => {
    const complaints = watchComplaints(page)
    await open("/")
    await expect(page.getByText("Practice money", { exact: true })).toBeVisible()
    await page.getByRole("navigation").getByRole("link", { name: "Markets" }).click()
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toBeVisible()
    await expectToChange(() => page.getByRole("main").innerText())
    expect(complaints).toEqual([])
  })

  test("finds by name, says when nothing fits, and shows all again @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "Search markets" }).click()
    const search = page.getByRole("searchbox")
    await search.fill("ethereum")
    await expect(page.getByRole("link", { name: "ETH/USDT" })).toBeVisible()
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toHaveCount(0)
    await search.fill("no such coin")
    await expect(page.getByText(/No results for/i).locator("mark")).toHaveText("no such coin")
    await search.fill("")
    await expect(page.getByRole("link", { name: "BTC/USDT" })).toBeVisible()
  })

  test("is a map by a tap, and a tile leads to its market @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "Map" }).tap()
    const tiles = page.getByRole("list", { name: "Markets by turnover" }).getByRole("link")
    await expect(tiles.first()).toBeVisible()
    expect(await sidewaysOverflow(page)).toBe(0)
    const href = await tiles.first().getAttribute("href")
    await tiles.first().tap()
    await expect(page).toHaveURL(new RegExp(`${href?.replace(/^.*#/, "").replace("?", "\\?")}$`))
  })

  test("keeps a star across a reload @verify", async ({ page, open }) => {
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

  test("tell the terms, remember chip and row, and lead to the candles @verify", async ({ page, open }) => {
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
    await expect(bitcoin).toContainText(/Max. payout 85\s%/)

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

  test("counts funding down and is walked by keys from kind to kind @verify", async ({ page, open }) => {
    await open("/pages/contract/index")
    await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toContainText(/\d\d:\d\d:\d\d/)
    for (const head of ["Last", "Mark", "Funding", "Funding in", "Turnover USDT"])
      await expect(page.getByRole("columnheader", { name: head, exact: true })).toBeVisible()
    await page.getByRole("tab", { name: "Contract", exact: true }).focus()
    await page.keyboard.press("ArrowRight")
    await expect(page).toHaveURL(/option\/index/)
    await expect(page.getByRole("tab", { name: "Second contract" })).toBeFocused()
    await expect(page.getByRole("columnheader", { name: "Max. payout" })).toBeVisible()
    await page
      .getByRole("row", { name: /BTC\/USDT/ })
      .getByRole("link", { name: "Chart BTC/USDT" })
      .click()
    await expect(page).toHaveURL(/kline\/index\?symbol=BTC_USDT_SEC/)
  })
})

test.describe("the other views of the markets", () => {
  test.use({ viewport: DESK })

  test("a map by turnover is walked by keys and leads to a market, which the list then has as recent", async ({
    page,
    open,
  }) => {
    const complaints = watchComplaints(page)
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "Map" }).click()
    const tiles = page.getByRole("list", { name: "Markets by turnover" })
    const bitcoin = tiles.getByRole("link", { name: /^BTC\/USDT: .*%.* in 24 h, turnover \d.* USDT/ })
    await expect(bitcoin).toBeVisible()
    const areas = await tiles
      .getByRole("listitem")
      .evaluateAll((items) => items.map((item) => item.clientWidth * item.clientHeight))
    expect(areas.length).toBeGreaterThan(20)
    expect(areas[0]).toBe(Math.max(...areas))
    await expectAccessible(page, "map")
    await tiles.focus()
    await expect(tiles.getByRole("link").first()).toBeFocused()
    await page.keyboard.press("ArrowRight")
    await expect(tiles.getByRole("link").first()).not.toBeFocused()
    const symbol = await page.evaluate(
      () => (document.activeElement as HTMLAnchorElement).href.split("symbol=")[1],
    )
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(new RegExp(`spot/trade\\?symbol=${symbol}`))
    await expect(page.getByRole("heading", { name: String(symbol).replace("_", "/") }).first()).toBeAttached()
    await page.goBack()
    await page.getByRole("button", { name: "List", exact: true }).click()
    await page.getByRole("button", { name: "Recent", exact: true }).click()
    await expect(page.locator("tbody a[data-market]")).toHaveCount(1)
    await expect(page.locator("tbody a[data-market]")).toHaveAttribute("data-market", String(symbol))
    expect(complaints).toEqual([])
  })

  test("funding of all contracts stands side by side and sorts @verify", async ({ page, open }) => {
    await open("/pages/contract/index")
    await page.getByRole("button", { name: "Funding rates" }).click()
    const rows = page.getByRole("row")
    await expect(rows.filter({ hasText: "BTC/USDT" })).toContainText(
      /[+−]?\d\.\d{4}\s%.*\d\d:\d\d:\d\d.*%.*USDT/,
    )
    expect(await rows.count()).toBe(26)
    await page.getByRole("button", { name: "Contract", exact: true }).click()
    await expect(page.getByRole("columnheader", { name: "Contract" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    )
    await expect(rows.nth(1)).toContainText("1000BONK/USDT")
    await expectAccessible(page, "funding")
  })
})

test.describe("every list", () => {
  test.use({ viewport: DESK })

  test("sorts by each column it can sort by, and says so to screen readers @verify", async ({
    page,
    open,
  }) => {
    for (const path of ["/pages/spot/index", "/pages/contract/index", "/pages/option/index"]) {
      await open(path)
      await expect(page.getByRole("row", { name: /BTC\/USDT/ }).first()).toBeVisible()
      const heads = page.getByRole("columnheader").filter({ has: page.getByRole("button") })
      for (const head of await heads.all()) {
        await head.getByRole("button").click()
        await expect(head).toHaveAttribute("aria-sort", /ascending|descending/)
        const before = (await head.getAttribute("aria-sort")) ?? ""
        await head.getByRole("button").click()
        await expect(head).not.toHaveAttribute("aria-sort", before)
        await expect(page.locator('th[aria-sort="ascending"], th[aria-sort="descending"]')).toHaveCount(1)
      }
      expect(await heads.count()).toBeGreaterThanOrEqual(6)
    }
  })

  test("holds its order while the mouse is on it, and goes on when it leaves @verify", async ({
    page,
    open,
  }) => {
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "24 h change" }).click()
    const rows = page.locator("tbody tr")
    await rows.nth(2).hover()
    await expect(page.getByTitle(/The order of this list is paused/)).toBeVisible()
    const order = () =>
      page.locator("tbody a[data-market]").evaluateAll((links) => links.map((a) => a.textContent))
    const before = await order()
    const prices = () => page.locator("tbody td:nth-child(3)").allInnerTexts()
    // Figures go on changing; the rows stay where they are.
    for (let changes = 0; changes < 5; changes += 1) await expectToChange(async () => (await prices()).join())
    expect(await order()).toEqual(before)
    await page.mouse.move(700, 40)
    await expect(page.getByTitle(/The order of this list is paused/)).toHaveCount(0)
  })

  test("is walked with the arrow keys from the search down to its end @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toBeVisible()
    await page.getByRole("button", { name: "Pair" }).click()
    const links = page.locator("tbody a[data-market]")
    // The rows take their new order with the next frame; a key before it would go to a row that then moves.
    await expect(links.first()).toHaveAttribute("data-market", "AAVE_USDT")
    const search = page.getByRole("searchbox")
    await search.focus()
    await page.keyboard.press("ArrowDown")
    await expect(links.first()).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press("End")
    await expect(page.locator('tbody a[data-market="XRP_USDT"]')).toBeFocused()
    await page.keyboard.press("Home")
    await expect(page.locator('tbody a[data-market="AAVE_USDT"]')).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(page).toHaveURL(/spot\/trade\?symbol=AAVE_USDT/)
  })

  test("lists what is new with its date, the latest first @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    await page.getByRole("button", { name: "New", exact: true }).click()
    await expect(page.getByRole("columnheader", { name: "Listed" })).toHaveAttribute(
      "aria-sort",
      "descending",
    )
    await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toHaveCount(0)
    const dates = await page.locator("tbody td", { hasText: /\d{4}$/ }).allInnerTexts()
    expect(dates.length).toBeGreaterThan(0)
    const times = dates.map((text) => Date.parse(text))
    expect(times).toEqual([...times].sort((one, other) => other - one))
  })

  test("tells turnovers in one currency, whatever a market is quoted in @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    await page.getByRole("searchbox").fill("eth/btc")
    const row = page.getByRole("row", { name: /ETH\/BTC/ })
    // Some hundreds of bitcoin a day: as plain numbers they would be far below every dollar market.
    await expect(row.locator("td").nth(5)).toHaveText(/\d\sM$/)
    await expect(row.locator("td").nth(5).locator("span")).toHaveAttribute("title", /BTC$/)
  })
})

test.describe("what was left", () => {
  test.use({ viewport: DESK })

  test("is found again: chip, order, search and row, by going back and after a reload @verify", async ({
    page,
    open,
  }) => {
    await open("/pages/spot/index")
    const all = page.getByRole("button", { name: /^All/ })
    await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toBeVisible()
    await page.getByRole("button", { name: "Pair" }).click()
    await page.getByTestId("virtuoso-scroller").evaluate((box) => box.scrollTo(0, 800))
    await expect(page.locator('tbody a[data-market="AAVE_USDT"]')).toHaveCount(0)
    const first = () =>
      page.getByTestId("virtuoso-item-list").locator("tr").first().getAttribute("data-index")
    const top = await first()
    await page.getByRole("navigation").getByRole("link", { name: "Assets" }).click()
    await expect(page).toHaveURL(/assets/)
    await page.goBack()
    await expect(all).toHaveAttribute("aria-pressed", "true")
    await expect(page.getByRole("columnheader", { name: "Pair" })).toHaveAttribute("aria-sort", "ascending")
    await expect.poll(first).toBe(top)

    await page.getByRole("searchbox").fill("bitcoin")
    await page
      .getByRole("row", { name: /BCH\/USDT/ })
      .getByRole("link", { name: "Trade" })
      .click()
    await expect(page).toHaveURL(/BCH_USDT/)
    await page.goBack()
    await expect(page.getByRole("searchbox")).toHaveValue("bitcoin")
    await expect(page.getByRole("row", { name: /BCH\/USDT/ })).toBeVisible()
    await page.reload()
    await expect(page.getByRole("searchbox")).toHaveValue("bitcoin")
  })

  test("of the kinds is where Markets leads back to @verify", async ({ page, open }) => {
    await open("/pages/option/index")
    await expect(page.getByRole("row", { name: /BTC\/USDT/ })).toBeVisible()
    await page.getByRole("navigation").getByRole("link", { name: "Assets" }).click()
    await expect(page).toHaveURL(/assets/)
    await page.getByRole("navigation").getByRole("link", { name: "Markets" }).click()
    await expect(page).toHaveURL(/option\/index/)
  })

  test("a search leads on to the kind that has it @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    await page.getByRole("searchbox").fill("1000pepe")
    await page.getByRole("button", { name: "Contract (1)" }).click()
    await expect(page).toHaveURL(/contract\/index/)
    await expect(page.getByRole("searchbox")).toHaveValue("1000pepe")
    await expect(page.getByRole("row", { name: /1000PEPE\/USDT/ })).toBeVisible()
  })
})

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true })

  test("the list stands in two columns, and the arrow keys know both @verify", async ({ page, open }) => {
    await open("/pages/spot/index")
    const links = page.locator("a[data-market]")
    await expect(links.nth(3)).toBeVisible()
    const boxes = await Promise.all([0, 1, 2].map((at) => links.nth(at).boundingBox()))
    const [one, two, three] = boxes
    expect(one?.y).toBe(two?.y)
    expect(two?.x ?? 0).toBeGreaterThan(384)
    expect(three?.x).toBe(one?.x)
    await links.first().focus()
    await page.keyboard.press("ArrowRight")
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press("ArrowDown")
    await expect(links.nth(3)).toBeFocused()
    // With the shift key they lead to the star beside.
    const fourth = await links.nth(3).getAttribute("data-market")
    await page.keyboard.press("Shift+ArrowLeft")
    const star = page.getByRole("button", { name: `Add ${fourth?.replace("_", "/")} to favourites` })
    await expect(star).toBeFocused()
    expect(await sidewaysOverflow(page)).toBe(0)
  })
})
