/** A visitor opens the door: whose platform it is, what is new, what the markets do, and figures that are true. */

import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "@playwright/test"
import {
  DESK,
  expect,
  expectToChange,
  PHONE,
  SMALL_PHONE,
  sidewaysOverflow,
  test,
} from "../support/journey.ts"
import { expectAccessible, lookName, looksAt, putOn } from "../support/looks.ts"
import { startSaker } from "../support/saker-process.ts"
import { SMALL, WHOLE } from "../support/setups.ts"

test.use({ setup: WHOLE })

/** Adds up what moved on its own, from the first paint on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifted: number }).shifted += entry.value
    }).observe({ type: "layout-shift", buffered: true })
  })
const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted)

/** "−3.21 %" is −3.21. */
const percent = (text: string) => Number(text.replace("−", "-").replace(/[^\d.-]/g, ""))
const changesOf = async (page: Page, board: string) =>
  (await page.getByRole("region", { name: board, exact: true }).getByRole("link").allInnerTexts()).map(
    (text) => percent(/[+−]?[\d.]+\s*%/.exec(text)?.[0] ?? ""),
  )

test.describe("home on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("the notice comes first and leads to its article @verify", async ({ page, open, saker }) => {
    const answer = await page.request.get(`${saker.url}/index/gonggao`)
    const [newest] = (await answer.json()).data.rows as { id: string; title: string }[]
    await open("/")
    const notice = page.getByRole("main").getByRole("link").first()
    await expect(notice).toHaveText(newest?.title ?? "")
    await notice.click()
    await expect(page).toHaveURL(new RegExp(`article/detail\\?id=${newest?.id}$`))
  })

  test("boards are tabs whose figures live, and each leads to its market", async ({ page, open }) => {
    await open("/")
    await expect(page.getByRole("tab", { name: "Turnover" })).toHaveAttribute("aria-selected", "true")
    const rows = page.getByRole("tabpanel").getByRole("link")
    await expect(rows).toHaveCount(8)
    // Which of the large ones is first, the day decides.
    await expect(rows.first()).toContainText(/(BTC|ETH|SOL)\/USDT/)
    await expectToChange(() => page.getByRole("tabpanel").innerText())
    await page.getByRole("tab", { name: "Losers" }).click()
    await expect(rows.first()).toContainText(/−\d+\.\d\d/)
    await rows.first().click()
    await expect(page).toHaveURL(/spot\/trade\?symbol=[A-Z0-9]+_[A-Z]+$/)
  })

  test("whoever has stars sees them first, contracts named as such @verify", async ({ page, open }) => {
    await page.addInitScript(() =>
      localStorage.setItem("saker:favourites", JSON.stringify(["ETH_USDT", "BTC_USDT_PERP"])),
    )
    await open("/")
    const rows = page.getByRole("tabpanel").getByRole("link")
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText("Contract")
    await expect(rows.nth(1)).toContainText(/\d/)
    await rows.nth(1).click()
    await expect(page).toHaveURL(/symbol=BTC_USDT_PERP/)
  })

  test("without stars the watch list says what it is for @verify", async ({ page, open }) => {
    await open("/")
    await page.getByRole("tab", { name: "Favourites" }).click()
    await expect(page.getByText("Markets you star appear here.")).toBeVisible()
  })

  test("the figures are the server's, and go on while they are seen @verify", async ({
    page,
    open,
    saker,
  }) => {
    await open("/")
    const figures = page.getByRole("region", { name: "Exchange statistics" })
    const { markets } = (await (await page.request.get(`${saker.url}/index/index`)).json()).data
    await expect(figures).toContainText(`${markets.spot}`)
    await expect(figures).toContainText(/\d[\d.]*\sB USDT/)
    // No regions are set: none are claimed.
    await expect(figures).not.toContainText("Regions")
    await figures.scrollIntoViewIfNeeded()
    await page.waitForResponse(/index\/index/)
    await page.waitForResponse(/index\/index/)
  })
})

for (const look of looksAt([PHONE, SMALL_PHONE, { width: 768, height: 1024 }, DESK]))
  test(`nothing shifts, sticks out or fails axe, ${lookName(look)} @verify`, async ({ page, open }) => {
    await putOn(page, look)
    await watchShifts(page)
    await open("/")
    await expect(page.getByText("BTC/USDT").first()).toBeVisible()
    await expect(page.getByText(/Orders per second/)).toBeAttached()
    await expect(page.getByText("Live", { exact: true }).first()).toBeAttached()
    await expectToChange(() => page.getByRole("main").innerText())
    expect(await shifted(page)).toBeLessThanOrEqual(0.05)
    expect(await sidewaysOverflow(page)).toBe(0)
    await expectAccessible(page)
  })

test.describe("home on a desk", () => {
  test.use({ viewport: DESK })

  test("shows gainers and losers in the order of their figures, and only what is traded @verify", async ({
    page,
    open,
    saker,
  }) => {
    await open("/")
    // Figures go on moving between two orders: neighbours may differ by a hair.
    const isSorted = (values: number[], direction: 1 | -1) =>
      values.length > 2 &&
      values.every((value) => value * direction > 0) &&
      values.every((value, at) => at === 0 || ((values[at - 1] ?? 0) - value) * direction >= -0.1)
    await expect.poll(async () => isSorted(await changesOf(page, "Gainers"), 1)).toBe(true)
    await expect.poll(async () => isSorted(await changesOf(page, "Losers"), -1)).toBe(true)
    const { rows } = (await (await page.request.get(`${saker.url}/market/exchange`)).json()).data as {
      rows: { ticker: string[] }[]
    }
    const changes = rows
      .filter(({ ticker }) => Number(ticker[6]) > 0)
      .map(({ ticker }) => (Number(ticker[1]) / Number(ticker[2]) - 1) * 100)
    expect(Math.abs(((await changesOf(page, "Gainers"))[0] ?? 0) - Math.max(...changes))).toBeLessThan(1)
    expect(Math.abs(((await changesOf(page, "Losers"))[0] ?? 0) - Math.min(...changes))).toBeLessThan(1)
  })
})

test.describe("the brand", () => {
  test.use({ viewport: PHONE })
  let pictures: Server
  let address = ""

  test.beforeAll(async () => {
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30"><rect width="120" height="30" fill="#c60"/></svg>'
    pictures = createServer((request, response) => {
      if (request.url !== "/logo.svg") return void response.writeHead(404).end()
      response.writeHead(200, { "content-type": "image/svg+xml" }).end(logo)
    })
    await new Promise<void>((resolve) => {
      pictures.listen(0, "127.0.0.1", resolve)
    })
    address = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
  })
  test.afterAll(() => {
    pictures.close()
  })

  test("is the operator's: logo and name in bars, panel and title, at once at the next visit @verify", async ({
    page,
  }) => {
    const saker = await startSaker({
      env: { SAKER_NAME: "Falkenhof Börse", SAKER_LOGO: `${address}/logo.svg`, SAKER_MARKETS: "4" },
    })
    try {
      await watchShifts(page)
      await page.goto(`${saker.url}/#/`)
      const bar = page.getByRole("banner")
      await expect(bar).toContainText("Falkenhof Börse")
      const width = () => bar.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)
      await expect.poll(width).toBe(120)
      await expect(page).toHaveTitle("Home · Falkenhof Börse")
      await page.getByRole("button", { name: "Menu" }).click()
      await expect(page.getByRole("dialog")).toContainText("Falkenhof Börse")

      // Known from the last visit: shown without asking, the logo in a place of its own shape.
      await page.route("**/index/logo", () => undefined)
      await page.reload()
      await expect(bar).toContainText("Falkenhof Börse")
      await expect.poll(width).toBe(120)
      const box = await bar.locator("img").boundingBox()
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4, 1)
      expect(await shifted(page)).toBeLessThanOrEqual(0.05)
      await page.setViewportSize(DESK)
      await expect(page.getByRole("link", { name: "Falkenhof Börse, Home" })).toBeVisible()
    } finally {
      await saker.end()
    }
  })

  test("falls back to the built-in mark when the picture fails @verify", async ({ page }) => {
    const saker = await startSaker({ env: { SAKER_LOGO: `${address}/gone.png`, SAKER_MARKETS: "4" } })
    try {
      await page.goto(`${saker.url}/#/`)
      const bar = page.getByRole("banner")
      await expect(bar).toContainText("Saker")
      await expect(bar.locator("img")).toHaveCount(0)
      await expect(bar.locator("h1 svg")).toBeVisible()
    } finally {
      await saker.end()
    }
  })
})

test("when the server is gone home says so, dims its prices, keeps what it knows, and heals by itself @verify", async ({
  page,
}) => {
  // Two starts of a server, on a machine that may be busy.
  test.setTimeout(150_000)
  await page.setViewportSize(PHONE)
  const first = await startSaker(SMALL)
  await page.goto(`${first.url}/#/`)
  const rows = page.getByRole("tabpanel").getByRole("link")
  await expect(rows).toHaveCount(6)
  const up = page.locator('[class*="_up_"],[class*="_down_"]').first()
  await expect(up).toBeVisible()
  // Figures of the catalogue stand there, dimmed, before the first ones come live.
  await expect(page.getByText("Live", { exact: true }).first()).toBeAttached()
  const colour = () => up.evaluate((cell) => getComputedStyle(cell).color)
  const live = await colour()
  // Comes after the first picture; what home hasn't heard of it can't keep.
  await expect(page.getByText("All money here is practice money")).toBeVisible()
  await first.end("SIGKILL")
  await expect(page.getByText(/offline/i).first()).toBeVisible({ timeout: 60_000 })
  await expect.poll(colour).not.toBe(live)
  const dimmed = await colour()
  await expect(rows).toHaveCount(6)
  await expect(page.getByText("All money here is practice money")).toBeVisible()
  const second = await startSaker({ ...SMALL, data: first.data, port: first.port })
  // Not the colour of before: meanwhile the market may have turned.
  await expect.poll(colour, { timeout: 60_000 }).not.toBe(dimmed)
  await second.end()
})
