/** Back on a phone closes what is open before it leaves the screen: where a visit began, and at an address typed by hand. */

import type { Page } from "@playwright/test"
import { expect, PHONE, test } from "../support/journey.ts"
import { WHOLE } from "../support/setups.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, setup: WHOLE })

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"

const at = (page: Page, place: string) =>
  expect.poll(() => page.evaluate(() => window.location.hash)).toBe(`#${place}`)
/** The page that stood in the tab before the app. */
const leaves = (page: Page) => expect(page).toHaveURL("about:blank")
const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" })
const chooser = (page: Page) => page.getByRole("dialog", { name: "Select market" })

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).tap()
  await expect(menu(page)).toBeVisible()
}

test("where the visit began back closes the menu, and leaves the app only then @verify", async ({
  page,
  open,
}) => {
  await open(TRADE)
  await openMenu(page)
  await page.goBack()
  await expect(menu(page)).toBeHidden()
  await at(page, TRADE)
  // Once more, after it was closed in another way.
  await openMenu(page)
  await page.keyboard.press("Escape")
  await expect(menu(page)).toBeHidden()
  await expect.poll(() => page.evaluate(() => window.history.state.__TSR_index)).toBe(0)
  await page.goBack()
  await leaves(page)
})

test("a market chosen where the visit began has the first one behind it, and nothing else", async ({
  page,
  open,
}) => {
  await open(TRADE)
  await page.getByTitle("Select market").tap()
  await chooser(page).locator('a[data-market="ETH_USDT"]').tap()
  await at(page, "/pages/spot/trade?symbol=ETH_USDT")
  await expect(chooser(page)).toBeHidden()
  await page.goBack()
  await at(page, TRADE)
  await page.goBack()
  await leaves(page)
})

test("at an address typed by hand back closes the menu, and the next one leads to the screen before @verify", async ({
  page,
  open,
}) => {
  await open("/")
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Markets" }).tap()
  await at(page, "/pages/spot/index")
  await page.evaluate((place) => {
    window.location.hash = place
  }, TRADE)
  await openMenu(page)
  await page.goBack()
  await expect(menu(page)).toBeHidden()
  await at(page, TRADE)
  await page.goBack()
  await at(page, "/pages/spot/index")
  await expect(page.getByRole("button", { name: "Search markets" })).toBeVisible()
})
