/** A user places orders at a desk: what is shown is sent, refusals and guards are said before, fills after. */

import type { Page } from "@playwright/test"
import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { newTrader, openAs, type Trader, watchOrders } from "../support/page-trader.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"
const field = (page: Page, name: "Price" | "Amount" | "Trigger price") =>
  page.getByRole("region", { name: "Order ticket" }).getByRole("textbox", { name, exact: true })
const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const submit = (page: Page) => ticket(page).getByRole("button", { name: /^(Buy|Sell) (BTC|\d)/ })
const toast = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text)

/** The price that an untouched ticket offers: the best bid, as plain text. */
async function offeredPrice(page: Page): Promise<number> {
  await expect(field(page, "Price")).toHaveValue(/^\d+\.\d\d$/)
  return Number(await field(page, "Price").inputValue())
}

/** Fills a limit order a little below the market and returns its price as it is sent. */
async function typeBid(page: Page, amount: string, share = 0.99): Promise<string> {
  const price = ((await offeredPrice(page)) * share).toFixed(2)
  await field(page, "Price").fill(price)
  await field(page, "Amount").fill(amount)
  return price
}

async function confirm(page: Page): Promise<void> {
  const question = page.getByRole("alertdialog")
  await question.getByRole("button").last().click()
  await expect(question).toBeHidden()
}

test.describe("an order at a desk", () => {
  test.use({ viewport: DESK })
  let trader: Trader
  test.beforeEach(async ({ page, saker, open }) => {
    trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(TRADE)
    await expect(ticket(page).getByText(/10,000\sUSDT/)).toBeVisible()
  })

  test("is sent as it is shown, rests in the book with a mark, and is said", async ({ page }) => {
    const complaints = watchComplaints(page)
    const sent = watchOrders(page)
    // Far enough not to be filled or to leave the book's window while the market moves.
    await page.getByRole("combobox", { name: "Price grouping" }).selectOption("10000")
    const price = await typeBid(page, "0.019", 0.995)
    await expect(submit(page)).toContainText("Buy 0.01900 BTC")
    await submit(page).click()
    const question = page.getByRole("alertdialog")
    await expect(question).toContainText("Buy 0.01900 BTC?")
    await expect(question).toContainText(
      `${Number(price).toLocaleString("en", { minimumFractionDigits: 2 })} USDT`,
    )
    await confirm(page)
    await expect(toast(page, /Order placed: buy 0\.01900 BTC at/)).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      type: "limit",
      side: "buy",
      price,
      quantity: "0.01900",
      timeInForce: "gtc",
    })
    expect(Object.keys(sent[0] ?? {})).toEqual(expect.arrayContaining(["clientOrderId", "sentAt"]))
    expect(await trader.openOrders()).toMatchObject([{ price, quantity: "0.01900", status: "new" }])
    await expect(page.getByRole("region", { name: "Order book" }).locator("[data-own]")).toHaveCount(1)
    await expect(field(page, "Amount")).toHaveValue("")
    await expect(ticket(page).getByText(/10,000\sUSDT/)).toBeHidden()
    expect(complaints).toEqual([])
  })

  test("by market in money fills at once, in plain words, and the balance is the server's", async ({
    page,
  }) => {
    const sent = watchOrders(page)
    await ticket(page).getByRole("tab", { name: "Market" }).click()
    await field(page, "Amount").fill("500")
    await expect(submit(page)).toContainText("Buy BTC for 500 USDT")
    await submit(page).click()
    await confirm(page)
    await expect(toast(page, /^Bought 0\.00\d+ BTC at [\d,.]+\.$/)).toBeVisible()
    expect(sent[0]).toMatchObject({ type: "market", budget: "500" })
    const free = await trader.available("USDT")
    expect(Number(free)).toBeGreaterThan(9499)
    expect(Number(free)).toBeLessThan(9510)
    const [whole, fraction] = free.split(".")
    // Shown to two decimals, exact in the title.
    const exact = `${Number(whole).toLocaleString("en")}.${fraction ?? ""}`
    await expect(ticket(page).getByTitle(exact).or(ticket(page).getByText(exact)).first()).toBeVisible()
  })

  test("sold by market in coins @verify", async ({ page }) => {
    await ticket(page).getByText("Sell", { exact: true }).click()
    await ticket(page).getByRole("tab", { name: "Market" }).click()
    await field(page, "Amount").fill("0,002")
    await expect(submit(page)).toContainText("Sell 0.00200 BTC")
    await submit(page).click()
    await confirm(page)
    await expect(toast(page, /^Sold 0\.00200 BTC at [\d,.]+\.$/)).toBeVisible()
  })

  test("good till a time is sent with its moment, asked with it, and told in the list @verify", async ({
    page,
  }) => {
    const sent = watchOrders(page)
    await ticket(page).getByRole("combobox", { name: "Time in force" }).selectOption("gtt")
    await ticket(page).getByRole("combobox", { name: "Expires" }).selectOption("date")
    const date = ticket(page).getByLabel("Expires at")
    await date.fill("2020-01-01T10:00")
    await typeBid(page, "0.019", 0.995)
    await expect(
      ticket(page).getByText(/The expiry time must lie between 5 seconds and 90 days/),
    ).toBeVisible()
    await ticket(page).getByRole("combobox", { name: "Expires" }).selectOption("4h")
    await expect(date).toBeHidden()
    const before = Date.now()
    await submit(page).click()
    await expect(page.getByRole("alertdialog").getByText("Limit, GTT")).toBeVisible()
    await confirm(page)
    await expect(toast(page, /Order placed: buy 0\.01900 BTC at/)).toBeVisible()
    const [{ expiresAt = 0 } = {}] = sent as { expiresAt?: number }[]
    expect(Math.abs(expiresAt - before - 4 * 3_600_000)).toBeLessThan(60_000)
    expect(await trader.openOrders()).toMatchObject([{ timeInForce: "gtc", expiresAt }])
    const row = page.getByRole("region", { name: "Orders and balances" }).locator("[data-order]")
    await expect(row.getByText("Limit GTT")).toBeVisible()
    await expect(row.getByText(/^Until /)).toBeVisible()
  })

  test("a page that is to be connected keeps the countdown set, and tells it when it is offline @verify", async ({
    page,
  }) => {
    const asked: unknown[] = []
    page.on("request", (request) => {
      if (request.url().endsWith("/order/cancelAfter")) asked.push(request.postDataJSON())
    })
    await ticket(page).getByRole("button", { name: "Limits and warnings" }).click()
    const choice = page.getByRole("combobox", { name: "Cancel orders when disconnected" })
    await choice.selectOption("60")
    await expect.poll(() => asked).toContainEqual({ seconds: 60 })
    // Set anew by itself, well before it runs out.
    await expect.poll(() => asked.length, { timeout: 40_000 }).toBeGreaterThan(1)
    await page.context().setOffline(true)
    await expect(page.getByText(/Open orders are cancelled in \d\d:\d\d\./)).toBeVisible({ timeout: 40_000 })
    await page.context().setOffline(false)
    await expect(page.getByText(/Open orders are cancelled in/)).toBeHidden({ timeout: 40_000 })
    await choice.selectOption("off")
    await expect.poll(() => asked.at(-1)).toEqual({ seconds: 0 })
  })

  test("as a stop waits, and says what it will do @verify", async ({ page }) => {
    const last = await offeredPrice(page)
    await ticket(page).getByRole("tab", { name: "Stop" }).click()
    await field(page, "Trigger price").fill((last * 1.02).toFixed(2))
    await field(page, "Price").fill((last * 1.021).toFixed(2))
    await field(page, "Amount").fill("0.01")
    await submit(page).click()
    await confirm(page)
    await expect(toast(page, /Stop order placed: buy 0\.01000 BTC/)).toBeVisible()
    expect(await trader.openOrders()).toMatchObject([{ type: "stop-limit", status: "waiting" }])
  })

  test("above the market is refused before it is sent, and mended by one tap @verify", async ({ page }) => {
    const sent = watchOrders(page)
    await typeBid(page, "0.01", 1.01)
    await expect(ticket(page).getByText(/A limit buy can't be above the best ask/)).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await ticket(page).getByRole("button", { name: /^Use / }).click()
    await expect(submit(page)).toBeEnabled()
    expect(sent).toEqual([])
  })

  test("of more than there is says what is needed and what is there @verify", async ({ page }) => {
    await typeBid(page, "1")
    await expect(
      ticket(page).getByText(/Insufficient balance: [\d,.]+ USDT required, 10,000 available/),
    ).toBeVisible()
    await ticket(page).getByRole("button", { name: /^Use / }).click()
    await expect(submit(page)).toBeEnabled()
  })

  test("with a number that could be two is asked about @verify", async ({ page }) => {
    await offeredPrice(page)
    await field(page, "Price").fill("50,123")
    await expect(ticket(page).getByText("50,123 is ambiguous. Enter 50123 or 50.123.")).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await ticket(page)
      .getByRole("button", { name: /^Use 50123\s/ })
      .click()
    await expect(ticket(page).getByText("Read as 50,123.00")).toBeVisible()
    await field(page, "Price").fill("50123,5")
    await expect(ticket(page).getByText("Read as 50,123.50")).toBeVisible()
  })

  test("far from the market, or of the whole balance, is warned of and asked about even unasked @verify", async ({
    page,
  }) => {
    await ticket(page).getByRole("checkbox", { name: "Confirm before sending" }).uncheck()
    // Warned of from 20 % on; the market may come nearer meanwhile.
    await typeBid(page, "0.01", 0.75)
    await expect(ticket(page).getByText(/is 2\d(\.\d)?\s% below the market\./)).toBeVisible()
    await submit(page).click()
    await expect(page.getByRole("alertdialog")).toContainText("below the market")
    await page.getByRole("alertdialog").getByRole("button", { name: "Edit order" }).click()
    await ticket(page).getByRole("button", { name: /^Use / }).click()
    await expect(ticket(page).getByText("below the market")).toBeHidden()

    // At the market itself the price may move away, and a refusal would stand before the guard.
    await typeBid(page, "0.01", 0.99)
    await ticket(page).getByRole("slider", { name: "Percentage of available balance" }).fill("100")
    await expect(ticket(page).getByText(/This uses (99|100)\s% of your USDT\./)).toBeVisible()
    await submit(page).click()
    await expect(page.getByRole("alertdialog")).toContainText("of your USDT")
    await page.getByRole("alertdialog").getByRole("button", { name: "Edit order" }).click()
    expect(await trader.openOrders()).toEqual([])
  })

  test("is sent once, however quickly one taps @verify", async ({ page }) => {
    const sent = watchOrders(page)
    await ticket(page).getByRole("checkbox", { name: "Confirm before sending" }).uncheck()
    await typeBid(page, "0.01")
    await submit(page).dblclick({ delay: 20 })
    await expect(toast(page, /Order placed/)).toBeVisible()
    await submit(page).click({ force: true })
    expect(sent).toHaveLength(1)
    expect(await trader.openOrders()).toHaveLength(1)
  })

  test("that the server refuses is said in its words, in the ticket and as a toast @verify", async ({
    page,
  }) => {
    // Set from another device after this page had read the preferences.
    await typeBid(page, "0.01")
    await trader.post("/security/preferencesSet", { preferences: `{"orderValueMax":"100"}` })
    await submit(page).click()
    await confirm(page)
    await expect(ticket(page).getByText("The order value exceeds your own limit of 100 USDT.")).toBeVisible()
    await expect(toast(page, /^Order rejected: The order value exceeds your own limit/)).toBeVisible()
    await expect(field(page, "Amount")).toHaveValue("0.01000")
    expect(await trader.openOrders()).toEqual([])
  })

  test("takes its side from the keys B and S, but not while one types @verify", async ({ page }) => {
    await offeredPrice(page)
    await page.keyboard.press("s")
    await expect(submit(page)).toContainText("Sell BTC")
    await expect(field(page, "Amount")).toBeFocused()
    await field(page, "Amount").blur()
    await page.keyboard.press("b")
    await expect(submit(page)).toContainText("Buy BTC")
    await field(page, "Amount").focus()
    await page.keyboard.press("s")
    await expect(submit(page)).toContainText("Buy BTC")
  })
})
