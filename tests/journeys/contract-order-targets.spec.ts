/** A trader sends an order with take-profit and stop-loss: what each comes to is told before, and the position has them after. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, SMALL_PHONE, sidewaysOverflow, test, verifyUnless } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { priceAt } from "../support/own-orders.ts"
import { newContractTrader, openAs, type Trader, watchOrders } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const PERP = "BTC_USDT_PERP"
const TRADE = `/pages/contract/trade?symbol=${PERP}`

const main = (page: Page) => page.getByRole("main")
const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const field = (page: Page, name: string) => ticket(page).getByRole("textbox", { name, exact: true })
const list = (page: Page, name: string) => ticket(page).getByRole("combobox", { name, exact: true })
const long = (page: Page) => main(page).getByRole("button", { name: /^Buy \/ Long/ })
const short = (page: Page) => main(page).getByRole("button", { name: /^Sell \/ Short/ })

async function openTicket(page: Page, base: string, open: (path: string) => Promise<void>): Promise<Trader> {
  const trader = await newContractTrader(base)
  await openAs(page, trader)
  await open(TRADE)
  await expect(
    ticket(page)
      .getByText(/5,000\sUSDT/)
      .first(),
  ).toBeVisible()
  return trader
}

async function chooseMarket(page: Page): Promise<void> {
  const types = list(page, "Order type")
  if (await types.count()) await types.selectOption("market")
  else await ticket(page).getByRole("tab", { name: "Market" }).click()
}

interface Targeted {
  side: string
  targets: { takeProfit: { price: string; source: string } | null; stopLoss: { price: string } | null }[]
}

async function positionOf(base: string, { token }: Trader): Promise<Targeted | undefined> {
  const { data } = await getFrom<{ rows: Targeted[] }>(base, "/contract/positions", token)
  return data.rows[0]
}

for (const [name, viewport] of [
  ["a phone", PHONE],
  ["a desk", DESK],
] as const)
  test.describe(`take-profit and stop-loss with an order on ${name}`, () => {
    test.use({ viewport, hasTouch: viewport === PHONE, isMobile: viewport === PHONE })

    test(`are typed in percent, told in money, and set on the position${verifyUnless(viewport === PHONE)}`, async ({
      page,
      open,
      saker,
    }) => {
      const trader = await openTicket(page, saker.url, open)
      const sent = watchOrders(page, "contract")
      await chooseMarket(page)
      await field(page, "Amount").fill("0.01")
      await ticket(page).getByRole("checkbox", { name: "TP / SL" }).check()
      await field(page, "Take profit").fill("10")
      await field(page, "Stop loss").fill("5")
      await expect(field(page, "Take profit")).toHaveAccessibleDescription(/^\+[\d.]+\sUSDT$/)
      await expect(field(page, "Stop loss")).toHaveAccessibleDescription(/^−[\d.]+\sUSDT$/)
      await long(page).click()
      const question = page.getByRole("alertdialog")
      await expect(question).toContainText(
        /Take profit, Mark price[\d,.]+\sUSDT.*\+[\d.]+\sUSDT \(\+10\.00\s%, ROE \+\d+\.\d\d\s%\)/,
      )
      await expect(question).toContainText(/Stop loss, Mark price[\d,.]+\sUSDT.*−[\d.]+\sUSDT \(−5\.00\s%/)
      await question.getByRole("button").last().click()
      await expect(page.getByRole("status").getByText(/^Bought 0\.010 BTC Perp/)).toBeVisible()
      const [order] = sent as { takeProfit: { price: string; source: string }; stopLoss: { price: string } }[]
      const position = await positionOf(saker.url, trader)
      expect(position).toMatchObject({
        side: "long",
        targets: [{ takeProfit: order?.takeProfit, stopLoss: { price: order?.stopLoss.price } }],
      })
      expect(order?.takeProfit.source).toBe("mark")
    })

    test(`that stand on the wrong side are refused before sending, and the server's refusal marks the field${verifyUnless(false)}`, async ({
      page,
      open,
      saker,
    }) => {
      await openTicket(page, saker.url, open)
      const [low, high] = [await priceAt(saker.url, PERP, 0.9), await priceAt(saker.url, PERP, 1.1)]
      await chooseMarket(page)
      await field(page, "Amount").fill("0.01")
      await ticket(page).getByRole("checkbox", { name: "TP / SL" }).check()
      await list(page, "TP / SL as").selectOption("price")
      await field(page, "Take profit").fill(high)
      // It fits a long; the button of the other says why it doesn't fit.
      await expect(long(page)).toBeEnabled()
      await expect(short(page)).toBeDisabled()
      await expect(short(page)).toContainText("TP too high")
      await field(page, "Stop loss").fill(high)
      await expect(long(page)).toBeDisabled()
      await expect(main(page).getByText(/The stop loss of a long must be below [\d,.]+\./)).toBeVisible()
      await expect(main(page).getByText(/The take profit of a short must be below [\d,.]+\./)).toBeVisible()
      if (viewport === DESK) {
        // On a low window as well, whatever the notes take.
        await page.setViewportSize({ ...DESK, height: 740 })
        await expect(long(page)).toBeInViewport({ ratio: 1 })
        await page.setViewportSize(DESK)
      }
      await field(page, "Stop loss").fill(`${low}5`)
      await expect(field(page, "Stop loss")).toHaveAttribute("aria-invalid", "true")
      await expect(main(page).getByText("The price must be a multiple of 0.1.")).toBeVisible()
      await field(page, "Stop loss").fill(low)
      await expect(field(page, "Stop loss")).not.toHaveAttribute("aria-invalid", "true")

      // On its way the market has moved through it.
      await page.route("**/contract/place", (route) => {
        const order = route.request().postDataJSON()
        return route.continue({ postData: { ...order, stopLoss: { ...order.stopLoss, price: high } } })
      })
      await long(page).click()
      await page.getByRole("alertdialog").getByRole("button").last().click()
      await expect(main(page).getByText(/^It would fire at once/)).toBeVisible()
      await expect(field(page, "Stop loss")).toHaveAttribute("aria-invalid", "true")
    })
  })

test("a trailing stop takes both with it, each with a worst price, and its order tells them @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await openTicket(page, saker.url, open)
  const sent = watchOrders(page, "contract")
  await ticket(page).getByRole("tab", { name: "Stop" }).click()
  await list(page, "Kind of stop order").selectOption("trailing-stop")
  await field(page, "Distance").fill("5")
  await field(page, "Amount").fill("0.01")
  await ticket(page).getByRole("checkbox", { name: "TP / SL" }).check()
  await expect(ticket(page).getByText(/^Counted from the price right now/)).toBeVisible()
  await field(page, "Take profit").fill("10")
  await field(page, "Stop loss").fill("5")
  await list(page, "TP / SL sent as").selectOption("limit")
  await expect(field(page, "TP limit")).toHaveValue("10")
  await field(page, "TP limit").fill("9")
  await field(page, "SL limit").fill("")
  await long(page).click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText(/TP limit[\d,.]+\sUSDT/)
  await expect(question).not.toContainText("SL limit")
  await question.getByRole("button").last().click()
  await expect.poll(() => sent.length).toBe(1)
  const [order] = sent as { takeProfit: { price: string; limit: string }; stopLoss: { limit?: string } }[]
  expect(Number(order?.takeProfit.limit)).toBeLessThan(Number(order?.takeProfit.price))
  expect(order?.stopLoss.limit).toBeUndefined()
  // Sent isn't taken yet.
  const openOrders = async () =>
    (await getFrom<{ rows: { takeProfit: object }[] }>(saker.url, "/contract/open", trader.token)).data.rows
  await expect.poll(async () => (await openOrders()).length).toBe(1)
  expect(await openOrders()).toMatchObject([{ type: "trailing-stop", takeProfit: order?.takeProfit }])
})

test.describe("the ticket with take-profit and stop-loss", () => {
  test("at 360×640 has nothing that sticks out, in the longest languages @verify", async ({
    page,
    open,
    saker,
  }) => {
    await page.setViewportSize(SMALL_PHONE)
    await openTicket(page, saker.url, open)
    for (const language of ["de", "pl", "fr"]) {
      await page.evaluate((code) => localStorage.setItem("lang", code), language)
      await page.reload()
      await expect(page.locator("html")).toHaveAttribute("lang", language)
      await main(page)
        .getByRole("checkbox", { name: /TP \/ SL/ })
        .check()
      expect(await sidewaysOverflow(page), language).toBe(0)
    }
  })

  for (const look of LOOKS)
    test(`passes axe, ${lookName(look)} @verify`, async ({ page, open, saker }) => {
      await putOn(page, look)
      await openTicket(page, saker.url, open)
      await field(page, "Amount").fill("0.01")
      await ticket(page).getByRole("checkbox", { name: "TP / SL" }).check()
      await field(page, "Take profit").fill("10")
      await field(page, "Stop loss").fill("5")
      await expect(field(page, "Stop loss")).toHaveAccessibleDescription(/USDT$/)
      await expectAccessible(page, "targets")
    })
})
