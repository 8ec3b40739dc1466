/** Somebody's device sets its clock while they trade: what they see goes on. */

import { DESK, expect, test, watchComplaints } from "../support/journey.ts"

test.use({ viewport: DESK })

test("a clock that is set back an hour holds up neither prices nor book nor trades @verify", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
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
  expect(complaints).toEqual([])
})
