/** Somebody's device sets its clock while they trade: what they see goes on. */

import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { newTrader, openAs } from "../support/page-trader.ts"

test.use({ viewport: DESK })

test("a clock that is set back an hour holds up neither prices nor book nor trades nor an order @verify", async ({
  page,
  open,
  saker,
}) => {
  const complaints = watchComplaints(page)
  await openAs(page, await newTrader(saker.url))
  await open("/pages/spot/trade?symbol=BTC_USDT")
  const book = page.locator("[data-desk-panel=book]")
  const tape = page.locator("[data-desk-panel=tape]")
  await expect(book.getByRole("row").nth(6)).toBeVisible()
  await expect(tape.getByRole("row").nth(3)).toBeVisible()
  const setBack = () => {
    const real = Date.now
    Date.now = () => real() - 3_600_000
  }
  for (const worker of page.workers()) await worker.evaluate(setBack)
  await page.evaluate(setBack)
  // Each of them is told anew several times over.
  for (const panel of [book, tape])
    for (let count = 0; count < 3; count += 1) {
      const before = await panel.innerText()
      await expect.poll(() => panel.innerText(), { timeout: 20_000 }).not.toBe(before)
    }
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible()
  // An order says when it was sent, by the server's clock: one that seems an hour old would be refused.
  const ticket = page.locator("[data-desk-panel=ticket]")
  await ticket.getByRole("tab", { name: "Market" }).click()
  await ticket.getByRole("textbox", { name: "Amount" }).fill("500")
  await ticket.getByRole("button", { name: /^Buy BTC for 500/ }).click()
  await page.getByRole("alertdialog").getByRole("button", { name: /Buy/ }).click()
  await expect(page.getByText(/^Bought 0\.00\d+ BTC at [\d,.]+\.$/)).toBeVisible()
  expect(complaints).toEqual([])
})
