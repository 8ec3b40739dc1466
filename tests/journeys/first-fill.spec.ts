/** Somebody new without money on a phone: how many taps lie between having registered and the first fill. */

import { expect, PHONE, test } from "../support/journey.ts"
import { bringToken, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test("from home to the first fill in six taps and a number, with practice money", async ({
  page,
  open,
  saker,
}) => {
  const { token } = await signUp(saker.url)
  await bringToken(page, token)
  await open("/")
  await page.getByRole("button", { name: "Get practice money" }).tap()
  await expect(page.getByRole("button", { name: "Get practice money" })).toBeHidden()
  await page.getByRole("main").getByRole("link", { name: "Spot" }).first().tap()
  await page.getByRole("main").getByText("Buy BTC").tap()
  const sheet = page.getByRole("dialog")
  await expect(sheet.getByText(/10,000/)).toBeVisible()
  await sheet.getByRole("tab", { name: "Market" }).tap()
  await sheet.getByRole("textbox", { name: "Amount" }).fill("250")
  await expect(sheet.getByText(/^Avg\. [\d,.]+, worst [\d,.]+$/)).toBeVisible()
  const buy = { name: /^Buy BTC for 250 USDT/ }
  await sheet.getByRole("button", buy).tap()
  await page.getByRole("alertdialog").getByRole("button", buy).tap()
  await expect(page.getByRole("status").getByText(/^Bought 0\.00\d+ BTC at [\d,.]+\.$/)).toBeVisible()
})
