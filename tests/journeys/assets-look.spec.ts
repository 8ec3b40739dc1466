/** How do assets, transfer and bill look and read? To axe, in long languages, on small screens, to the keyboard. */

import type { Page } from "@playwright/test"
import { signUpFunded, transferAt } from "../support/funded.ts"
import { DESK, expect, test } from "../support/journey.ts"
import { testLooksOf } from "../support/looks.ts"
import { bringToken } from "../support/signed-up.ts"

/** Each screen with something in it, and the sheets over them. */
async function eachScreen(page: Page, url: string, look: (name: string) => Promise<void>): Promise<void> {
  const person = await signUpFunded(url)
  await transferAt(url, person, { from: "funding", to: "contract", currency: "USDT", amount: "1234.56789" })
  await bringToken(page, person.token)
  await page.goto(`${url}/#/pages/assets/index`)
  await expect(page.locator("[data-figure=total]")).toHaveText(/\d/)
  await expect(page.getByRole("main").getByRole("button", { name: /^ETH/ })).toBeVisible()
  await look("assets")
  await page.goto(`${url}/#/pages/assets/transfer`)
  const amount = page.locator("main form input[inputmode=decimal]")
  await expect(amount).toBeVisible()
  await look("transfer, nothing typed")
  await amount.fill("1234,5")
  await look("transfer, understood")
  await amount.fill("99999999")
  await look("transfer")
  await page.goto(`${url}/#/pages/assets/record`)
  const line = page.locator("main section button").first()
  await expect(line).toBeVisible()
  await look("bill")
  await line.click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await look("one line of the bill")
}

testLooksOf("assets, transfer and bill", eachScreen, "label, button, a:not([title]), h2, p, dd, dt, span")

test("at 1024 px the coins keep clear of what stands beside them @verify", async ({ page, saker }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.addInitScript(() => localStorage.setItem("lang", "de"))
  const person = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  await page.goto(`${saker.url}/#/pages/assets/index`)
  const table = await page.getByRole("table").boundingBox()
  const side = await page.getByRole("complementary").boundingBox()
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(side?.x ?? 0)
})

test("without a pointer one transfers: by tab, by arrows, by Enter @verify", async ({ page, saker }) => {
  await page.setViewportSize(DESK)
  const person = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  await page.goto(`${saker.url}/#/pages/assets/transfer`)
  await page.getByLabel("From", { exact: true }).focus()
  await page.keyboard.press("Tab")
  await expect(page.getByLabel("To", { exact: true })).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("second")
  for (const name of ["Swap accounts", "Currency", "Amount USDT"]) {
    await page.keyboard.press("Tab")
    await expect(page.locator(":focus")).toHaveAccessibleName(name)
  }
  await page.keyboard.type("3.5")
  await page.keyboard.press("Enter")
  await expect(
    page.getByRole("status").getByText("Transferred 3.5 USDT from Spot to Second contract."),
  ).toBeVisible()
})
