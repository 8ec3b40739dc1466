/** A user buys an AI product, sees a day accrue at midnight, and ends it early: with every figure said before it counts. */

import type { Page } from "@playwright/test"
import type { AiHolding } from "#core/wire/ai.ts"
import { expect, PHONE, test } from "../support/journey.ts"
import { newTrader, openAs, type Trader } from "../support/page-trader.ts"
import type { SakerProcess } from "../support/saker-process.ts"
import { smallWith } from "../support/setups.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({ setup: smallWith({}, { options: { comesTo: "day" } }) })

const PRODUCT = "/pages/ai/product?id=usdt-30"

const main = (page: Page) => page.getByRole("main")
const amount = (page: Page) => main(page).getByRole("textbox")
const submit = (page: Page) => main(page).locator("button[type=submit]")

async function holdingsOf(saker: SakerProcess, { token }: Trader): Promise<AiHolding[]> {
  const { data } = await getFrom<{ rows: AiHolding[] }>(saker.url, "/ai/holdings", token)
  return data.rows
}

/** Through the form, with the question. */
async function buy(page: Page, typed: string): Promise<void> {
  await amount(page).fill(typed)
  await submit(page).click()
  await page.getByRole("alertdialog").getByRole("button", { name: "Buy", exact: true }).click()
}

/** By another way than the page. */
async function bought(trader: Trader, product: string, sum: string): Promise<AiHolding> {
  const body = { product, amount: sum, key: `ai-${product}` }
  const { code, data } = await trader.post<AiHolding>("/ai/buy", body)
  expect(code).toBe(200)
  return data
}

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("what is offered is found from home, bought after a question, once, and stands among the holdings", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open("/")
    await main(page).getByRole("link", { name: "AI ETF" }).click()
    await main(page)
      .getByRole("link", { name: /USDT 30/ })
      .click()
    await expect(main(page).getByText(/Available 10,000\sUSDT/)).toBeVisible()
    await amount(page).fill("1000,5")
    await expect(main(page).getByText(/^7\.50375\sUSDT$/)).toBeVisible()
    await submit(page).click()
    const question = page.getByRole("alertdialog")
    await expect(question).toContainText(/Buy USDT 30 for 1,000\.5\sUSDT\?/)
    await question.getByRole("button", { name: "Cancel" }).click()
    expect(await holdingsOf(saker, trader)).toEqual([])
    await submit(page).click()
    await question.getByRole("button", { name: "Buy", exact: true }).dblclick()
    await expect(main(page).getByText(/Bought for 1,000\.5\sUSDT/)).toBeVisible()
    await expect(amount(page)).toHaveValue("")
    expect(await trader.available("USDT")).toBe("8999.5")
    expect(await holdingsOf(saker, trader)).toMatchObject([{ principal: "1000.5", rewardTotal: "7.50375" }])
    await main(page).getByRole("link", { name: "View holdings" }).click()
    const card = main(page).locator("[data-holding]")
    await expect(card).toContainText(/1,000\.5\sUSDT/)
    await expect(card).toContainText("0 of 30 days")
    await open("/pages/assets/index")
    await expect(main(page).getByRole("link", { name: /AI products/ })).toContainText("1,000.50")
  })

  test("what can't be bought isn't, and the field says why @verify", async ({ page, open, saker }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(PRODUCT)
    for (const [typed, said] of [
      ["49.99", /At least 50\sUSDT/],
      ["10000.00000001", /Exceeds the available 10,000\sUSDT/],
      ["1,000", /1,000 is ambiguous/],
      ["-50", "Enter a valid amount."],
      ["1e3", "Enter a valid amount."],
      ["0", "Enter an amount greater than zero."],
      ["50.000000001", "At most 8 decimals."],
    ] as const) {
      await amount(page).fill(typed)
      await expect(main(page).getByText(said), typed).toBeVisible()
      await expect(amount(page), typed).toHaveAttribute("aria-invalid", "true")
      await expect(submit(page), typed).toBeDisabled()
      await amount(page).press("Enter")
    }
    await expect(page.getByRole("alertdialog")).toHaveCount(0)
    await main(page).getByRole("button", { name: "Max that can be bought" }).click()
    await expect(amount(page)).toHaveValue("10000")
    await open("/pages/ai/product?id=nonsense")
    await expect(main(page).getByText("There is no such product.")).toBeVisible()
    await open("/pages/ai/withdraw?id=999999")
    await expect(main(page).getByText("You have no such holding.")).toBeVisible()
    expect(await holdingsOf(saker, trader)).toEqual([])
  })

  test("what the exchange refuses is told in its words, and the amount stays @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(PRODUCT)
    await expect(main(page).getByText(/Available 10,000\sUSDT/)).toBeVisible()
    // Gone by another way before the page has heard of it.
    await page.route("**/ai/buy", async (route) => {
      await bought(trader, "usdt-7", "5000")
      await route.continue()
    })
    await buy(page, "9000")
    await expect(main(page).getByRole("alert")).toContainText("Insufficient balance")
    await expect(amount(page)).toHaveValue("9000")
    expect(await holdingsOf(saker, trader)).toHaveLength(1)
  })

  test("an answer that is lost is asked for, also after a reload, and it was bought once @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    let sent = 0
    await page.route("**/ai/buy", async (route) => {
      sent += 1
      await route.fetch()
      await route.abort()
    })
    await page.route("**/ai/holdings?*", (route) => route.abort())
    await openAs(page, trader)
    await open(PRODUCT)
    await buy(page, "100")
    await expect
      .poll(
        async () =>
          (await main(page)
            .getByText(/no reply yet|Bought for 100/)
            .count()) > 0,
      )
      .toBe(true)
    await page.unroute("**/ai/holdings?*")
    await page.reload()
    await expect(
      main(page)
        .getByText(/You hold/)
        .locator(".."),
    ).toContainText(/100\sUSDT/)
    await expect(submit(page)).toBeVisible()
    expect(await holdingsOf(saker, trader)).toHaveLength(1)
    expect(sent).toBe(1)
  })
})

test("a day accrues at midnight while one looks; the early end says its price, and pays what it said @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const holding = await bought(trader, "usdt-30", "1000")
  await openAs(page, trader)
  await open("/pages/ai/holdings")
  const row = main(page).locator(`[data-holding="${holding.id}"]`)
  await expect(row).toContainText("0 of 30 days")
  // It earns from the next midnight on: the first day has accrued a day later.
  saker.goOn()
  await expect
    .poll(async () => (await getFrom<{ time: number }>(saker.url, "/assets/index", trader.token)).data.time)
    .toBeGreaterThan(holding.starts)
  await expect(row).toContainText("0 of 30 days")
  saker.goOn()
  await expect(row).toContainText("1 of 30 days", { timeout: 120_000 })
  await expect(row).toContainText(/0\.25\sUSDT/)
  expect(await holdingsOf(saker, trader)).toMatchObject([{ accruedDays: 1, reward: "0.25" }])

  await row.getByRole("link", { name: "Redeem early" }).click()
  await expect(
    main(page)
      .getByText(/^You receive$/)
      .locator(".."),
  ).toContainText(/995\sUSDT/)
  await expect(
    main(page)
      .getByText(/^Reward so far, not paid$/)
      .locator(".."),
  ).toContainText(/0\.25\sUSDT/)
  await expect(
    main(page)
      .getByText(/^You receive then$/)
      .locator(".."),
  ).toContainText(/1,007\.5\sUSDT/)
  await main(page)
    .getByRole("button", { name: /^Redeem, receive 995/ })
    .click()
  const question = page.getByRole("alertdialog")
  await question.getByRole("button", { name: "Keep it" }).click()
  expect(await holdingsOf(saker, trader)).toMatchObject([{ status: "in-progress" }])
  await main(page)
    .getByRole("button", { name: /^Redeem, receive 995/ })
    .click()
  await question.getByRole("button", { name: "Redeem early" }).click()
  await expect(main(page).getByText(/995\sUSDT was paid to your spot account/)).toBeVisible()
  expect(await trader.available("USDT")).toBe("9995")
  await expect(main(page).getByText("This holding has ended.")).toBeVisible()
  await main(page).getByRole("link", { name: "View holdings" }).click()
  await expect(main(page).getByText("You hold no AI products.")).toBeVisible()
  await page.getByRole("tab", { name: "Ended" }).click()
  await expect(row).toContainText(/\u22125\sUSDT/)
  await expect(row).toContainText("Redeemed early")
})
