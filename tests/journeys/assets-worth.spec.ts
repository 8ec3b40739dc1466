/** A day ends while somebody has money: today's change appears, and the value chart with it; one switch hides both. */

import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { worth } from "#core/wire/worth-calls.ts"
import { expect, test } from "../support/journey.ts"
import { newTrader, openAs } from "../support/page-trader.ts"
import { smallWith } from "../support/setups.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({
  setup: smallWith(
    { SAKER_MARKETS: "2", SAKER_PRACTICE_FUNDS: "USDT:10000" },
    { options: { comesTo: "day" } },
  ),
})

test("today's change and the value chart begin with the first midnight, and are hidden with the amounts @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newTrader(saker.url)
  const told = async () =>
    (await getFrom<ResponseOf<typeof worth>>(saker.url, "/assets/worth?days=7", trader.token)).data
  expect(await told()).toMatchObject({ close: null, rows: [] })
  await openAs(page, trader)
  await open("/pages/assets/index")
  const main = page.getByRole("main")
  await expect(main.getByText(/^Today's change is shown from /)).toBeVisible()
  await expect(main.getByText(/^The first daily value is recorded on /)).toBeVisible()

  saker.goOn()
  await expect.poll(async () => (await told()).rows.length, { timeout: 120_000 }).toBe(1)
  expect((await told()).rows).toMatchObject([{ worth: "10000", netIn: "10000" }])
  await page.reload()
  const change = main.locator("[data-figure=change]")
  await expect(change).toHaveText(/^0(\.00)?0\.00\s%today$/)
  const chart = main.getByRole("img", { name: /^Value from .* 10,000\sUSDT at first, 10,000\sUSDT now/ })
  await expect(chart).toBeVisible()
  await main.getByText("365 d", { exact: true }).click()
  await expect(chart).toBeVisible()
  await main.getByRole("button", { name: "Hide amounts" }).click()
  await expect(chart).toHaveCount(0)
  await expect(main.getByText("The chart is hidden along with the amounts.")).toBeVisible()
  await expect(change).toHaveText(/^•••••hidden0\.00\s%today$/)
})
