/** Coins come in over the sandbox's chains: warned of the network, the address shown, each confirmation as it comes. */

import type { Page } from "@playwright/test"
import { availableAt } from "../support/funded.ts"
import { DESK, expect, PHONE, test, verifyUnless } from "../support/journey.ts"
import { testLooksOf } from "../support/looks.ts"
import { QUICK_CUSTODY } from "../support/setups.ts"
import { bringToken, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE, setup: QUICK_CUSTODY })

const address = (page: Page) => page.locator("[data-figure=address]")
const deposit = (page: Page) => page.locator("[data-deposit]")

for (const [name, viewport] of [
  ["phone", PHONE],
  ["desk", DESK],
] as const)
  test(`on a ${name} coins from the faucet are counted, credited, and end in the record${verifyUnless(viewport === PHONE)}`, async ({
    page,
    open,
    saker,
  }) => {
    await page.setViewportSize(viewport)
    const person = await signUp(saker.url)
    await bringToken(page, person.token)
    await open("/pages/assets/index")
    await page.getByRole("main").getByRole("link", { name: "Deposit", exact: true }).click()
    await page.getByText("TRON (TRC-20)", { exact: true }).click()
    await expect(page.getByText("Send only USDT, and only over TRON (TRC-20).")).toBeVisible()
    await expect(address(page)).toHaveCount(0)
    await page.getByRole("button", { name: "Understood, show the address" }).click()
    await expect(address(page)).toHaveText(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
    await expect(page.getByRole("img", { name: "QR code of this address" })).toBeVisible()
    const own = await address(page).textContent()

    await page.getByRole("button", { name: "Send test coins" }).click()
    await expect(deposit(page)).toContainText("+1,000")
    await expect(deposit(page)).toContainText(/\d+ of (20|40) confirmations/)
    await expect(deposit(page)).toContainText("Completed")
    expect(await availableAt(saker.url, person, "funding", "USDT")).toBe("1000")

    // The address is one's own for good, and its warning was read in this tab.
    await page.reload()
    await page.getByText("TRON (TRC-20)", { exact: true }).click()
    await expect(address(page)).toHaveText(own ?? "")

    await page.getByRole("link", { name: "Deposit history" }).first().click()
    if (viewport === DESK) {
      await page.getByRole("button", { name: "Columns" }).click()
      await page.getByRole("checkbox", { name: "Network" }).uncheck()
      await page.keyboard.press("Escape")
      await expect(page.getByRole("columnheader", { name: "Network" })).toHaveCount(0)
      await expect(page.getByRole("cell", { name: "TRON (TRC-20)" })).toHaveCount(0)
    }
    await page.getByRole("button", viewport === DESK ? { name: "Details" } : { name: /1,000/ }).click()
    const details = page.getByRole("dialog")
    await expect(details).toContainText("It can be traded and withdrawn.")
    await expect(details).toContainText(own ?? "")
  })

async function eachScreen(page: Page, url: string, look: (name: string) => Promise<void>): Promise<void> {
  const person = await signUp(url)
  await bringToken(page, person.token)
  await page.goto(`${url}/#/pages/assets/rechargeList`)
  await expect(page.locator('main a[href*="recharge"]')).toBeVisible()
  await look("an empty record")
  await page.goto(`${url}/#/pages/assets/recharge?id=USDT-ethereum`)
  await expect(page.getByRole("radiogroup")).toBeVisible()
  await look("the warning")
  await page
    .locator("main button")
    .filter({ hasText: /address|Adresse|adres/ })
    .first()
    .click()
  await expect(address(page)).toBeVisible()
  await page.locator("main section button").first().click()
  await expect(deposit(page)).toBeVisible()
  await look("a deposit on its way")
  await page.goto(`${url}/#/pages/assets/rechargeList`)
  const row = page.locator("main table button, [data-deposit]").first()
  await expect(row).toBeVisible()
  await look("the record")
  await row.click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await look("one deposit")
}

testLooksOf("deposits", eachScreen)
