/** Who logs in or registers by a link of the page's own head comes back to the page that they were on. */

import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { logInOnPage } from "../support/page-person.ts"
import { signUp } from "../support/signed-up.ts"

const ETH = /#\/pages\/spot\/trade\?symbol=ETH_USDT/

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("the login of the bar leads back, also by way of the registration and after a reload", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const person = await signUp(saker.url)
    await open("/pages/spot/trade?symbol=ETH_USDT")
    await expect(page.getByRole("main").getByText("Log in").first()).toBeVisible()
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).click()
    await expect(page.getByText("Next: Spot trade, ETH/USDT.")).toBeVisible()
    await page.getByRole("link", { name: "Create account" }).click()
    await expect(page.getByText("We send a code first")).toBeVisible()
    await expect(page).toHaveURL(/#\/register\?to=/)
    await page.reload()
    await page.getByRole("main").getByRole("link", { name: "Already have an account?" }).click()
    await expect(page.getByText("Next: Spot trade, ETH/USDT.")).toBeVisible()
    await logInOnPage(page, person)
    await expect(page).toHaveURL(ETH)
    expect(complaints).toEqual([])
  })

  test("from home it leads home, and an address elsewhere is none", async ({ page, open, saker }) => {
    const person = await signUp(saker.url)
    await open("/")
    await page.getByRole("banner").getByRole("link", { name: "Log in" }).click()
    await expect(page).toHaveURL(/#\/login$/)
    await open("/login?to=https%3A%2F%2Felsewhere.example%2F")
    await logInOnPage(page, person)
    await expect(page).toHaveURL(new RegExp(`^${saker.url}/#/$`))
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("the login of the side panel leads back", async ({ page, open, saker }) => {
    const person = await signUp(saker.url)
    await open("/pages/spot/trade?symbol=ETH_USDT")
    await page.getByRole("button", { name: "Menu" }).click()
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /Log in/ })
      .click()
    await expect(page.getByText("Next: Spot trade, ETH/USDT.")).toBeVisible()
    await logInOnPage(page, person)
    await expect(page).toHaveURL(ETH)
  })
})
