/** A press at a price of the chart: the order stands in the ticket and nothing is sent, the alert is armed, the level drawn. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newContractTrader, newTrader, openAs, type Trader, tradeContract } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"
import { fingersOn } from "../support/touch.ts"

const SPOT = "/pages/spot/trade?symbol=BTC_USDT&interval=15m"
const PERP = "/pages/contract/trade?symbol=BTC_USDT_PERP&interval=15m"

/** Places of the chart that no bar reaches: the scale keeps room above all of them and below. */
async function placesOf(page: Page) {
  const figure = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  const x = box.x + box.width * 0.4
  return { figure, above: [x, box.y + box.height * 0.04], below: [x, box.y + box.height * 0.8] } as const
}

/** On a desk it has a name of its own for screen readers, and so has the sheet of a phone. */
const menu = (page: Page, name = "BTC/USDT") => page.getByRole("dialog", { name })
const choices = (page: Page, name?: string) => menu(page, name).getByRole("listitem")
const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const field = (page: Page, name: string) => ticket(page).getByRole("textbox", { name, exact: true })

/** The price that the menu shows. */
const menuPrice = (page: Page, name?: string) => menu(page, name).getByRole("textbox", { name: "Price" })

async function alertsOf(trader: Trader, base: string): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${trader.token}`, lang: "en" }
  const answer = await fetch(`${base}/alert/list`, { headers })
  return ((await answer.json()) as { data: { rows: unknown[] } }).data.rows
}

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("with an open position the menu sets its take-profit and stop-loss, each leaving the other", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newContractTrader(saker.url)
    await tradeContract(trader, { instrument: "BTC_USDT_PERP", side: "buy", quantity: "0.020" })
    await openAs(page, trader)
    await open(PERP)
    const { above, below } = await placesOf(page)
    const set = async (at: readonly [number, number], name: "Take profit" | "Stop loss") => {
      await page.mouse.click(...at, { button: "right" })
      const sheet = page.getByRole("dialog")
      const price = (await sheet.getByRole("textbox", { name: "Price" }).inputValue()).replace(",", "")
      await sheet.getByRole("button", { name: `${name} · Long` }).click()
      const question = page.getByRole("alertdialog", { name: new RegExp(`^${name} · Long: `) })
      await expect(question).toContainText(name === "Take profit" ? /Realises \+?\d/ : /Realises −\d/)
      await question.getByRole("button", { name, exact: true }).click()
      await expect(page.getByText("Take profit and stop loss were saved.").last()).toBeVisible()
      return price
    }
    const high = await set(above, "Take profit")
    const low = await set(below, "Stop loss")
    // The first one's word may still stand when the second is on its way.
    const kept = async () => {
      const { data } = await getFrom<{ rows: { targets: Record<string, { price: string }>[] }[] }>(
        saker.url,
        "/contract/positions",
        trader.token,
      )
      const [pair] = data.rows[0]?.targets ?? []
      return [Number(pair?.takeProfit?.price), Number(pair?.stopLoss?.price)]
    }
    await expect.poll(kept).toEqual([Number(high), Number(low)])
    expect(complaints).toEqual([])
  })

  test("the right button fills the ticket by side and price, arms an alert and draws a level; a key does too", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(SPOT)
    const { figure, above, below } = await placesOf(page)

    await page.mouse.click(...below, { button: "right" })
    await expect(choices(page)).toHaveText(["Buy limit", "Sell stop", "Alert here", "Horizontal line here"])
    await expectAccessible(page, "menu", "[role=dialog]")
    const low = await menuPrice(page).inputValue()
    await menu(page).getByRole("button", { name: "Buy limit" }).click()
    await expect(field(page, "Price")).toHaveValue(low)
    await expect(field(page, "Amount")).toBeFocused()
    await page.keyboard.type("0.001")
    await expect(field(page, "Amount")).toHaveValue("0.001")

    await page.mouse.click(...above, { button: "right" })
    await expect(choices(page)).toHaveText(["Sell limit", "Buy stop", "Alert here", "Horizontal line here"])
    const high = await menuPrice(page).inputValue()
    await menu(page).getByRole("button", { name: "Buy stop" }).click()
    await expect(field(page, "Trigger price")).toHaveValue(high)
    await expect(field(page, "Price")).toHaveValue(high)
    expect(await trader.openOrders()).toEqual([])

    await page.mouse.click(...above, { button: "right" })
    await menu(page).getByRole("button", { name: "Alert here" }).click()
    const alert = page.locator("[data-alert]")
    await expect(alert).toHaveCount(1)
    expect(await alertsOf(trader, saker.url)).toMatchObject([{ condition: { direction: "above" } }])
    await alert.getByRole("button", { name: /^Remove alert at/ }).click()
    await expect(alert).toHaveCount(0)
    expect(await alertsOf(trader, saker.url)).toEqual([])

    // By key it begins at the last price; the field takes another one.
    await figure.focus()
    await page.keyboard.press("Shift+F10")
    await expect(menu(page)).toBeVisible()
    await menuPrice(page).fill("1")
    await expect(choices(page)).toHaveText(["Buy limit", "Sell stop", "Alert here", "Horizontal line here"])
    await menuPrice(page).fill("one")
    await expect(choices(page)).toHaveText(["Enter a valid price."])
    await page.keyboard.press("Escape")
    await expect(menu(page)).toHaveCount(0)
    await expect(figure).toBeFocused()

    await page.mouse.click(...below, { button: "right" })
    await menu(page).getByRole("button", { name: "Horizontal line here" }).click()
    const drawn = async () => {
      const headers = { authorization: `Bearer ${trader.token}`, lang: "en" }
      const answer = await fetch(`${saker.url}/drawing/index?instrument=BTC_USDT`, { headers })
      return ((await answer.json()) as { data: { drawings: object[] } }).data.drawings
    }
    await expect.poll(drawn).toMatchObject([{ kind: "horizontal" }])
    expect(complaints).toEqual([])
  })

  test("of a contract a stop enters by market @verify", async ({ page, open, saker }) => {
    const trader = await newContractTrader(saker.url)
    await openAs(page, trader)
    await open(PERP)
    const { below } = await placesOf(page)
    await page.mouse.click(...below, { button: "right" })
    const low = await menuPrice(page, "BTC/USDT Perp").inputValue()
    await menu(page, "BTC/USDT Perp").getByRole("button", { name: "Sell stop" }).click()
    await expect(field(page, "Trigger price")).toHaveValue(low)
    await expect(ticket(page).getByRole("combobox", { name: "Kind of stop order" })).toHaveValue(
      "stop-market",
    )
    await expect(field(page, "Amount")).toBeFocused()
  })
})

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a finger that rests opens the menu, and the ticket's sheet opens filled @verify", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
    const { below } = await placesOf(page)
    const fingers = await fingersOn(page)
    await fingers.down(below)
    // It rests; a finger has no other way to say so.
    await page.waitForTimeout(800)
    await fingers.up()
    await expect(menu(page)).toBeVisible()
    await expect(choices(page)).toHaveCount(4)
    const low = await menuPrice(page).inputValue()
    await menu(page).getByRole("button", { name: "Buy limit" }).tap()
    const sheet = page.getByRole("dialog")
    await expect(sheet.getByRole("textbox", { name: "Price", exact: true })).toHaveValue(low)
    expect(await trader.openOrders()).toEqual([])
    expect(complaints).toEqual([])
  })

  test("a finger that moves on opens nothing: it scrolls, or reads another bar @verify", async ({
    page,
    open,
  }) => {
    await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
    const { below } = await placesOf(page)
    const fingers = await fingersOn(page)
    await fingers.drag(below, [below[0] + 120, below[1]])
    await fingers.down(below)
    await page.waitForTimeout(800)
    await fingers.move([below[0] - 60, below[1]])
    await fingers.up()
    // What would have opened by then.
    await page.waitForTimeout(300)
    await expect(menu(page)).toHaveCount(0)
  })
})
