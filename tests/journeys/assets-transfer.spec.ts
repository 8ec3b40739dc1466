/** A user moves money between their accounts: once, whatever happens to the answer, and never by a number that could be two. */

import type { Page, Route } from "@playwright/test"
import { availableAt, signUpFunded, transferAt } from "../support/funded.ts"
import { expect, PHONE, test } from "../support/journey.ts"
import { bringToken, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE })

const amount = (page: Page) => page.getByRole("textbox", { name: "Amount" })
const submit = (page: Page) => page.locator("form button[type=submit]")

/** The keys that were sent. */
function watchKeys(page: Page): string[] {
  const keys: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/assets/transfer") && request.method() === "POST")
      keys.push((request.postDataJSON() as { key: string }).key)
  })
  return keys
}

const transferCalls = (page: Page, handle: (route: Route) => Promise<void>) =>
  page.route("**/assets/transfer", (route) =>
    route.request().method() === "POST" ? handle(route) : route.continue(),
  )

test("money moves from account to account, said before and after, by a double press once", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  const keys = watchKeys(page)
  await bringToken(page, person.token)
  await open("/pages/assets/transfer")
  await amount(page).fill("250,5")
  await expect(page.getByText("Read as 250.5 USDT")).toBeVisible()
  await expect(page.getByText("9,749.5 USDT")).toBeVisible()
  await page.getByRole("button", { name: "Transfer 250.5 USDT" }).dblclick()
  await expect(page.getByText("Transferred 250.5 USDT from Spot to Contract.")).toBeVisible()
  await expect(amount(page)).toHaveValue("")
  expect(keys).toHaveLength(1)
  expect(await availableAt(saker.url, person, "contract", "USDT")).toBe("250.5")
  expect(await availableAt(saker.url, person, "funding", "USDT")).toBe("9749.5")

  await page.getByRole("button", { name: "Swap accounts" }).click()
  await expect(page.getByText("Available 250.5 USDT")).toBeVisible()
  await page.getByRole("button", { name: "Max. available USDT" }).click()
  await expect(amount(page)).toHaveValue("250.5")
  await amount(page).press("Enter")
  await expect(page.getByText("Transferred 250.5 USDT from Contract to Spot.")).toBeVisible()
  expect(await availableAt(saker.url, person, "contract", "USDT")).toBe("0")
  await page.getByRole("link", { name: "View transaction history" }).click()
  await expect(page.getByRole("button", { name: /^Transfer.*−250\.5/ })).toHaveCount(2)
})

test("what can't be sent isn't, and the field says why @verify", async ({ page, open, saker }) => {
  const person = await signUpFunded(saker.url)
  const keys = watchKeys(page)
  await bringToken(page, person.token)
  await open("/pages/assets/transfer")
  for (const [typed, word] of [
    ["1,234", "1,234 is ambiguous. Enter 1234 or 1.234."],
    ["10000.00000001", "Exceeds the available 10,000 USDT"],
    ["0", "Enter an amount greater than zero."],
    ["-5", "Enter a valid amount."],
    ["1e3", "Enter a valid amount."],
    ["0.000000001", "At most 8 decimals."],
  ] as const) {
    await amount(page).fill(typed)
    await expect(page.getByText(word), typed).toBeVisible()
    await expect(amount(page), typed).toHaveAttribute("aria-invalid", "true")
    await expect(submit(page), typed).toBeDisabled()
    await amount(page).press("Enter")
  }
  expect(keys).toEqual([])
  // The other side's account changes sides: the two are never the same.
  await page.getByLabel("To", { exact: true }).selectOption("funding")
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("contract")
})

test("what the server refuses is told in its words, and the amount stays @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/transfer")
  await amount(page).fill("9000")
  // Gone by another way before the page has heard of it.
  await transferCalls(page, async (route) => {
    await transferAt(saker.url, person, { from: "funding", to: "second", currency: "USDT", amount: "5000" })
    await route.continue()
  })
  await submit(page).click()
  await expect(page.getByRole("alert")).toContainText("Insufficient balance")
  await expect(amount(page)).toHaveValue("9000")
  expect(await availableAt(saker.url, person, "contract", "USDT")).toBe("0")
})

test("an answer that is lost is asked for with the same key, and the money moved once @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  const keys = watchKeys(page)
  await bringToken(page, person.token)
  await open("/pages/assets/transfer")
  let isLost = true
  await transferCalls(page, async (route) => {
    if (!isLost) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await amount(page).fill("100")
  await submit(page).click()
  await expect(page.getByText(/100\sUSDT from Spot to Contract: sent at .* no reply yet/)).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await expect(amount(page)).toBeDisabled()

  // Neither leaving the screen nor a reload loses it.
  await page.reload()
  await expect(page.getByText(/100\sUSDT from Spot to Contract: sent at/)).toBeVisible()
  isLost = false
  await page.getByRole("button", { name: "Check now" }).click()
  await expect(page.getByText("Transferred 100 USDT from Spot to Contract.")).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(keys.length).toBeGreaterThan(1)
  expect(await availableAt(saker.url, person, "contract", "USDT")).toBe("100")
  expect(await availableAt(saker.url, person, "funding", "USDT")).toBe("9900")
})

test("a request that never arrived is made good by asking, by itself @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  const keys = watchKeys(page)
  await bringToken(page, person.token)
  await open("/pages/assets/transfer")
  let lost = 0
  await transferCalls(page, async (route) => {
    lost += 1
    if (lost > 1) await route.continue()
    else await route.abort()
  })
  await amount(page).fill("42")
  await submit(page).click()
  await expect(page.getByText("Transferred 42 USDT from Spot to Contract.")).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(await availableAt(saker.url, person, "contract", "USDT")).toBe("42")
})

test("one without an answer is never sent in somebody else's name @verify", async ({ page, open, saker }) => {
  const person = await signUpFunded(saker.url)
  const other = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/transfer")
  await transferCalls(page, (route) => route.abort())
  await amount(page).fill("77")
  await submit(page).click()
  await expect(page.getByText(/77\sUSDT from Spot to Contract: sent at/)).toBeVisible()
  await page.unroute("**/assets/transfer")
  const keys = watchKeys(page)
  await page.evaluate((token) => localStorage.setItem("token", token), other.token)
  await page.reload()
  await expect(page.getByText("Available 10,000 USDT")).toBeVisible()
  await expect(page.getByText(/77\sUSDT from Spot/)).toHaveCount(0)
  expect(keys).toEqual([])
  expect(await availableAt(saker.url, other, "contract", "USDT")).toBe("0")
})

test("who has nothing is told so, and how to get practice money @verify", async ({ page, open, saker }) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/transfer?id=BTC")
  await expect(page.getByText("Nothing to transfer yet.")).toBeVisible()
  await page.getByRole("button", { name: "Get practice money" }).click()
  await expect(page.getByLabel("Currency")).toHaveValue("BTC")
  await expect(page.getByText("Available 0.05 BTC")).toBeVisible()
})
