/** An alert in one press, from a row of a list and from a level of the book: by mouse, key and finger, and taken back. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newTrader, openAs, type Trader } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"
import { fingersOn } from "../support/touch.ts"

const menu = (page: Page) => page.getByRole("dialog")
const set = (page: Page) => page.getByRole("status").getByText(/^Alert set: BTC\/USDT at [\d,.]+\.$/)
const levels = (page: Page) =>
  page.getByRole("region", { name: "Order book" }).locator("tbody tr td:first-child button")

interface Alert {
  state: string
  condition: { direction: string; price: string }
}
async function alertsOf({ token }: Trader, base: string): Promise<Alert[]> {
  return (await getFrom<{ rows: Alert[] }>(base, "/alert/list", token)).data.rows
}

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("the right button on a row offers four prices, one press arms one, and it can be taken back; keys do it from the book", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open("/pages/spot/trade?symbol=ETH_USDT")
    await page.locator('a[data-market="BTC_USDT"]').click({ button: "right" })
    await expect(menu(page).getByRole("button", { name: /above$|below$/ })).toHaveCount(4)
    await expectAccessible(page, "menu", "[role=dialog]")
    await menu(page)
      .getByRole("button", { name: /1.%.above$/ })
      .click()
    await expect(set(page)).toBeVisible()
    await expect(page).toHaveURL(/ETH_USDT/)
    expect(await alertsOf(trader, saker.url)).toMatchObject([
      { state: "armed", condition: { direction: "above" } },
    ])
    await page.getByRole("status").getByRole("button", { name: "Undo" }).click()
    await expect(page.getByRole("status").getByText("Alert deleted.")).toBeVisible()
    expect(await alertsOf(trader, saker.url)).toEqual([])

    await open("/pages/spot/trade?symbol=BTC_USDT")
    await expect(levels(page).nth(8)).toBeEnabled()
    const far = levels(page).last()
    await far.focus()
    await page.keyboard.press("Shift+F10")
    const price = menu(page).getByRole("textbox", { name: "Price" })
    await expect(price).toHaveValue(/^\d+\.\d\d$/)
    // So near the market may be there before the key: further away it waits.
    const asked = (Number(await price.inputValue()) * 0.9).toFixed(2)
    await price.fill(asked)
    await menu(page).getByRole("button", { name: "Alert at this price" }).press("Enter")
    await expect(set(page)).toBeVisible()
    const [alert] = await alertsOf(trader, saker.url)
    expect(alert).toMatchObject({ state: "armed", condition: { direction: "below" } })
    expect(Number(alert?.condition.price)).toBe(Number(asked))
    expect(complaints).toEqual([])
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a finger that rests on a row or a level asks for an alert, and opens nothing else @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open("/pages/spot/index")
    const row = page.locator('a[data-market="BTC_USDT"]')
    await expect(row).toBeVisible()
    const box = await row.boundingBox()
    if (!box) throw new Error("the row is on screen")
    const fingers = await fingersOn(page)
    await fingers.down([box.x + 40, box.y + box.height / 2])
    await expect(menu(page).getByRole("button", { name: /5.%.below$/ })).toBeVisible()
    await fingers.up()
    await menu(page)
      .getByRole("button", { name: /5.%.below$/ })
      .tap()
    await expect(set(page)).toBeVisible()
    await expect(page).toHaveURL(/spot\/index/)

    await open("/pages/spot/trade?symbol=BTC_USDT")
    await expect(levels(page).nth(8)).toBeEnabled()
    const level = await levels(page).nth(1).boundingBox()
    if (!level) throw new Error("the level is on screen")
    await fingers.down([level.x + 20, level.y + level.height / 2])
    await expect(page.locator("[data-magnified]")).toContainText("Alert")
    await fingers.up()
    const price = menu(page).getByRole("textbox", { name: "Price" })
    await expect(price).toHaveValue(/^\d+\.\d\d$/)
    await price.fill((Number(await price.inputValue()) * 1.1).toFixed(2))
    await menu(page).getByRole("button", { name: "Alert at this price" }).tap()
    await expect
      .poll(async () => (await alertsOf(trader, saker.url)).map(({ condition }) => condition.direction))
      .toEqual(["below", "above"])
  })
})
