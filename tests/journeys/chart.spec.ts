/** A visitor reads the candles of a market, as far back as they scroll. */

import { expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { fingersOn } from "../support/touch.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test("the chart is full at once, counts down and follows the chosen interval", async ({ page, open }) => {
  const complaints = watchComplaints(page)
  await open("/pages/kline/index?symbol=BTC_USDT&interval=1m")
  const chart = page.getByRole("region", { name: "Chart" })
  await expect(chart.locator("canvas").first()).toBeVisible()
  await expect(chart.getByText(/^00:[0-5]\d$/)).toBeVisible()
  await page.getByRole("button", { name: "1 hour" }).click()
  await expect(page).toHaveURL(/interval=1h/)
  await expect(chart.getByText(/^(00:)?[0-5]\d:[0-5]\d$/)).toBeVisible()
  await page.getByRole("button", { name: "Line" }).click()
  await expect(page.getByRole("button", { name: "Line" })).toHaveAttribute("aria-pressed", "true")
  expect(complaints).toEqual([])
})

test("scrolling back loads older candles without end @verify", async ({ page, open }) => {
  const pages: string[] = []
  page.on("response", (response) => {
    if (response.url().includes("/market/kline") && response.url().includes("before="))
      pages.push(response.url())
  })
  await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
  const chart = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(page.getByRole("region", { name: "Chart" }).getByText(/MA99/)).toBeVisible()
  await chart.focus()
  await expect
    .poll(
      async () => {
        for (let press = 0; press < 20; press += 1) await page.keyboard.press("ArrowLeft")
        return pages.length
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(2)
})

test("on the trade screen a finger that starts sideways moves the chart, and neither page nor face @verify", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await open("/pages/spot/trade?symbol=BTC_USDT&interval=15m")
  await page.getByRole("tab", { name: "Chart" }).click()
  const chart = page.getByRole("region", { name: "Chart" })
  const figure = chart.locator("figure")
  await expect(chart.getByText(/^00:[0-5]\d$|^[01]\d:[0-5]\d$/)).toBeVisible()
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  const fingers = await fingersOn(page)
  const place = async () => (await figure.boundingBox())?.y ?? 0
  const toNow = page.getByRole("button", { name: "Go to latest candle" })
  const [x, y] = [box.x + 120, box.y + 90]

  await fingers.drag([x, y], [x + 100, y + 3])
  await expect(toNow).toBeVisible()
  expect(await place()).toBe(box.y)

  await expect(page.getByRole("tab", { name: "Chart" })).toHaveAttribute("aria-selected", "true")
})

test("two fingers zoom, a finger that rests points at a bar, and lets go of it when it lifts @verify", async ({
  page,
  open,
}) => {
  await open("/pages/kline/index?symbol=BTC_USDT&interval=1D")
  const chart = page.getByRole("region", { name: "Chart" })
  const figure = chart.locator("figure")
  await expect(chart.getByText(/MA99/)).toBeVisible()
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  const fingers = await fingersOn(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const legend = async () =>
    (await chart.getByText(/MA99/).locator("xpath=ancestor::*[@aria-hidden]").innerText()).replace(
      /\s+/g,
      " ",
    )
  const openShown = async () => /O ([\d,.]+)/.exec(await legend())?.[1]
  const now = await openShown()

  await fingers.down([x, y])
  await expect.poll(openShown).not.toBe(now)
  const there = await openShown()
  await fingers.move([x - 80, y])
  await expect.poll(openShown).not.toBe(there)
  await fingers.up()
  await expect.poll(openShown).toBe(now)

  const edge = async () =>
    page.evaluate(() => document.querySelector("figure[data-bars]")?.getAttribute("data-step"))
  const step = Number(await edge())
  await fingers.down([x - 20, y], [x + 20, y])
  for (let apart = 30; apart <= 100; apart += 10) await fingers.move([x - apart, y], [x + apart, y])
  await fingers.up()
  await expect.poll(async () => Number(await edge())).toBeGreaterThan(step * 2)
})

test("far back and home again: never more bars than the window, no call more than asked, and the right price @verify", async ({
  page,
  open,
}) => {
  test.setTimeout(120_000)
  let calls = 0
  page.on("response", (response) => {
    if (response.url().includes("/market/kline")) calls += 1
  })
  await open("/pages/kline/index?symbol=BTC_USDT&interval=1m")
  const figure = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(page.getByRole("region", { name: "Chart" }).getByText(/MA99/)).toBeVisible()
  await figure.focus()
  for (let press = 0; press < 12; press += 1) await page.keyboard.press("-")
  const bars = async () => Number(await figure.getAttribute("data-bars"))
  let most = 0
  await expect
    .poll(
      async () => {
        for (let press = 0; press < 4; press += 1) await page.keyboard.press("PageUp")
        most = Math.max(most, await bars())
        return calls
      },
      { timeout: 90_000, intervals: [50] },
    )
    .toBeGreaterThanOrEqual(20)
  expect(most).toBeLessThanOrEqual(3000)
  // At rest it asks for nothing more.
  let before = -1
  await expect
    .poll(
      async () => {
        const isQuiet = calls === before
        before = calls
        return isQuiet
      },
      { intervals: [1500] },
    )
    .toBe(true)
  await page.keyboard.press("End")
  await expect(page.getByRole("button", { name: "Go to latest candle" })).toHaveCount(0)
  // The newest bar's close is the price that the head shows, give or take what is traded meanwhile.
  const shown = page
    .getByRole("main")
    .getByText(/^[\d,]+\.\d\d$/)
    .first()
  const off = async () => {
    const close = /last price ([\d,.]+)$/.exec((await figure.getAttribute("aria-label")) ?? "")?.[1] ?? ""
    const [one, other] = [close, await shown.innerText()].map((text) => Number(text.replaceAll(",", "")))
    return Math.abs((one ?? 0) / (other ?? 1) - 1)
  }
  await expect.poll(off).toBeLessThan(0.005)
})

test("a nonsense symbol or interval doesn't break the page @verify", async ({ page, open }) => {
  await open("/pages/kline/index?symbol=%3Cb%3E&interval=7y")
  await expect(page.getByRole("heading", { name: "BTC/USDT" })).toBeVisible()
  await expect(page.getByRole("button", { name: "15 minutes" })).toHaveAttribute("aria-pressed", "true")
})

test("a sheet stands on top of the keyboard, with the field that is written in @verify", async ({
  page,
  open,
}) => {
  await open("/pages/kline/index?symbol=BTC_USDT")
  await page.getByRole("button", { name: "Chart settings" }).click()
  const sheet = page.getByRole("dialog")
  const field = sheet.getByRole("textbox").last()
  await field.focus()
  // As iOS tells it: the window stays as it is, only the visual viewport shrinks and is pushed down.
  await page.evaluate(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    Object.defineProperty(viewport, "height", { configurable: true, value: 420 })
    Object.defineProperty(viewport, "offsetTop", { configurable: true, value: 90 })
    viewport.dispatchEvent(new Event("resize"))
  })
  const edges = async () => {
    const [outer, inner] = [await sheet.boundingBox(), await field.boundingBox()]
    if (!outer || !inner) return "gone"
    const isSheetInside = outer.y >= 90 && outer.y + outer.height <= 510.5
    const isFieldInside = inner.y >= outer.y && inner.y + inner.height <= 510.5
    return `${isSheetInside ? "sheet inside" : `sheet ${outer.y} … ${outer.y + outer.height}`}, ${isFieldInside ? "field inside" : `field ${inner.y}`}`
  }
  await expect.poll(edges).toBe("sheet inside, field inside")
  await expect(sheet.getByRole("button", { name: "Close" })).toBeInViewport()
})
