/** A trader waits with stops of a contract: by market on the mark, and trailing, each as the ticket told it. */

import type { Locator, Page } from "@playwright/test"
import { DESK, expect, PHONE, test, verifyUnless, watchComplaints } from "../support/journey.ts"
import { priceAt } from "../support/own-orders.ts"
import { newContractTrader, openAs, type Trader, tradeContract, watchOrders } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const PERP = "BTC_USDT_PERP"
const TRADE = `/pages/contract/trade?symbol=${PERP}`

const main = (page: Page) => page.getByRole("main")
const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const field = (page: Page, name: string) => ticket(page).getByRole("textbox", { name, exact: true })
const long = (page: Page) => main(page).getByRole("button", { name: /^Buy \/ Long/ })
const short = (page: Page) => main(page).getByRole("button", { name: /^Sell \/ Short/ })
const toast = (page: Page, text: RegExp) => page.getByRole("status").getByText(text)

/** On a phone all types are in one list; on a desk the stops have a tab, and a list of their own. */
async function chooseStop(page: Page, type: "stop-market" | "trailing-stop"): Promise<void> {
  const list = ticket(page).getByRole("combobox", { name: "Order type" })
  if (await list.count()) await list.selectOption(type)
  else {
    await ticket(page).getByRole("tab", { name: "Stop" }).click()
    await ticket(page).getByRole("combobox", { name: "Kind of stop order" }).selectOption(type)
  }
}

/** Pressed until it asks: a press right after an order was placed is taken for a double tap. */
async function press(page: Page, button: Locator): Promise<void> {
  const question = page.getByRole("alertdialog")
  await expect(async () => {
    if (!(await question.isVisible())) await button.click({ timeout: 5000 })
    await expect(question).toBeVisible({ timeout: 2000 })
  }).toPass()
}

async function confirm(page: Page): Promise<void> {
  const question = page.getByRole("alertdialog")
  await question.getByRole("button").last().click()
  await expect(question).toBeHidden()
}

interface WaitingOrder {
  type: string
  side: string
  stopSource: string
  distance: string
  status: string
}

async function openOrders(base: string, { token }: Trader): Promise<WaitingOrder[]> {
  const { data } = await getFrom<{ rows: WaitingOrder[] }>(base, "/contract/open", token)
  return data.rows
}

for (const [name, viewport] of [
  ["a phone", PHONE],
  ["a desk", DESK],
] as const)
  test.describe(`stops of a contract on ${name}`, () => {
    test.use({ viewport, hasTouch: viewport === PHONE, isMobile: viewport === PHONE })

    test(`are placed by market on the mark, and trailing at a distance that is refused beyond its limits${verifyUnless(viewport === PHONE)}`, async ({
      page,
      open,
      saker,
    }) => {
      const complaints = watchComplaints(page)
      const trader = await newContractTrader(saker.url)
      await openAs(page, trader)
      const sent = watchOrders(page, "contract")
      await open(TRADE)
      await expect(
        ticket(page)
          .getByText(/5,000\sUSDT/)
          .first(),
      ).toBeVisible()
      await chooseStop(page, "stop-market")
      await ticket(page).getByRole("combobox", { name: "Triggered by" }).selectOption("mark")
      await field(page, "Trigger price").fill(await priceAt(saker.url, PERP, 1.03))
      await field(page, "Amount").fill("0.01")
      await expect(long(page)).toContainText("0.010 BTC")
      await press(page, long(page))
      const question = page.getByRole("alertdialog")
      await expect(question).toContainText("Stop-market")
      await expect(question).toContainText("Mark price")
      await confirm(page)
      await expect(
        toast(page, /^Stop order placed: buy 0\.010 BTC Perp at market when [\d,.]+ is reached\.$/),
      ).toBeVisible()
      expect(sent[0]).toMatchObject({ type: "stop-market", stopSource: "mark", quantity: "0.010" })

      await chooseStop(page, "trailing-stop")
      await field(page, "Amount").fill("0.01")
      await field(page, "Distance").fill("60")
      await expect(main(page).getByText("The distance must lie between 0.1 % and 50 %.")).toBeVisible()
      await expect(short(page)).toBeDisabled()
      await main(page)
        .getByRole("button", { name: /^Use 50\s%/ })
        .click()
      await field(page, "Distance").fill("1.5")
      await press(page, short(page))
      await confirm(page)
      await expect(toast(page, /^Trailing stop placed: sells BTC\/USDT Perp once/)).toBeVisible()
      expect(sent[1]).toMatchObject({ type: "trailing-stop", distance: "0.015", side: "sell" })
      expect(sent).toHaveLength(2)
      expect(await openOrders(saker.url, trader)).toMatchObject([
        { type: "trailing-stop", side: "sell", distance: "0.015", status: "waiting" },
        { type: "stop-market", side: "buy", stopSource: "mark", status: "waiting" },
      ])
      expect(complaints).toEqual([])
    })

    test(`close the whole position, and need one @verify`, async ({ page, open, saker }) => {
      const trader = await newContractTrader(saker.url)
      await tradeContract(trader, { instrument: PERP, side: "buy", quantity: "0.010" })
      await openAs(page, trader)
      const sent = watchOrders(page, "contract")
      await open(TRADE)
      await expect(
        ticket(page)
          .getByText(/4,\d{3}(\.\d+)?\sUSDT/)
          .first(),
      ).toBeVisible()
      await chooseStop(page, "stop-market")
      await ticket(page).getByText("Close whole position").click()
      await expect(field(page, "Amount")).toBeHidden()
      await field(page, "Trigger price").fill(await priceAt(saker.url, PERP, 0.97))
      const close = main(page).getByRole("button", { name: /^Close long/ })
      await expect(close).toContainText("Whole position")
      await expect(main(page).getByRole("button", { name: /^Close short/ })).toBeDisabled()
      await press(page, close)
      await expect(page.getByRole("alertdialog")).toContainText("Whole position")
      await confirm(page)
      await expect(toast(page, /^Stop order placed: closes the position in BTC\/USDT Perp/)).toBeVisible()
      expect(sent).toMatchObject([{ type: "stop-market", side: "sell", closePosition: true }])
      expect(sent[0]).not.toHaveProperty("quantity")
      expect(await openOrders(saker.url, trader)).toMatchObject([
        { type: "stop-market", side: "sell", status: "waiting" },
      ])
    })
  })
