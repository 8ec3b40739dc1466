/** A user sees what they own: practice money, the total, accounts and coins, live; and hides all of it by one switch. */

import type { Page } from "@playwright/test"
import { availableAt, signUpFunded, transferAt } from "../support/funded.ts"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { bringToken, getFrom, postTo, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE })

const total = (page: Page) => page.getByRole("region", { name: "Total balance" })
const figure = (page: Page) => page.locator("[data-figure=total]")
const account = (page: Page, name: string) =>
  page.getByRole("region", { name: "Accounts" }).getByRole("button", { name: new RegExp(`^${name}`) })
const coin = (page: Page, name: string) =>
  page.getByRole("region", { name: /^Coins in/ }).getByRole("button", { name: new RegExp(`^${name} `) })

test("somebody new owns nothing, gets practice money once, and is told when there is more @verify", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/index")
  await expect(figure(page)).toHaveText("0.00")
  await expect(page.getByText("No assets in this account yet.")).toBeVisible()
  await expect(page.getByText("10,000 USDT, 0.05 BTC, 1 ETH to your spot account")).toBeVisible()
  const asked: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith("/assets/practice")) asked.push(request.url())
  })
  await page.getByRole("button", { name: "Get practice money" }).dblclick()
  await expect(page.getByText(/Practice money again in 23:59:/)).toBeVisible()
  await expect(coin(page, "USDT")).toContainText("10,000")
  await expect(coin(page, "BTC")).toContainText("0.05")
  await expect(figure(page)).not.toHaveText("0.00")
  expect(asked).toHaveLength(1)
  await page.reload()
  await expect(page.getByText(/Practice money again in 23:59:/)).toBeVisible()
  expect(complaints).toEqual([])
})

test("the total is what balances and prices make, in the currency that is chosen, also after a reload", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  await transferAt(saker.url, person, { from: "funding", to: "contract", currency: "USDT", amount: "2500" })
  await bringToken(page, person.token)
  await open("/pages/assets/index")
  await expect(account(page, "Contract")).toContainText("2,500.00")
  const { data } = await getFrom<{ rates: { currency: string; rate: string }[] }>(
    saker.url,
    "/assets/index",
    person.token,
  )
  const rate = (name: string) => Number(data.rates.find(({ currency }) => currency === name)?.rate)
  const worth = 10_000 + 0.05 * rate("BTC") + rate("ETH")
  const shown = async () => Number((await figure(page).textContent())?.replaceAll(",", ""))
  // Prices move between the two readings.
  await expect.poll(async () => Math.abs((await shown()) / worth - 1)).toBeLessThan(0.01)

  await page.getByLabel("Display currency").selectOption("BTC")
  await expect(total(page).getByText("in BTC", { exact: true })).toBeVisible()
  await expect.poll(async () => Math.abs((await shown()) / (worth / rate("BTC")) - 1)).toBeLessThan(0.01)
  // By the lot of its market; to a cent's worth in the title.
  expect(await figure(page).textContent()).toMatch(/^0\.\d{5}$/)
  await expect(figure(page).locator("[title]")).toHaveAttribute("title", /^0\.\d{7}\sBTC$/)
  await page.reload()
  await expect(total(page).getByText("in BTC", { exact: true })).toBeVisible()
})

test("a change of balances is there at once, without a reload, and says what is frozen @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/index")
  await expect(coin(page, "ETH")).toContainText("1 available")
  await transferAt(saker.url, person, { from: "funding", to: "second", currency: "ETH", amount: "0.25" })
  await expect(coin(page, "ETH")).toContainText("0.75 available")

  const { data } = await getFrom<{ bids: [string, string][] }>(
    saker.url,
    "/market/depth?symbol=ETH_USDT&limit=5",
  )
  const order = { instrument: "ETH_USDT", side: "buy", type: "limit", quantity: "0.1" }
  const price = String(Math.floor(Number(data.bids[0]?.[0]) / 2))
  const placed = await postTo(saker.url, "/spot/place", { ...order, price }, person.token)
  expect(placed).toMatchObject({ code: 200 })
  await expect(coin(page, "USDT")).toContainText("frozen")
  await coin(page, "USDT").click()
  const sheet = page.getByRole("dialog", { name: "USDT" })
  await expect(sheet.getByText("Frozen funds back your open orders.")).toBeVisible()
  await sheet.getByRole("link", { name: "Transaction history" }).click()
  await expect(page).toHaveURL(/record\?id=USDT$/)
})

test("an account's coins come by a press on it, small ones go by a tick, and the choice stays @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  await transferAt(saker.url, person, { from: "funding", to: "second", currency: "BTC", amount: "0.00001" })
  await transferAt(saker.url, person, { from: "funding", to: "second", currency: "USDT", amount: "7" })
  await bringToken(page, person.token)
  await open("/pages/assets/index")
  await account(page, "Second contract").click()
  await expect(account(page, "Second contract")).toHaveAttribute("aria-pressed", "true")
  await expect(coin(page, "USDT")).toContainText("7")
  await expect(coin(page, "BTC")).toContainText("0.00001")
  await page.getByLabel("Hide balances below 1 USDT").check()
  await expect(coin(page, "BTC")).toHaveCount(0)
  await expect(coin(page, "USDT")).toBeVisible()
  await page.reload()
  await expect(page.getByLabel("Hide balances below 1 USDT")).toBeChecked()
  await account(page, "Contract").click()
  await expect(page.getByText("No assets in this account yet.")).toBeVisible()
  await page.getByRole("link", { name: "Transfer in" }).click()
  await expect(page).toHaveURL(/transfer$/)
})

test("one switch hides every amount on every screen and in every tab, percentages stay, and it is kept @verify", async ({
  page,
  open,
  saker,
  context,
}) => {
  const person = await signUpFunded(saker.url)
  await transferAt(saker.url, person, { from: "funding", to: "contract", currency: "USDT", amount: "1234" })
  await bringToken(page, person.token)
  await open("/pages/assets/index")
  await expect(coin(page, "USDT")).toContainText("8,766")
  const other = await context.newPage()
  await other.setViewportSize(PHONE)
  await other.goto(`${saker.url}/#/`)
  await expect(figure(other)).toHaveText(/^\d/)

  await page.getByRole("button", { name: "Hide amounts" }).click()
  await expect(figure(page)).toContainText("•••••")
  await expect(figure(other)).toContainText("•••••")
  await expect(account(page, "Contract")).toContainText(/\d\u202f%/)
  const amounts = () =>
    page.getByRole("main").evaluate((main) => /1[,.]?234|8[,.]?766/.test(main.textContent ?? ""))
  expect(await amounts()).toBe(false)
  for (const path of ["/pages/assets/transfer", "/pages/assets/record"]) {
    await open(path)
    await expect(page.getByRole("main").getByText("•••••").first()).toBeVisible()
    expect(await amounts(), path).toBe(false)
  }
  await page.reload()
  await expect(page.getByRole("main").getByText("•••••").first()).toBeVisible()
  await other.getByRole("button", { name: "Show amounts" }).click()
  await expect(page.getByRole("main").getByText("1,234").first()).toBeVisible()
})

test("balances that don't come say so, and come when asked for again @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  let isDown = true
  await page.route("**/assets/index", async (route) => {
    if (isDown && route.request().resourceType() === "fetch") await route.abort()
    else await route.continue()
  })
  await open("/pages/assets/index")
  await expect(page.getByText("Couldn't load your balances.")).toBeVisible()
  isDown = false
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(coin(page, "USDT")).toContainText("10,000")
})

test("on a desk transfer and the latest movements stand beside the coins, which lead to their market @verify", async ({
  page,
  open,
  saker,
}) => {
  await page.setViewportSize(DESK)
  const person = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/index")
  const side = page.getByRole("complementary")
  await expect(side.getByText("Practice money").first()).toBeVisible()
  await side.getByRole("textbox", { name: "Amount" }).fill("12.5")
  await side.getByRole("button", { name: "Transfer 12.5 USDT" }).click()
  await expect(side.getByText("Transferred 12.5 USDT from Spot to Contract.")).toBeVisible()
  await expect(side.getByRole("button", { name: /^Transfer.*\+12\.5/ })).toBeVisible()
  expect(await availableAt(saker.url, person, "contract", "USDT")).toBe("12.5")
  await page.getByRole("link", { name: "Trade BTC" }).click()
  await expect(page).toHaveURL(/spot\/trade\?symbol=BTC_USDT/)
})

test("a visitor is led to the login, and from there to the assets @verify", async ({ page, open }) => {
  await open("/pages/assets/index")
  await expect(page).toHaveURL(/#\/login\?to=/)
})
