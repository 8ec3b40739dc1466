/** Money is moved from a ticket without leaving it: what was typed is still there, with the new balance beside it. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { newContractTrader, newSecondTrader, newTrader, openAs } from "../support/page-trader.ts"

const sheet = (page: Page) => page.getByRole("dialog", { name: "Transfer" })

/** Into `account`; the sheet gives way to a word of it. */
async function moveAll(page: Page, account: string, amount: string): Promise<void> {
  await expect(sheet(page).getByRole("combobox", { name: "To" })).toHaveValue(account)
  await sheet(page).getByRole("textbox", { name: "Amount USDT" }).fill(amount)
  await sheet(page)
    .getByRole("button", { name: `Transfer ${amount} USDT` })
    .click()
  await expect(sheet(page)).toHaveCount(0)
  await expect(page.getByRole("status").getByText(`Transferred ${amount}\u00a0USDT from`)).toBeVisible()
}

for (const [name, viewport] of [
  ["a desk", DESK],
  ["a phone", PHONE],
] as const)
  test.describe(`on ${name}`, () => {
    test.use({ viewport, hasTouch: viewport === PHONE, isMobile: viewport === PHONE })

    test("a contract's ticket gets more margin in a sheet, and keeps what was typed", async ({
      page,
      open,
      saker,
    }) => {
      const complaints = watchComplaints(page)
      await openAs(page, await newContractTrader(saker.url, "50"))
      await open("/pages/contract/trade?symbol=BTC_USDT_PERP")
      const ticket = page.getByRole("region", { name: "Order ticket" })
      const amount = ticket.getByRole("textbox", { name: "Amount", exact: true })
      await expect(ticket.getByRole("textbox", { name: "Price", exact: true })).toHaveValue(/\d/)
      await amount.fill("0.02")
      await expect(ticket.getByText("50\u00a0USDT").first()).toBeVisible()
      const address = page.url()
      await ticket.getByRole("button", { name: "Transfer" }).first().click()
      await moveAll(page, "contract", "25.5")
      await expect(amount).toHaveValue("0.020")
      await expect(ticket.getByText("75.5\u00a0USDT").first()).toBeVisible()
      expect(page.url()).toBe(address)
      expect(complaints).toEqual([])
    })
  })

test("the sheet of a phone's spot ticket stays open below the transfer", async ({ browser, saker }) => {
  const page = await browser.newPage({ viewport: PHONE, hasTouch: true, isMobile: true })
  const trader = await newSecondTrader(saker.url, "100")
  await openAs(page, trader)
  await page.goto(`${saker.url}/#/pages/spot/trade?symbol=BTC_USDT`)
  await page.getByRole("button", { name: /^Buy/ }).first().click()
  const ticket = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Amount" }) })
  await ticket.getByRole("textbox", { name: "Amount", exact: true }).fill("0.01")
  await ticket.getByRole("button", { name: "Transfer" }).click()
  await moveAll(page, "funding", "12.5")
  await expect(ticket.getByRole("textbox", { name: "Amount", exact: true })).toHaveValue("0.01000")
  await page.close()
})

test("a second contract's ticket asks for its own account", async ({ page, open, saker }) => {
  await page.setViewportSize(DESK)
  await openAs(page, await newTrader(saker.url))
  await open("/pages/option/trade?symbol=BTC_USDT_SEC")
  const lacks = page.getByRole("main").getByRole("status").getByRole("button", { name: "Transfer" })
  await lacks.click()
  await moveAll(page, "second", "30")
  await expect(lacks).toHaveCount(0)
})

test("a transfer whose sheet is closed before its answer came is told when its fate is known", async ({
  page,
  open,
  saker,
}) => {
  await page.setViewportSize(DESK)
  await openAs(page, await newContractTrader(saker.url, "50"))
  let lost = 0
  // It arrives and is done; the answer gets lost, and so are the next ones until the sheet is closed.
  await page.route("**/assets/transfer", async (route) => {
    await route.fetch()
    lost += 1
    await route.abort()
  })
  await open("/pages/contract/trade?symbol=BTC_USDT_PERP")
  const ticket = page.getByRole("region", { name: "Order ticket" })
  await ticket.getByRole("button", { name: "Transfer" }).first().click()
  await sheet(page).getByRole("textbox", { name: "Amount USDT" }).fill("12.5")
  await sheet(page).getByRole("button", { name: "Transfer 12.5 USDT" }).click()
  await expect(sheet(page).getByRole("button", { name: "Check now" })).toBeVisible()
  expect(lost).toBeGreaterThan(0)
  await page.keyboard.press("Escape")
  await expect(sheet(page)).toHaveCount(0)
  await page.unroute("**/assets/transfer")
  await expect(page.getByRole("status").getByText("Transferred 12.5\u00a0USDT from")).toBeVisible()
})
