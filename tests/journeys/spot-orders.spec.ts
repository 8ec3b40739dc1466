/** Somebody keeps orders in the market: sees them at once, changes and ends them, and reads how others ended. */

import { DESK, expect, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { panelOf, place, priceAt, rowOf } from "../support/own-orders.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

test.use({ viewport: DESK })

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"

test("an order placed elsewhere appears by itself, and ends by its row", async ({ page, open, saker }) => {
  const complaints = watchComplaints(page)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open(TRADE)
  const panel = panelOf(page)
  await expect(panel.getByText("No open orders.")).toBeVisible()

  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const order = await place(trader, { price, quantity: "0.00200" })
  const row = rowOf(page, order)
  await expect(row).toContainText("BTC/USDT")
  await expect(row).toContainText("0.00000 / 0.00200")
  await expect(panel.getByRole("tab", { name: /Open orders/ })).toContainText("1")

  await panel.getByRole("tab", { name: "Balances" }).click()
  const usdt = panel.getByRole("row", { name: /^USDT/ })
  const held = (Number(price) * 0.002).toFixed(5).replace(/0+$/, "")
  // Cents are shown, all of it stands in the title.
  const frozen = usdt.getByRole("cell").nth(2)
  await expect(frozen).toHaveText(held.replace(/(\.\d\d)\d+$/, "$1"))
  if (/\.\d{3}/.test(held))
    await expect(frozen.locator("[title]")).toHaveAttribute("title", new RegExp(`^${held}`))

  await panel.getByRole("tab", { name: /Open orders/ }).click()
  await row.getByRole("button", { name: `Cancel order ${order.id}` }).click()
  // Under the mouse it stays where it is and says that it has ended; then it leaves.
  await expect(row).toContainText("Cancelled")
  await page.mouse.move(10, 10)
  await expect(row).toHaveCount(0)
  expect(await trader.openOrders()).toEqual([])

  await panel.getByRole("tab", { name: "Order history" }).click()
  await expect(rowOf(page, order)).toContainText("Cancelled")
  expect(complaints).toEqual([])
  expect(await sidewaysOverflow(page)).toBe(0)
})

test("price and amount are changed in the row, with their effect said before @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const order = await place(trader, { price, quantity: "0.00200" })
  await openAs(page, trader)
  await open(TRADE)
  const row = rowOf(page, order)

  await row.getByRole("button", { name: `Edit order ${order.id}` }).click()
  const amount = row.getByRole("textbox", { name: "Amount" })
  await expect(row.getByRole("textbox", { name: "Price" })).toBeFocused()
  await expect(row).toContainText("No changes yet")
  await amount.fill("0,0015")
  await expect(row).toContainText("Keeps its queue position")
  await expect(row).toContainText(/releases [\d.]+.USDT/)
  await amount.press("Enter")
  await expect(row).toContainText("/ 0.00150")
  await expect(row.getByRole("textbox")).toHaveCount(0)
  expect(await trader.openOrders()).toMatchObject([{ id: order.id, quantity: "0.00150", price }])

  await row.getByRole("button", { name: `Edit order ${order.id}` }).click()
  const field = row.getByRole("textbox", { name: "Price" })
  await field.press("ArrowDown")
  await expect(field).toHaveValue((Number(price) - 0.01).toFixed(2))
  await expect(row).toContainText("Moves to the back of the queue")
  await field.press("Escape")
  await expect(row.getByRole("textbox")).toHaveCount(0)
  expect(await trader.openOrders()).toMatchObject([{ price }])
})

test("what the server refuses is said at the row, and the order stays as it was @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const order = await place(trader, { price })
  await openAs(page, trader)
  await open(TRADE)
  const row = rowOf(page, order)
  await row.getByRole("button", { name: `Edit order ${order.id}` }).click()

  await row.getByRole("textbox", { name: "Price" }).fill("1,234")
  await expect(row.getByRole("alert")).toContainText("1,234 is ambiguous. Enter 1234 or 1.234")
  await expect(row.getByRole("button", { name: "Edit", exact: true })).toBeDisabled()

  await row.getByRole("textbox", { name: "Price" }).fill(await priceAt(saker.url, "BTC_USDT", 1.05))
  await row.getByRole("button", { name: "Edit", exact: true }).click()
  await expect(row.getByRole("alert")).toContainText(/price/)
  expect(await trader.openOrders()).toMatchObject([{ id: order.id, price }])
  await row.getByRole("button", { name: "Undo" }).click()
  await expect(row).toContainText(Number(price).toLocaleString("en", { minimumFractionDigits: 2 }))
})

test("a change whose answer is lost is asked after, and never sent again @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const order = await place(trader, { price, quantity: "0.00200" })
  await openAs(page, trader)
  let sent = 0
  await page.route("**/spot/amend", async (route) => {
    sent += 1
    // It reaches the server; its answer doesn't reach the page.
    await route.fetch()
    await route.abort()
  })
  let asked = 0
  await page.route("**/spot/order?*", (route) => {
    asked += 1
    return route.continue()
  })
  await open(TRADE)
  const row = rowOf(page, order)
  await row.getByRole("button", { name: `Edit order ${order.id}` }).click()
  await row.getByRole("textbox", { name: "Amount" }).fill("0.0011")
  await row.getByRole("textbox", { name: "Amount" }).press("Enter")
  await expect(row).toContainText("/ 0.00110")
  await expect(row.getByRole("textbox")).toHaveCount(0)
  expect([sent, asked]).toEqual([1, 1])
})

test("all orders of a market, or of all markets, end after one question @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const btc = await priceAt(saker.url, "BTC_USDT", 0.9)
  for (let count = 0; count < 3; count += 1) await place(trader, { price: btc })
  const eth = await priceAt(saker.url, "ETH_USDT", 0.9)
  const other = await place(trader, { instrument: "ETH_USDT", price: eth, quantity: "0.0100" })
  await openAs(page, trader)
  await open(TRADE)
  const panel = panelOf(page)
  await expect(panel.getByRole("tab", { name: /Open orders/ })).toContainText("4")

  await panel.getByRole("combobox", { name: "Markets" }).selectOption("market")
  await expect(rowOf(page, other)).toHaveCount(0)
  await panel.getByRole("button", { name: "Cancel all BTC/USDT" }).click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("Cancel all open orders in BTC/USDT?")
  await expect(question.getByRole("button", { name: "Keep orders" })).toBeFocused()
  await question.getByRole("button", { name: "Cancel 3 orders" }).click()
  await expect(page.getByText("3 orders cancelled.")).toBeVisible()
  await expect(panel.getByText("No open orders in BTC/USDT.")).toBeVisible()
  expect(await trader.openOrders()).toMatchObject([{ id: other.id }])

  await panel.getByRole("button", { name: "Show all" }).click()
  await panel.getByRole("button", { name: "Cancel all" }).click()
  await question.getByRole("button", { name: "Keep orders" }).click()
  expect(await trader.openOrders()).toHaveLength(1)
  await panel.getByRole("button", { name: "Cancel all" }).click()
  await question.getByRole("button", { name: "Cancel 1 order" }).click()
  await expect(panel.getByText("No open orders.")).toBeVisible()
})

test("while nothing is heard of the server the panel says how old it is, and is right again by itself @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const order = await place(trader, { price })
  await openAs(page, trader)
  await open(TRADE)
  await expect(rowOf(page, order)).toBeVisible()
  saker.freeze()
  await expect(panelOf(page)).toContainText(/\d+ s old|Offline/, { timeout: 60_000 })
  await expect(rowOf(page, order)).toBeVisible()
  saker.thaw()
  await trader.post("/spot/cancel", { id: order.id })
  await expect(rowOf(page, order)).toHaveCount(0, { timeout: 60_000 })
  await expect(panelOf(page)).not.toContainText(/\d+ s old|Offline/)
  await panelOf(page).getByRole("tab", { name: "Order history" }).click()
  await expect(rowOf(page, order)).toContainText("Cancelled")
})

test("hidden amounts are hidden in every list at once; prices stay @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const price = await priceAt(saker.url, "BTC_USDT", 0.9)
  const order = await place(trader, { price, quantity: "0.00213" })
  await openAs(page, trader)
  await page.addInitScript(() => localStorage.setItem("saker:hide-amounts", "hidden"))
  await open(TRADE)
  const row = rowOf(page, order)
  await expect(row).toContainText(Number(price).toLocaleString("en", { minimumFractionDigits: 2 }))
  await expect(row).toContainText("•••••")
  await expect(panelOf(page)).not.toContainText("0.00213")
  await panelOf(page).getByRole("tab", { name: "Balances" }).click()
  await expect(panelOf(page).getByRole("row", { name: /^USDT/ })).toContainText("•••••")
})

for (const width of [1024, 1440, 1920])
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } })

    test("every row is one line, and no figure of it is cut @verify", async ({ page, open, saker }) => {
      const trader = await newTrader(saker.url)
      await place(trader, { price: await priceAt(saker.url, "BTC_USDT", 0.9), quantity: "0.01234" })
      await place(trader, { type: "market", quantity: "0.00123" })
      await place(trader, { type: "market", side: "sell", quantity: "0.00123" })
      await openAs(page, trader)
      await page.addInitScript(() => localStorage.setItem("lang", "de"))
      await open(TRADE)
      const panel = page.getByRole("region", { name: "Orders und Guthaben" })
      for (const tab of [/Offene Orders/, "Orderverlauf", "Ausführungen", "Guthaben"]) {
        await panel.getByRole("tab", { name: tab }).click()
        const row = panel.getByRole("row").nth(1)
        await expect(row).toBeVisible()
        expect((await row.boundingBox())?.height, String(tab)).toBeLessThanOrEqual(33)
        const cut = await row
          .getByRole("cell")
          .evaluateAll((cells) =>
            cells
              .filter((cell) => /\d/.test(cell.textContent ?? "") && cell.scrollWidth > cell.clientWidth + 1)
              .map((cell) => cell.textContent),
          )
        expect(cut, String(tab)).toEqual([])
      }
    })
  })

test("axe finds nothing serious in the lists @verify", async ({ page, open, saker }) => {
  const trader = await newTrader(saker.url)
  await place(trader, { price: await priceAt(saker.url, "BTC_USDT", 0.9) })
  await place(trader, { type: "market", quantity: "0.00100" })
  await openAs(page, trader)
  await open(TRADE)
  const panel = panelOf(page)
  for (const tab of [/Open orders/, "Order history", "Fills", "Balances"]) {
    await panel.getByRole("tab", { name: tab }).click()
    await expect(panel.getByRole("row").nth(1)).toBeVisible()
    await expectAccessible(page, String(tab), '[aria-label="Orders and balances"]')
  }
})
