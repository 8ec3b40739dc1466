/** A contract and a second contract by the keyboard alone: from the list to the ticket, the order, the position and its close. */

import type { Locator, Page } from "@playwright/test"
import { DESK, expect, test } from "../support/journey.ts"
import { tabTo } from "../support/keys.ts"
import { expectAccessible } from "../support/looks.ts"
import { newContractTrader, newSecondTrader, openAs, type Trader } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

test.use({ viewport: DESK })

const PERP = "BTC_USDT_PERP"
const ticket = (page: Page) => page.getByRole("region", { name: "Order ticket" })
const lists = (page: Page) => page.getByRole("region", { name: "Contract orders" })

const rowsOf = async <Row>(base: string, path: string, { token }: Trader) =>
  (await getFrom<{ rows: Row[] }>(base, path, token)).data.rows

/** What has the focus is seen to have it: an outline or a ring of its own. */
async function expectSeen(target: Locator): Promise<void> {
  await expect(target).toBeFocused()
  const isMarked = await target.evaluate((element) => {
    const marked = (each: Element | null): boolean => {
      if (!each) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none"
    }
    return marked(element) || marked(element.closest("[data-field] > div")) || marked(element.parentElement)
  })
  expect(isMarked, await target.evaluate((element) => element.outerHTML.slice(0, 120))).toBe(true)
}

async function pressAt(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target)
  await expectSeen(target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await expectSeen(target)
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type(text)
}

test("a long is opened and closed, its TP / SL reached, an order amended and cancelled, with keys alone", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newContractTrader(saker.url)
  await openAs(page, trader)
  await open(`/pages/contract/trade?symbol=${PERP}`)
  const field = (name: string) => ticket(page).getByRole("textbox", { name, exact: true })
  await expect(field("Price")).toHaveValue(/\d/)
  const price = Number(await field("Price").inputValue())

  // An order far below, amended and cancelled in its row.
  await type(page, field("Price"), (price * 0.95).toFixed(1))
  await type(page, field("Amount"), "0.02")
  await pressAt(page, ticket(page).getByRole("button", { name: /^Buy \/ Long/ }))
  const question = page.getByRole("alertdialog")
  await pressAt(page, question.getByRole("button").last())
  await expect.poll(async () => (await rowsOf(saker.url, "/contract/open", trader)).length).toBe(1)
  const [order] = await rowsOf<{ id: number }>(saker.url, "/contract/open", trader)
  const tab = lists(page).getByRole("tab", { name: /^Open orders/ })
  const positionsTab = lists(page).getByRole("tab", { name: /^Positions/ })
  await tabTo(page, positionsTab.or(tab).first())
  await page.keyboard.press("ArrowRight")
  await expect(tab).toHaveAttribute("aria-selected", "true")
  const row = lists(page).locator(`[data-order="${order?.id}"]`)
  await pressAt(page, row.getByRole("button", { name: `Edit order ${order?.id}` }))
  await type(page, row.getByRole("textbox", { name: "Amount" }), "0.015")
  await page.keyboard.press("Enter")
  await expect
    .poll(async () => (await rowsOf<{ quantity: string }>(saker.url, "/contract/open", trader))[0]?.quantity)
    .toBe("0.015")
  await pressAt(page, row.getByRole("button", { name: `Cancel order ${order?.id}` }))
  await expect.poll(async () => (await rowsOf(saker.url, "/contract/open", trader)).length).toBe(0)

  // A long by market.
  await tabTo(page, ticket(page).getByRole("tab", { name: "Limit" }))
  await page.keyboard.press("ArrowRight")
  await type(page, field("Amount"), "0.02")
  await pressAt(page, ticket(page).getByRole("button", { name: /^Buy \/ Long/ }))
  await pressAt(page, question.getByRole("button").last())
  const positions = () => rowsOf<{ quantity: string }>(saker.url, "/contract/positions", trader)
  await expect.poll(async () => (await positions()).length).toBe(1)

  // Its row is reached, and each of its buttons says what it is of.
  await tabTo(page, tab)
  await page.keyboard.press("ArrowLeft")
  await expect(positionsTab).toHaveAttribute("aria-selected", "true")
  await pressAt(page, lists(page).getByRole("button", { name: /^TP \/ SL of BTC/ }))
  const sheet = page.getByRole("dialog")
  await expect(sheet).toBeVisible()
  await expectAccessible(page, "take profit and stop loss", "[role=dialog]")
  await page.keyboard.press("Escape")
  await expect(sheet).toBeHidden()
  await expectSeen(lists(page).getByRole("button", { name: /^TP \/ SL of BTC/ }))
  await expectAccessible(page, "positions", "section[aria-label='Contract orders']")
  await pressAt(page, lists(page).getByRole("button", { name: /^Close BTC/ }))
  await expect(sheet).toBeVisible()
  await pressAt(page, sheet.getByRole("button", { name: /^Close 0/ }))
  await pressAt(page, question.getByRole("button").last())
  await expect.poll(async () => (await positions()).length).toBe(0)
  // Where it was closed the keys aren't lost at the top of the page.
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

test("a second contract is chosen, opened and found among those that run, with keys alone @verify", async ({
  page,
  open,
  saker,
}) => {
  const trader = await newSecondTrader(saker.url)
  await openAs(page, trader)
  await open("/pages/option/trade")
  const main = page.getByRole("main")
  const stake = main.getByRole("textbox", { name: /^Stake/ })
  await expect(stake).toBeVisible()
  const up = main.getByRole("button", { name: /^Up/ })
  const period = main.getByRole("radio").first()
  await tabTo(page, period.or(main.getByRole("button", { name: /^30 s/ })).first())
  await page.keyboard.press("ArrowRight")
  await type(page, stake, "10")
  await expect(up).toBeEnabled()
  await pressAt(page, up)
  const question = page.getByRole("alertdialog")
  if (await question.isVisible()) await pressAt(page, question.getByRole("button").last())
  await expect.poll(async () => (await rowsOf(saker.url, "/option/running", trader)).length).toBe(1)
  await expectAccessible(page, "a second contract that runs", "main")
})
