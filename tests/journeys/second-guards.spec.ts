/** What a form of second contracts doesn't let through: wrong stakes, the daily loss limit, a lost answer, a dead connection. */

import type { Page } from "@playwright/test"
import { expect, PHONE, SMALL_PHONE, test } from "../support/journey.ts"
import { newSecondTrader, newTrader, openAs } from "../support/page-trader.ts"
import { startSaker } from "../support/saker-process.ts"
import { SMALL } from "../support/setups.ts"
import { getFrom } from "../support/signed-up.ts"

const TRADE = "/pages/option/trade?symbol=BTC_USDT_SEC"

const main = (page: Page) => page.getByRole("main")
const stake = (page: Page) => main(page).getByRole("textbox", { name: /^Stake/ })
const up = (page: Page) => main(page).getByRole("button", { name: /^Up/ })
const card = (page: Page) => main(page).locator("[data-second]")

/** A busy machine lets the index fall silent, or the exchange refuse: then again, as a user would. */
async function openUp(page: Page): Promise<void> {
  await expect(async () => {
    if ((await card(page).count()) === 0) await up(page).click({ timeout: 5000 })
    await expect(card(page).first()).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
}

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

test("stakes that can't be are refused at once, and the most that may be is one press away @verify", async ({
  page,
  saker,
  open,
}) => {
  const trader = await newSecondTrader(saker.url, "80")
  await openAs(page, trader)
  await open(TRADE)
  await expect(main(page).getByText(/80\sUSDT/)).toBeVisible()
  for (const [typed, said] of [
    ["1", /between 5 and|from 5 to|5/],
    ["1,234", /one thousand|1234/],
    ["81", /doesn’t hold this much/],
  ] as const) {
    await stake(page).fill(typed)
    await expect(stake(page)).toHaveAttribute("aria-invalid", "true")
    await expect(main(page).getByRole("status").getByText(said).first()).toBeVisible()
    await expect(up(page)).toBeDisabled()
  }
  await main(page).getByRole("button", { name: "Max" }).click()
  await expect(stake(page)).toHaveValue("80")
  await expect(up(page)).toBeEnabled()
})

test("an empty account is offered the way to fill it @verify", async ({ page, saker, open }) => {
  await openAs(page, await newTrader(saker.url))
  await open(TRADE)
  await expect(main(page).getByText(/doesn’t hold this much/)).toBeVisible()
  await expect(main(page).getByRole("status").getByRole("button", { name: "Transfer" })).toBeVisible()
})

test("the daily limit is set in its sheet, holds at once, and a higher one waits a day", async ({
  page,
  saker,
  open,
}) => {
  const trader = await newSecondTrader(saker.url)
  await openAs(page, trader)
  await open(TRADE)
  await main(page)
    .getByRole("button", { name: /^Lost today 0\.00, no limit/ })
    .click()
  const sheet = page.getByRole("dialog", { name: "Daily loss limit" })
  await sheet.getByRole("textbox", { name: "New limit" }).fill("30")
  await sheet.getByRole("button", { name: "Set limit" }).click()
  await expect(page.getByText("The limit is in force.")).toBeVisible()
  await sheet.getByRole("textbox", { name: "New limit" }).fill("500")
  await sheet.getByRole("button", { name: "Set limit" }).click()
  await expect(sheet.getByText(/500\sUSDT/)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(main(page).getByRole("button", { name: /^Lost today 0\.00 of 30/ })).toBeVisible()
  await stake(page).fill("31")
  await expect(stake(page)).toHaveAttribute("aria-invalid", "true")
  await main(page).getByRole("button", { name: "Max" }).click()
  await expect(stake(page)).toHaveValue("30")
  const { data } = await getFrom<{ limit: string; nextLimit: string }>(
    saker.url,
    "/option/limit",
    trader.token,
  )
  expect(data).toMatchObject({ limit: "30", nextLimit: "500" })
})

test("an answer that is lost is asked for, and the contract opened once @verify", async ({
  page,
  saker,
  open,
}) => {
  const trader = await newSecondTrader(saker.url)
  let opened = 0
  await page.route("**/option/open", async (route) => {
    opened += 1
    await route.fetch()
    await route.abort()
  })
  await openAs(page, trader)
  await open(TRADE)
  await stake(page).fill("10")
  await expect(up(page)).toBeEnabled()
  await up(page).click()
  await expect(card(page)).toBeVisible()
  const { data } = await getFrom<{ rows: unknown[] }>(saker.url, "/option/running", trader.token)
  expect(data.rows).toHaveLength(1)
  expect(opened).toBe(1)
})

test("without the server the form is shut and says so, the countdown goes on, and it opens again by itself @verify", async ({
  page,
}) => {
  const first = await startSaker(SMALL)
  const trader = await newSecondTrader(first.url)
  await openAs(page, trader)
  await page.goto(`${first.url}/#${TRADE}`)
  await stake(page).fill("10")
  await expect(up(page)).toBeEnabled()
  await main(page).getByRole("radio", { name: /300 s/ }).click()
  await openUp(page)
  await expect(card(page)).toContainText(/0[345]:\d\d/)
  await first.end("SIGKILL")
  await expect(main(page).getByText(/no contract can be opened|silent for over 2 s/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(up(page)).toBeDisabled()
  const before = await card(page).innerText()
  await expect.poll(() => card(page).innerText()).not.toBe(before)
  await expect(card(page)).not.toContainText(/above|below/)
  const second = await startSaker({ ...SMALL, data: first.data, port: first.port })
  await expect(up(page)).toBeEnabled({ timeout: 60_000 })
  await second.end()
})

test.describe("on a small phone", () => {
  test.use({ viewport: SMALL_PHONE })

  test("up and down are in view without scrolling, also while a contract runs @verify", async ({
    page,
    saker,
    open,
  }) => {
    await openAs(page, await newSecondTrader(saker.url))
    await open(TRADE)
    await stake(page).fill("10")
    await expect(up(page)).toBeEnabled()
    for (const name of [/^Up/, /^Down/])
      await expect(main(page).getByRole("button", { name })).toBeInViewport({ ratio: 1 })
    await openUp(page)
    await expect(card(page)).toBeInViewport({ ratio: 1 })
    await expect(up(page)).toBeInViewport({ ratio: 1 })
  })
})
