/** Anyone sees what is owed; a user proves in the browser that the own balance is counted, and is told where it isn't. */

import type { Page } from "@playwright/test"
import { expect, PHONE, SMALL_PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { smallWith } from "../support/setups.ts"
import { bringToken, getFrom, postTo, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE, setup: smallWith({ SAKER_PRACTICE_FUNDS: "USDT:10000,BTC:0.05" }) })

const PLACE = "/pages/assets/reserves"

/** Proofs come hourly: the one whose balance is in the server's first is everybody in these tests. */
let first: ReturnType<typeof firstOwner> | undefined
function owner(base: string) {
  first ??= firstOwner(base)
  return first
}

/** Someone with practice money, and a proof. */
async function firstOwner(base: string) {
  const person = await signUp(base)
  await postTo(base, "/assets/practice", { key: "p1" }, person.token)
  await expect
    .poll(async () => (await getFrom<{ proof: number }>(base, "/assets/reserves", person.token)).data.proof, {
      timeout: 60_000,
    })
    .toBeGreaterThan(0)
  return person
}
const ownSection = (page: Page) => page.getByRole("region", { name: "Is my balance counted?" })

test("a visitor reads the sums and is asked to log in @verify", async ({ page, open, saker }) => {
  await owner(saker.url)
  await open(PLACE)
  await expect(page.getByRole("region", { name: "USDT" })).toContainText("10,000 USDT")
  await expect(page.getByRole("link", { name: "Log in to check your balance" })).toBeVisible()
})

test("a user finds his balance counted", async ({ page, open, saker }) => {
  const person = await owner(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/index")
  await page.getByRole("link", { name: "Proof of reserves" }).click()
  await page.getByRole("button", { name: "Check my balance" }).click()
  await expect(ownSection(page)).toContainText("All your balances are counted.")
  await expect(ownSection(page).locator("li[data-state=counted]")).toHaveCount(2)
})

test("a sum that was published too small is told @verify", async ({ page, open, saker }) => {
  const person = await owner(saker.url)
  await page.route("**/assets/reserves", async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const row of body.data.rows) row.liabilities = "1"
    await route.fulfill({ response: answer, json: body })
  })
  await bringToken(page, person.token)
  await open(PLACE)
  await page.getByRole("button", { name: "Check my balance" }).click()
  await expect(ownSection(page)).toContainText("Not proven")
  await expect(ownSection(page).locator("li[data-state=other-total]").first()).toContainText(
    "different total",
  )
})

for (const look of LOOKS)
  test(`looks: ${lookName(look)} @verify`, async ({ page, open, saker }) => {
    const person = await owner(saker.url)
    await putOn(page, look)
    await bringToken(page, person.token)
    await open(PLACE)
    await page.locator("main section button").first().click()
    await expect(page.locator("main li[data-state=counted]").first()).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(SMALL_PHONE)
    expect(await sidewaysOverflow(page)).toBe(0)
  })
