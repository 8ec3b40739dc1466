/** What a user prefers: of the device and of the account, whichever was chosen later. */

import { expect, PHONE, test } from "../support/journey.ts"
import { bringToken, getFrom, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE })

test("what is chosen stands at once, follows to another device, and a later choice of a visitor is kept @verify", async ({
  page,
  open,
  saker,
  browser,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/preferences")
  await page.getByRole("switch", { name: "Sounds" }).click()
  await page.getByText("Red up", { exact: true }).click()
  await expect(page.locator("html")).toHaveAttribute("data-palette", "red-up")
  await page.getByRole("combobox", { name: "Number format" }).selectOption({ label: "67.284,5" })
  await expect(page.getByText("Saved on this device and in your account.")).toBeVisible()
  await open("/pages/spot/index")
  await expect(
    page
      .getByRole("main")
      .getByText(/^\d+,\d+$/)
      .first(),
  ).toBeVisible()

  const other = await (await browser.newContext({ viewport: PHONE })).newPage()
  // A visitor's choice, before they log in, and later than the account's.
  await other.goto(`${saker.url}/#/`)
  await other.evaluate((at) => {
    localStorage.setItem("saker:choices", JSON.stringify({ hand: { value: "left", at } }))
  }, Date.now())
  await bringToken(other, person.token)
  await other.goto(`${saker.url}/?again#/pages/user/preferences`)
  await expect(other.getByText("Saved on this device and in your account.")).toBeVisible()
  await expect(other.getByRole("switch", { name: "Sounds" })).toBeChecked()
  await expect(other.locator("html")).toHaveAttribute("data-palette", "red-up")
  await expect(other.getByRole("radio", { name: "Left-handed" })).toBeChecked()
  await other.context().close()
  const kept = await getFrom<{ preferences: object }>(saker.url, "/security/preferences", person.token)
  expect(kept.data.preferences).toMatchObject({
    hand: "left",
    sounds: "on",
    palette: "red-up",
    numbers: "de",
  })
})

test("a choice that the server doesn't take stays on the device and is taken there later @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/preferences")
  await expect(page.getByText("Saved on this device and in your account.")).toBeVisible()
  await page.route("**/security/preferencesSet", (route) => route.abort())
  await page.getByRole("switch", { name: "Confirm orders before sending" }).click()
  await expect(page.getByText("It syncs to your account when the server is back.")).toBeVisible()
  await page.unroute("**/security/preferencesSet")
  await page.reload()
  await expect(page.getByRole("switch", { name: "Confirm orders before sending" })).not.toBeChecked()
  await expect(page.getByText("Saved on this device and in your account.")).toBeVisible()
})
