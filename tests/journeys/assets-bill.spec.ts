/** A user reads every movement of their money: page after page, filtered, in detail, and takes it home as CSV. */

import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { signUpFunded, transferAt } from "../support/funded.ts"
import { DESK, expect, PHONE, test } from "../support/journey.ts"
import { bringToken, getFrom, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE })

const lines = (page: Page, name: RegExp) => page.getByRole("main").getByRole("button", { name })

test("the newest stands first, older pages come as one scrolls, to the very first line", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  // Two lines each, and three of practice money: 123 lines in pages of 50.
  for (let count = 1; count <= 60; count += 1)
    await transferAt(saker.url, person, {
      from: "funding",
      to: "second",
      currency: "USDT",
      amount: String(count),
    })
  // Each once, also where the list is asked for anew because balances came.
  const cursors = new Set<string>()
  page.on("request", (request) => {
    const cursor = request.url().includes("/assets/bill") && new URL(request.url()).searchParams.get("cursor")
    if (cursor) cursors.add(cursor)
  })
  await bringToken(page, person.token)
  await open("/pages/assets/record")
  await expect(lines(page, /^Transfer.*[+−]60\s/).first()).toBeVisible()
  await expect(lines(page, /^Practice money/)).toHaveCount(0)
  const first = lines(page, /^Practice money.*\+10,000\s/)
  await expect
    .poll(async () => {
      await page.locator("#main").evaluate((main) => main.scrollTo(0, main.scrollHeight))
      return await first.count()
    })
    .toBe(1)
  expect(cursors.size).toBe(2)
  // Rows that aren't in view aren't drawn.
  expect(await lines(page, /^Transfer/).count()).toBeLessThan(60)
})

test("filters narrow it by account, currency, kind and time, and say when nothing is left @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  await transferAt(saker.url, person, { from: "funding", to: "second", currency: "BTC", amount: "0.01" })
  await transferAt(saker.url, person, { from: "funding", to: "contract", currency: "USDT", amount: "5" })
  await bringToken(page, person.token)
  await open("/pages/assets/record?id=BTC")
  await expect(lines(page, /^Practice money.*\+0\.05\sBTC/)).toBeVisible()
  await expect(lines(page, /USDT/)).toHaveCount(0)
  await page.getByRole("button", { name: "Filters: 1" }).click()
  const sheet = page.getByRole("dialog", { name: "Filters" })
  await expect(sheet.getByLabel("Currency")).toHaveValue("BTC")
  await sheet.getByLabel("Type").selectOption("transfer")
  await sheet.getByLabel("Account").selectOption("second")
  await sheet.getByRole("button", { name: "Show" }).click()
  await expect(lines(page, /^Transfer.*\+0\.01\sBTC.*Second contract/)).toHaveCount(1)
  await expect(lines(page, /^Practice money/)).toHaveCount(0)

  await page.getByRole("button", { name: "All time" }).click()
  const days = page.getByRole("dialog", { name: "Time range" })
  await days.getByRole("button", { name: "Custom" }).click()
  await days.getByRole("button", { name: /^To / }).click()
  await days.getByRole("button", { name: "Previous month" }).click()
  await days.locator("[data-day$='-10']").click()
  await days.getByRole("button", { name: "Apply" }).click()
  await expect(page.getByText("No results for these filters.")).toBeVisible()
  await page.getByRole("button", { name: /^Until 10/ }).click()
  await days.getByRole("button", { name: /^From / }).click()
  await days.locator("[data-day$='-20']").click()
  await expect(days.getByRole("alert")).toContainText("The start date is after the end date.")
  await expect(days.getByRole("button", { name: "Apply" })).toBeDisabled()
  await days.getByRole("button", { name: "Today" }).click()
  await expect(lines(page, /^Transfer.*\+0\.01\sBTC/)).toHaveCount(1)

  await page.getByRole("button", { name: "Filters: 3" }).click()
  await sheet.getByRole("button", { name: "Clear filters" }).click()
  await sheet.getByRole("button", { name: "Show" }).click()
  await expect(lines(page, /^Transfer/)).toHaveCount(4)
  await expect(lines(page, /^Practice money/)).toHaveCount(3)
})

test("a line opens what is known of it, by keyboard too, and gives the focus back @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  await transferAt(saker.url, person, { from: "funding", to: "contract", currency: "USDT", amount: "5" })
  await bringToken(page, person.token)
  await open("/pages/assets/record")
  const line = lines(page, /^Transfer.*−5\sUSDT/)
  await line.focus()
  await page.keyboard.press("Enter")
  const sheet = page.getByRole("dialog", { name: "Transfer" })
  await expect(sheet.getByText("9,995 USDT")).toBeVisible()
  await expect(sheet.getByText(/journey-\d+/)).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(sheet).toHaveCount(0)
  await expect(line).toBeFocused()
})

test("the file has the same lines as the screen, whole, and a refusal is told @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUpFunded(saker.url)
  for (let count = 0; count < 30; count += 1)
    await transferAt(saker.url, person, {
      from: "funding",
      to: "contract",
      currency: "USDT",
      amount: "1.00000001",
    })
  await bringToken(page, person.token)
  await open("/pages/assets/record?id=USDT")
  const button = page.getByRole("button", { name: "Export CSV" })
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()])
  expect(file.suggestedFilename()).toMatch(/^transactions-\d{4}-\d{2}-\d{2}\.csv$/)
  const rows = readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(rows).toHaveLength(1 + 61)
  const { data } = await getFrom<{ rows: { id: string; amount: string; balance: string }[] }>(
    saker.url,
    "/assets/bill?currency=USDT&limit=500",
    person.token,
  )
  for (const [place, { id, amount, balance }] of data.rows.entries())
    for (const field of [id, amount, balance]) expect(rows[place + 1]).toContain(field)
  await expect(page.getByText(/Saved transactions-.*\.csv, 61 rows\./)).toBeVisible()

  // For a tax program: the same money in its own columns, without the transfers, whatever currency is filtered by.
  await page.getByLabel("File format").selectOption("koinly")
  const [tax] = await Promise.all([page.waitForEvent("download"), button.click()])
  expect(tax.suggestedFilename()).toMatch(/^transactions-koinly-\d{4}-\d{2}-\d{2}\.csv$/)
  const legs = readFileSync(await tax.path(), "utf8")
    .trim()
    .split("\r\n")
  expect(legs[0]).toMatch(/^Date,Sent Amount,Sent Currency,Received Amount,/)
  expect(legs).toHaveLength(1 + 3)
  expect(legs.filter((line) => /UTC,,,10000,USDT,.*practice/.test(line))).toHaveLength(1)
  for (const [format, heads, gift] of [
    ["cointracker", /^Date,Received Quantity,Received Currency,/, /^\d\d\/\d\d\/\d{4} [\d:]+,10000,USDT,,,/],
    ["coinledger", /^Date \(UTC\),Platform \(Optional\),Asset Sent,/, /,,,USDT,10000,,,Deposit,/],
  ] as const) {
    await page.getByLabel("File format").selectOption(format)
    const [other] = await Promise.all([page.waitForEvent("download"), button.click()])
    expect(other.suggestedFilename()).toContain(`transactions-${format}-`)
    const [head = "", ...its] = readFileSync(await other.path(), "utf8")
      .trim()
      .split("\r\n")
    expect(head).toMatch(heads)
    expect(its).toHaveLength(3)
    expect(its.filter((line) => gift.test(line))).toHaveLength(1)
  }
  await page.getByLabel("File format").selectOption("whole")

  const refusal = { code: 1001, message: "Too many requests. Try again in a moment.", data: null }
  await page.route("**/assets/export*", (route) => route.fulfill({ json: refusal }))
  await button.click()
  await expect(page.getByRole("alert")).toContainText("Couldn't save the file. Too many requests.")
  await page.unroute("**/assets/export*")
  await page.route("**/assets/export*", (route) => route.abort())
  await button.click()
  await expect(page.getByRole("alert")).toContainText("The server isn't responding.")
})

test("on a desk it is a table whose lines open too, and a new movement comes by itself @verify", async ({
  page,
  open,
  saker,
}) => {
  await page.setViewportSize(DESK)
  const person = await signUpFunded(saker.url)
  await bringToken(page, person.token)
  await open("/pages/assets/record")
  const table = page.getByRole("table")
  await expect(table.getByRole("row")).toHaveCount(1 + 3)
  await transferAt(saker.url, person, { from: "funding", to: "second", currency: "ETH", amount: "0.5" })
  await expect(table.getByRole("row", { name: /Transfer.*Second contract.*\+0\.5\sETH/ })).toBeVisible()
  await page.getByLabel("Type").selectOption("practice")
  await expect(table.getByRole("row")).toHaveCount(1 + 3)
  await table.getByRole("button", { name: "Practice money" }).first().click()
  await expect(page.getByRole("dialog", { name: "Practice money" })).toBeVisible()
})

test("nothing moved yet is said, and a bill that doesn't come can be asked for again @verify", async ({
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  let isDown = true
  await page.route("**/assets/bill?*", (route) => (isDown ? route.abort() : route.continue()))
  await open("/pages/assets/record")
  await expect(page.getByText("Couldn't load the transaction history.")).toBeVisible()
  isDown = false
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByText("No transactions yet.")).toBeVisible()
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled()
})
