/** A trader enters orders at the desk: the size from what they risk, and what is warned of before it is sent. */

import type { Page } from "@playwright/test"
import { DESK, expect, PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { newContractTrader, newTrader, openAs, tradeContract, watchOrders } from "../support/page-trader.ts"
import { SMALL } from "../support/setups.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({ setup: SMALL })

const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const risk = (page: Page) => page.locator("[data-risk]")
const inRisk = (page: Page, name: string) => risk(page).getByRole("textbox", { name, exact: true })
const unit = (page: Page, name: string) => risk(page).getByRole("combobox", { name, exact: true })
const number = (text: string) => Number(text.replaceAll(",", ""))

test("size from risk: 1 % of the account and a stop 2 % away fill the spot ticket, and are sent as told", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(DESK)
  await openAs(page, await newTrader(saker.url))
  const sent = watchOrders(page)
  await open("/pages/spot/trade?symbol=BTC_USDT")
  const price = ticket(page).getByRole("textbox", { name: "Price", exact: true })
  await expect(price).toHaveValue(/^\d+\.\d\d$/)
  // Typed, so that it stays where it is.
  const at = Math.floor(number(await price.inputValue()) * 0.99)
  await price.fill(String(at))
  await unit(page, "Stop in").selectOption("percent")
  await inRisk(page, "Stop").fill("2")
  await unit(page, "Risk in").selectOption("percent")
  await inRisk(page, "Risk").fill("1")
  // 10,000 USDT and 0.05 BTC of practice money.
  await expect(risk(page)).toContainText(/1\s% of 1\d,\d{3}\.\d\d\sUSDT/)
  const worth = number(/of ([\d,.]+)/.exec((await risk(page).textContent()) ?? "")?.[1] ?? "")
  await expect(risk(page)).toContainText(/Stop at \d/)
  await risk(page).getByRole("button", { name: "Apply size" }).click()
  const amount = ticket(page).getByRole("textbox", { name: "Amount", exact: true })
  // 1 % ÷ (2 % and two fees of 0.1 % of the price), down to the lot; the coins follow the price meanwhile.
  const most = (worth * 0.01 * 1.002) / (at * (0.02 + 0.001 + 0.00098))
  const size = number(await amount.inputValue())
  expect(size).toBeLessThanOrEqual(most)
  expect(size).toBeGreaterThan(most * 0.99)
  await expectAccessible(page, "size from risk at a desk", "[data-risk]")

  await ticket(page)
    .getByRole("button", { name: /^Buy \d/ })
    .click()
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^(Buy|Send anyway)/ })
    .click()
  await expect.poll(() => sent.length).toBe(1)
  expect(Number(sent[0]?.quantity)).toBe(size)
})

test("what stands below a field is whole or not there: no half number", async ({ page, saker, open }) => {
  await page.setViewportSize(DESK)
  await openAs(page, await newTrader(saker.url))
  await open("/pages/spot/trade?symbol=BTC_USDT")
  await expect(ticket(page).getByRole("textbox", { name: "Price", exact: true })).toHaveValue(/^\d+\.\d\d$/)
  const amount = ticket(page).getByRole("textbox", { name: "Amount", exact: true })
  const below = page.locator(`[id="${await amount.getAttribute("aria-describedby")}"]`)
  const seen = () =>
    below.evaluate((line) =>
      [...line.children]
        .filter(
          (part) =>
            part.textContent && part.getBoundingClientRect().top < line.getBoundingClientRect().bottom,
        )
        .map(
          (part) =>
            `${part.textContent}${part.scrollWidth > part.clientWidth && part.clientWidth > 0 ? "…" : ""}`,
        ),
    )
  await expect.poll(seen).toEqual(["Step 0.00001"])
  await amount.fill("5")
  await expect.poll(seen).toEqual([expect.stringMatching(/^5\.00000\sBTC = [\d,.]+\sUSDT$/)])
})

test("size from risk on a phone: a contract's size comes with its stop-loss, the leverage is only suggested @verify", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(PHONE)
  await openAs(page, await newContractTrader(saker.url))
  const settings: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("/contract/leverage")) settings.push(request.method())
  })
  await open("/pages/contract/trade?symbol=BTC_USDT_PERP")
  await expect(
    ticket(page)
      .getByText(/5,000\sUSDT/)
      .first(),
  ).toBeVisible()
  await risk(page).getByText("Size from risk").click()
  await unit(page, "Stop in").selectOption("percent")
  await inRisk(page, "Stop").fill("10")
  await inRisk(page, "Risk").fill("50")
  await expect(risk(page)).toContainText(/up to 6× leaves room/)
  await risk(page).getByRole("button", { name: "Use size and stop loss" }).click()
  const amount = ticket(page).getByRole("textbox", { name: "Amount", exact: true })
  await expect(amount).toHaveValue(/^0\.0\d+$/)
  await expect(ticket(page).getByRole("textbox", { name: "Stop loss", exact: true })).toHaveValue(
    /^\d+\.\d+$/,
  )
  expect(await sidewaysOverflow(page)).toBe(0)
  expect(settings).toEqual([])
  await expectAccessible(page, "size from risk on a phone", "[data-risk]")
})

test("an order that turns a position around is asked about, until its limit is switched off @verify", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(DESK)
  const trader = await newContractTrader(saker.url)
  await tradeContract(trader, { instrument: "BTC_USDT_PERP", side: "buy", quantity: "0.010" })
  await openAs(page, trader)
  const sent = watchOrders(page, "contract")
  await open("/pages/contract/trade?symbol=BTC_USDT_PERP")
  await expect(
    ticket(page)
      .getByText(/Free|Available/)
      .first(),
  ).toBeVisible()
  await ticket(page).getByRole("tab", { name: "Market", exact: true }).click()
  await ticket(page).getByRole("textbox", { name: "Amount", exact: true }).fill("0.015")
  await ticket(page)
    .getByRole("button", { name: /^Sell \/ Short/ })
    .click()
  const question = page.getByRole("alertdialog")
  await expect(question).toContainText("This closes your long of 0.010 BTC and opens a short of 0.005 BTC.")
  await question.getByRole("button", { name: "Edit order" }).click()
  await expect(question).toHaveCount(0)
  expect(sent).toEqual([])

  // The limit is the user's, and goes to the server with the other preferences.
  const kept = page.waitForRequest((request) => request.url().endsWith("/security/preferencesSet"))
  await ticket(page).getByRole("button", { name: "Limits and warnings" }).click()
  await page
    .getByRole("combobox", { name: "Warn if the order turns a position around by this share of it" })
    .selectOption("off")
  expect(JSON.parse((await kept).postDataJSON().preferences)).toMatchObject({ guardFlip: "off" })
  await page.keyboard.press("Escape")
  await ticket(page)
    .getByRole("button", { name: /^Sell \/ Short/ })
    .click()
  await expect(question).toBeVisible()
  await expect(question).not.toContainText("This closes your long")
  await question.getByRole("button", { name: "Edit order" }).click()
  await expect(question).toHaveCount(0)

  // The key that closes it acts at once, where it is armed.
  const size = async () =>
    (await getFrom<{ rows: { quantity: string }[] }>(saker.url, "/contract/positions", trader.token)).data
      .rows.length
  await ticket(page).getByRole("textbox", { name: "Amount", exact: true }).blur()
  await page.keyboard.press("?")
  await page.getByRole("switch", { name: "Arm: Close this market’s position at market" }).click()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  expect(await size()).toBe(1)
  await page.keyboard.press("Shift+X")
  await expect.poll(size).toBe(0)
  expect(sent).toEqual([])
})

test("own order sizes are chips of their market, one press away, and follow to another device @verify", async ({
  page,
  saker,
  open,
  browser,
}) => {
  await page.setViewportSize(DESK)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open("/pages/spot/trade?symbol=BTC_USDT")
  await ticket(page).getByRole("button", { name: "Order sizes", exact: true }).click()
  const sheet = page.getByRole("dialog", { name: "Order sizes in BTC" })
  for (const size of ["0.05", "0.001"]) {
    await sheet.getByRole("textbox", { name: "New size" }).fill(size)
    await page.keyboard.press("Enter")
    await expect(sheet.getByRole("listitem").filter({ hasText: size })).toBeVisible()
  }
  await expectAccessible(page, "the sheet of order sizes", "[role=dialog]")
  await sheet.getByRole("button", { name: /^Remove 0\.05000/ }).click()
  const kept = page.waitForResponse((response) => response.url().endsWith("/security/preferencesSet"))
  await sheet.getByRole("textbox", { name: "New size" }).fill("0.002")
  await sheet.getByRole("button", { name: "Add" }).click()
  expect((await kept).ok()).toBe(true)
  await page.keyboard.press("Escape")
  const chips = ticket(page).getByRole("group", { name: "Order sizes in BTC" })
  await chips.getByRole("button", { name: "0.00200" }).click()
  await expect(ticket(page).getByRole("textbox", { name: "Amount", exact: true })).toHaveValue("0.00200")
  await expect(chips.getByRole("button", { name: "0.00200" })).toHaveAttribute("aria-pressed", "true")

  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    locale: "en-GB",
    serviceWorkers: "block",
  })
  const phone = await context.newPage()
  await openAs(phone, trader)
  await phone.goto(`${saker.url}/#/pages/spot/trade?symbol=BTC_USDT`)
  await phone.getByRole("main").getByRole("button", { name: /^Buy/ }).first().tap()
  const onPhone = phone.getByRole("group", { name: "Order sizes in BTC" })
  await expect(onPhone.getByRole("button")).toHaveText(["0.00100", "0.00200"])
  await onPhone.getByRole("button", { name: "0.00100" }).tap()
  await expect(phone.getByRole("textbox", { name: "Amount", exact: true })).toHaveValue("0.00100")
  await context.close()
})

test("keys are changed on their sheet, two never mean the same, and those that trade work only where they are armed @verify", async ({
  page,
  saker,
  open,
}) => {
  await page.setViewportSize(DESK)
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  const sent = watchOrders(page)
  await open("/pages/spot/trade?symbol=BTC_USDT")
  const amount = ticket(page).getByRole("textbox", { name: "Amount", exact: true })
  const price = ticket(page).getByRole("textbox", { name: "Price", exact: true })
  await expect(price).toHaveValue(/^\d+\.\d\d$/)
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" })
  const keyOf = (does: RegExp) => sheet.getByRole("button", { name: does })

  await page.keyboard.press("?")
  await keyOf(/^Change S: Sell,/).click()
  await page.keyboard.press("b")
  await expect(sheet.getByRole("alert")).toContainText("B already does this: Buy, and enter the amount.")
  await page.keyboard.press("5")
  await expect(sheet.getByRole("alert")).toContainText("5 is needed by the browser, lists or fields.")
  // The ladder and the chart are on this page, and would hear the same press; a replay lies over it.
  await page.keyboard.press("m")
  await expect(sheet.getByRole("alert")).toContainText(
    "M already does this: Move your orders at the chosen price of the ladder.",
  )
  await page.keyboard.press("+")
  await expect(sheet.getByRole("alert")).toContainText("+ already does this: Zoom the chart.")
  await page.keyboard.press("v")
  await expect(sheet.getByRole("alert")).toHaveCount(0)
  await expect(keyOf(/^Change V: Sell,/)).toBeVisible()
  // Esc ends the asking alone, and then closes the sheet.
  await keyOf(/^Change B: Buy,/).click()
  await page.keyboard.press("Escape")
  await expect(keyOf(/^Change B: Buy,/)).toHaveAttribute("aria-pressed", "false")
  await expectAccessible(page, "the sheet of keys", "[role=dialog]")
  await page.keyboard.press("Escape")
  await expect(sheet).toBeHidden()
  await page.keyboard.press("s")
  await expect(amount).not.toBeFocused()
  await page.keyboard.press("v")
  await expect(amount).toBeFocused()
  await expect(ticket(page).getByRole("radio", { name: "Sell" })).toBeChecked()
  await amount.blur()
  await page.keyboard.press("b")
  await expect(ticket(page).getByRole("radio", { name: "Buy" })).toBeChecked()
  await ticket(page).getByRole("checkbox", { name: "Confirm before sending" }).click()
  const at = Math.floor(number(await price.inputValue()) * 0.98)
  await price.fill(String(at))
  await amount.fill("0.001")
  await amount.blur()

  // Not armed: it says so, and sends nothing.
  await page.keyboard.press("Shift+B")
  await expect(page.getByText("This key isn’t armed: Send the ticket’s buy order.")).toBeVisible()
  await page.keyboard.press("Shift+C")
  expect(sent).toEqual([])
  await page.keyboard.press("?")
  for (const does of ["Send the ticket’s buy order", "Cancel all orders in this market"])
    await sheet.getByRole("switch", { name: `Arm: ${does}` }).click()
  await page.keyboard.press("Escape")
  await expect(sheet).toBeHidden()
  await page.keyboard.press("Shift+B")
  await page.keyboard.press("Shift+B")
  await expect.poll(async () => (await trader.openOrders()).length).toBe(1)
  await expect(amount).toHaveValue("")
  await page.keyboard.press("Shift+B")
  await page.keyboard.press("Shift+C")
  await expect.poll(async () => (await trader.openOrders()).length).toBe(0)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ side: "buy", price: `${at}.00`, quantity: "0.00100" })

  // The newest of two goes, by a key that was armed for itself.
  await page.keyboard.press("?")
  await sheet.getByRole("switch", { name: "Arm: Cancel the newest order in this market" }).click()
  await page.keyboard.press("Escape")
  await expect(sheet).toBeHidden()
  for (const [count, quantity] of [
    [1, "0.002"],
    [2, "0.001"],
  ] as const) {
    await price.fill(String(at))
    await amount.fill(quantity)
    await amount.blur()
    await page.keyboard.press("Shift+B")
    await expect.poll(async () => (await trader.openOrders()).length).toBe(count)
    await expect(amount).toHaveValue("")
  }
  await expect(page.getByRole("tab", { name: /^Open orders/ })).toContainText("2")
  await page.keyboard.press("Shift+Z")
  await expect
    .poll(async () => (await trader.openOrders()).map((order) => order.quantity))
    .toEqual(["0.00200"])
})
