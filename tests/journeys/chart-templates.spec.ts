/** Templates of indicators follow a login to another device, and what a visitor kept there comes along without losing anything. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

const MARKET = "/pages/kline/index?symbol=BTC_USDT&interval=15m"
const sheet = (page: Page) => page.getByRole("dialog", { name: "Chart settings" })
const apply = (page: Page, name: string) =>
  sheet(page).getByRole("button", { name: `Apply template ${name}`, exact: true })

async function openSheet(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Chart" }).locator("figure")).toHaveAttribute(
    "data-bars",
    /^[1-9]\d+$/,
  )
  await page.getByRole("button", { name: /^(Indicators|Chart settings)$/ }).click()
}

const study = (page: Page, name: string) => sheet(page).getByRole("switch", { name, exact: true })

async function keepAs(page: Page, name: string): Promise<void> {
  await sheet(page).getByRole("textbox", { name: "Template name" }).fill(name)
  await sheet(page).getByRole("button", { name: "Save" }).click()
  await expect(apply(page, name)).toBeVisible()
}

test("templates of a desk and those a visitor kept on a phone are all there on both, once logged in", async ({
  page,
  open,
  saker,
  browser,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open(MARKET)
  await openSheet(page)
  for (const name of ["RSI", "Average true range"]) await study(page, name).click()
  await sheet(page)
    .getByRole("region", { name: "Average true range", exact: true })
    .getByLabel("Pane", { exact: true })
    .selectOption({ label: "With RSI" })
  const taken = page.waitForResponse((answer) => answer.url().endsWith("/template/save") && answer.ok())
  await keepAs(page, "Trend")
  await expect(sheet(page).getByText("in your account.")).toBeVisible()
  await taken

  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  await phone.goto(`${saker.url}/#${MARKET}`)
  await openSheet(phone)
  await study(phone, "Supertrend").tap()
  await keepAs(phone, "Trend")
  await study(phone, "On-balance volume").tap()
  await keepAs(phone, "Volume")
  await openAs(phone, trader)
  const brought = phone.waitForResponse(
    (answer) =>
      answer.url().endsWith("/template/save") && (answer.request().postData() ?? "").includes('"Volume"'),
  )
  await phone.reload()
  await openSheet(phone)
  for (const name of ["Trend", "Trend 2", "Volume"]) await expect(apply(phone, name)).toHaveCount(1)
  await brought
  // The account's own has its panes, too.
  await sheet(phone).getByRole("button", { name: "Reset indicators" }).tap()
  await apply(phone, "Trend").tap()
  await expect(study(phone, "Average true range")).toBeChecked()
  await expect(
    sheet(phone)
      .getByRole("region", { name: "Average true range", exact: true })
      .getByLabel("Pane", { exact: true }),
  ).toHaveValue("rsi")

  await page.reload()
  await openSheet(page)
  for (const name of ["Trend", "Trend 2", "Volume"]) await expect(apply(page, name)).toHaveCount(1)
  await apply(page, "Volume").click()
  await expect(study(page, "On-balance volume")).toBeChecked()
  const removed = page.waitForResponse((answer) => answer.url().endsWith("/template/save") && answer.ok())
  await sheet(page).getByRole("button", { name: "Delete template Trend 2" }).click()
  await removed
  await phone.reload()
  await openSheet(phone)
  await expect(apply(phone, "Volume")).toHaveCount(1)
  await expect(apply(phone, "Trend 2")).toHaveCount(0)
  await context.close()
  expect(complaints).toEqual([])
})
