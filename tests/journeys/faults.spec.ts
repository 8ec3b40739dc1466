/** The network fails: the page says so, shows nothing wrong, and is right again by itself. */

import { expect, expectToChange, PHONE, test } from "../support/journey.ts"
import { startSaker } from "../support/saker-process.ts"
import { SMALL } from "../support/setups.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test("the server dies and comes back: offline is said, then the book lives again without a reload", async ({
  page,
}) => {
  const first = await startSaker(SMALL)
  await page.goto(`${first.url}/#/pages/spot/trade?symbol=BTC_USDT`)
  const book = page.getByRole("region", { name: "Order book" })
  await expect(book.getByRole("row").nth(6)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await first.end("SIGKILL")
  await expect(page.getByText(/offline/i).first()).toBeVisible({ timeout: 60_000 })
  const second = await startSaker({ ...SMALL, data: first.data, port: first.port })
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await expectToChange(() => book.innerText())
  expect(await page.evaluate(() => "stayed" in window)).toBe(true)
  await second.end()
})

test("a frozen server is told from a quiet market: the age counts, then it is offline, then live again @verify", async ({
  page,
}) => {
  const saker = await startSaker(SMALL)
  await page.goto(`${saker.url}/#/pages/spot/trade?symbol=BTC_USDT`)
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible()
  saker.freeze()
  await expect(page.getByText(/\d s old/).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/offline/i).first()).toBeVisible({ timeout: 60_000 })
  saker.thaw()
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await saker.end()
})

test("two tabs of one browser live side by side @verify", async ({ context, saker }) => {
  const tabs = [await context.newPage(), await context.newPage()]
  for (const tab of tabs) await tab.goto(`${saker.url}/#/pages/spot/trade?symbol=BTC_USDT`)
  for (const tab of tabs) {
    await tab.bringToFront()
    await expectToChange(() => tab.getByRole("region", { name: "Trades" }).innerText())
  }
})

test("a phone that slept for a while is right again when it wakes @verify", async ({ page, open }) => {
  await open("/pages/spot/trade?symbol=BTC_USDT")
  const trades = page.getByRole("region", { name: "Trades" })
  await expect(trades.getByRole("row").nth(3)).toBeVisible()
  const session = await page.context().newCDPSession(page)
  await session.send("Page.setWebLifecycleState", { state: "frozen" })
  // Frozen for longer than two heartbeats, so that the socket counts as dead on waking.
  await new Promise((resolve) => setTimeout(resolve, 7000))
  await session.send("Page.setWebLifecycleState", { state: "active" })
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  await expectToChange(() => trades.innerText())
})
