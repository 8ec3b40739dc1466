/** Somebody arranges their desk, names it, and has it again: after a reload, by a link, and on another device. */

import { writeFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"
const sheetOf = (page: Page) => page.getByRole("dialog", { name: "Arrange desk" })
const book = (page: Page) => page.getByRole("region", { name: "Order book" })
const tape = (page: Page) => page.getByRole("region", { name: "Trades" })

async function openSheet(page: Page) {
  await page.getByRole("button", { name: "Arrange desk" }).click()
  await expect(sheetOf(page)).toBeVisible()
  return sheetOf(page)
}
const close = async (page: Page) => {
  await page.keyboard.press("Escape")
  await expect(sheetOf(page)).toBeHidden()
}
const leftOf = async (page: Page) => {
  const [bookBox, tapeBox] = [await book(page).boundingBox(), await tape(page).boundingBox()]
  return { book: bookBox?.x ?? -1, tape: tapeBox?.x ?? -1, bookY: bookBox?.y ?? -1, tapeY: tapeBox?.y ?? -1 }
}

test.describe("on a desk", () => {
  test.use({ viewport: DESK, permissions: ["clipboard-read", "clipboard-write"] })

  test("a desk is arranged by keys, named, kept over a reload, shared by link, and follows the login", async ({
    page,
    open,
    saker,
    browser,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    await expect(book(page).getByRole("row").nth(6)).toBeVisible()
    const sheet = await openSheet(page)
    await expectAccessible(page)

    // The order book from below the chart's right to the far left, by keys; the list of markets away.
    await sheet.getByRole("checkbox", { name: "Markets" }).uncheck()
    await sheet.getByRole("checkbox", { name: "Order book" }).focus()
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowLeft")
    await expect(sheet.getByRole("status")).toHaveText(/^Order book is in column \d of \d\.$/)
    await sheet.getByRole("button", { name: "Move Trades right" }).click()
    await sheet.getByLabel("Layout name").fill("Early shift")
    await sheet.getByRole("button", { name: "Save", exact: true }).click()
    await expect(sheet.getByRole("button", { name: "Use layout Early shift" })).toHaveAttribute(
      "aria-pressed",
      "true",
    )
    await sheet.getByRole("button", { name: "Copy a link to Early shift" }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await close(page)
    await expect(book(page).getByRole("row").nth(6)).toBeVisible()
    const placed = await leftOf(page)
    await page.reload()
    await expect(book(page).getByRole("row").nth(6)).toBeVisible()
    expect(await leftOf(page)).toEqual(placed)

    // Switched in the palette, and back.
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Market, page or setting" }).fill("scalper")
    await page.keyboard.press("Enter")
    await expect.poll(async () => (await leftOf(page)).tape).toBe(0)
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Market, page or setting" }).fill("early shift")
    await page.keyboard.press("Enter")
    await expect.poll(() => leftOf(page)).toEqual(placed)

    // On another device of theirs it is there after the login.
    const second = await browser.newContext({ viewport: DESK })
    const elsewhere = await second.newPage()
    await openAs(elsewhere, trader)
    await elsewhere.goto(`${saker.url}/#${TRADE}`)
    await openSheet(elsewhere)
    await sheetOf(elsewhere).getByRole("button", { name: "Use layout Early shift" }).click()
    await close(elsewhere)
    await expect.poll(() => leftOf(elsewhere)).toEqual(placed)
    await second.close()

    // A stranger opens the link, sees what it would do, and takes it.
    const stranger = await browser.newContext({ viewport: DESK })
    const visit = await stranger.newPage()
    await visit.goto(link)
    await expect(visit.getByRole("heading", { name: "Early shift" })).toBeVisible()
    await expectAccessible(visit)
    await visit.getByRole("button", { name: "Use this layout" }).click()
    await expect(visit).toHaveURL(/spot\/trade/)
    await expect(book(visit)).toBeVisible()
    await expect.poll(async () => (await leftOf(visit)).book).toBe(placed.book)
    await visit.reload()
    await openSheet(visit)
    await expect(sheetOf(visit).getByRole("button", { name: "Use layout Early shift" })).toBeVisible()
    await stranger.close()
    expect(complaints).toEqual([])
  })

  test("links and files that are no layouts are refused, and change nothing @verify", async ({
    page,
    open,
  }, testInfo) => {
    await open("/pages/layout/index?layout=eyJzYWtlciI6ImxheW91dCJ9")
    await expect(page.getByText("This is not a Saker layout, or it is damaged.")).toBeVisible()
    await open(TRADE)
    const sheet = await openSheet(page)
    const before = await page.evaluate(() => localStorage.getItem("saker:desk"))
    const file = testInfo.outputPath("hostile.json")
    for (const [text, said] of [
      ["<script>alert(1)</script>", "This is not a Saker layout"],
      ['{"saker":"layout","form":9,"layout":{}}', "newer version"],
      ["x".repeat(13_000), "too large"],
    ] as const) {
      writeFileSync(file, text)
      await sheet.locator('input[type="file"]').setInputFiles(file)
      await expect(sheet.getByRole("alert")).toContainText(said)
    }
    expect(await page.evaluate(() => localStorage.getItem("saker:desk"))).toBe(before)
    // A good one is taken.
    await sheet.getByLabel("Layout name").fill("Mine")
    await sheet.getByRole("button", { name: "Save", exact: true }).click()
    const saved = page.waitForEvent("download")
    await sheet.getByRole("button", { name: "Save Mine as a file" }).click()
    const path = testInfo.outputPath("mine.json")
    await (await saved).saveAs(path)
    await sheet.getByRole("button", { name: "Delete Mine" }).click()
    await expect(sheet.getByRole("button", { name: "Use layout Mine" })).toHaveCount(0)
    await sheet.locator('input[type="file"]').setInputFiles(path)
    await expect(sheet.getByRole("button", { name: "Use layout Mine" })).toBeVisible()
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("the trade screen is as ever, and says where layouts are shown @verify", async ({ page, open }) => {
    await page.addInitScript(() => {
      localStorage.setItem("saker:desk", JSON.stringify({ columns: [["tape"]], layout: "x" }))
    })
    await open(TRADE)
    await expect(book(page).getByRole("row").nth(6)).toBeVisible()
    await expect(page.getByRole("button", { name: "Arrange desk" })).toHaveCount(0)
    expect(await sidewaysOverflow(page)).toBe(0)
  })
})
