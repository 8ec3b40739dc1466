/** Orders under the thumb: everything in sight at 360×640 with browser bars, a tap on a level fills the ticket. */

import type { Page } from "@playwright/test"
import { expect, PHONE, SMALL_PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newTrader, openAs, type Trader } from "../support/page-trader.ts"
import { fingersOn } from "../support/touch.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"
const sheet = (page: Page) => page.getByRole("dialog")
const bottomOf = async (page: Page, name: string | RegExp, role: "textbox" | "button" | "radio") => {
  const box = await sheet(page).getByRole(role, { name, exact: true }).last().boundingBox()
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}
/** As high as 360×640 is with both browser bars. */
const WITH_BARS = { width: 360, height: 512 }
/** As high as 360×640 is with a number keyboard. */
const WITH_KEYBOARD = { width: 360, height: 380 }

for (const language of ["en", "de", "pl"])
  test.describe(`a ticket on a small phone in ${language} @verify`, () => {
    test.use({ viewport: WITH_BARS, hasTouch: true, isMobile: true })

    test("shows side, price, amount and the button without scrolling, nothing cut", async ({
      page,
      saker,
      open,
    }) => {
      const complaints = watchComplaints(page)
      const trader = await newTrader(saker.url)
      await openAs(page, trader)
      await page.addInitScript((lang) => localStorage.setItem("lang", lang), language)
      await open(TRADE)
      await page
        .locator("main button")
        .filter({ hasText: /BTC/ })
        .filter({ hasText: /Buy|kaufen|Kup/ })
        .last()
        .click()
      const fields = sheet(page).getByRole("textbox")
      await expect(fields).toHaveCount(2)
      await fields.nth(1).fill(language === "en" ? "0.0012" : "0,0012")
      for (const part of [
        fields.nth(0),
        fields.nth(1),
        sheet(page).getByRole("radio").first().locator(".."),
        sheet(page).getByRole("button", { name: /0[.,]00120/ }),
      ])
        await expect(part).toBeInViewport({ ratio: 0.99 })
      expect(await sidewaysOverflow(page)).toBe(0)
      expect(complaints).toEqual([])
    })
  })

test.describe("a ticket in both themes", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("passes axe while it warns, refuses and asks @verify", async ({ page, saker, open }) => {
    await openAs(page, await newTrader(saker.url))
    await open(TRADE)
    await page.getByRole("main").getByText("Sell BTC").tap()
    await sheet(page).getByRole("button", { name: "Order settings" }).tap()
    const amount = sheet(page).getByRole("textbox", { name: "Amount" })
    const passesAxe = async (where: string) => {
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0))),
      )
      await expectAccessible(page, where, "[role=dialog], [role=alertdialog]")
    }
    await amount.fill("1")
    await expect(sheet(page).getByText(/Insufficient balance/)).toBeVisible()
    await passesAxe("refused")
    await amount.fill("0.048")
    await expect(sheet(page).getByText(/of your BTC/)).toBeVisible()
    await passesAxe("warned")
    await sheet(page)
      .getByRole("button", { name: /^Sell 0\.048/ })
      .tap()
    await expect(page.getByRole("alertdialog")).toBeVisible()
    await passesAxe("asked")
  })
})

test.describe("a ticket on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })
  let trader: Trader
  test.beforeEach(async ({ page, saker, open }) => {
    trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
  })

  test("opens from a level of the book with its price and the side that rests there, and nothing is refused @verify", async ({
    page,
  }) => {
    const levels = page.getByRole("region", { name: "Order book" }).locator("tbody tr td:first-child button")
    await expect(levels.nth(8)).toBeEnabled()
    const fingers = await fingersOn(page)
    for (const [at, side] of [
      [2, "Sell"],
      [-3, "Buy"],
    ] as const) {
      const box = await levels.nth(at).boundingBox()
      if (!box) throw new Error("the level is on screen")
      // Held, the rows stay where they are: what is read is what is taken. It slides along its row: one that rests asks for an alert.
      const y = box.y + box.height / 2
      await Promise.all([fingers.down([box.x + 20, y]), fingers.move([box.x + 20, y + 11])])
      await fingers.move([box.x + 20, y])
      const held = page.locator("[data-magnified]")
      await expect(held).toContainText(side)
      const price = /[\d,]{4,}/.exec(await held.innerText())?.[0] ?? ""
      await fingers.up()
      const typed = Number(price.replaceAll(",", "")).toFixed(2)
      await expect(sheet(page).getByRole("textbox", { name: "Price" })).toHaveValue(typed)
      await expect(sheet(page).getByRole("radio", { name: side })).toBeChecked()
      await expect(sheet(page).getByText("From order book")).toBeVisible()
      await expect(sheet(page).locator("[aria-invalid=true]")).toHaveCount(0)
      await sheet(page).getByRole("button", { name: "Close" }).tap()
      await expect(sheet(page)).toBeHidden()
    }
  })

  test("buys with three taps and a number, closes, and says what was bought", async ({ page }) => {
    await page.getByRole("main").getByText("Buy BTC").tap()
    await sheet(page).getByRole("tab", { name: "Market" }).tap()
    await sheet(page).getByRole("textbox", { name: "Amount" }).fill("250")
    await sheet(page)
      .getByRole("button", { name: /^Buy BTC for 250 USDT/ })
      .tap()
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Buy BTC for 250 USDT/ })
      .tap()
    await expect(sheet(page)).toBeHidden()
    await expect(page.getByRole("status").getByText(/^Bought 0\.00\d+ BTC at [\d,.]+\.$/)).toBeVisible()
    expect(Number(await trader.available("USDT"))).toBeLessThan(9751)
  })

  test("keeps field, echo and button in sight above a keyboard, and what was typed when closed @verify", async ({
    page,
  }) => {
    await page.setViewportSize(SMALL_PHONE)
    await page.getByRole("main").getByText("Sell BTC").tap()
    const amount = sheet(page).getByRole("textbox", { name: "Amount" })
    await amount.fill("0.01")
    await page.setViewportSize(WITH_KEYBOARD)
    await amount.focus()
    await expect(amount).toBeInViewport({ ratio: 1 })
    await expect(sheet(page).getByText(/0\.01000\sBTC = /)).toBeInViewport({ ratio: 1 })
    expect(await bottomOf(page, /^Sell 0\.01000 BTC/, "button")).toBeLessThanOrEqual(WITH_KEYBOARD.height)
    await page.setViewportSize(SMALL_PHONE)
    await sheet(page).getByRole("button", { name: "Close" }).tap()
    await page.getByRole("main").getByText("Sell BTC").tap()
    await expect(amount).toHaveValue(/0\.010*/)
  })

  test("warns of a price that stands still, and asks before a market order @verify", async ({
    page,
    saker,
  }) => {
    await page.getByRole("main").getByText("Buy BTC").tap()
    await sheet(page).getByRole("tab", { name: "Market" }).tap()
    await sheet(page).getByRole("textbox", { name: "Amount" }).fill("250")
    await expect(sheet(page).getByRole("button", { name: /^Buy BTC for 250/ })).toBeEnabled()
    saker.freeze()
    try {
      await expect(
        sheet(page).getByText(/This price is \d+ s old\. Send anyway, or wait for live data\./),
      ).toBeVisible()
    } finally {
      saker.thaw()
    }
    await expect(sheet(page).getByText(/The price is/)).toBeHidden()
  })
})
