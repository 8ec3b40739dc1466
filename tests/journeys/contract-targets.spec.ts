/** A trader protects a position in parts: by percent, by money and by price, on last and with a limit, and takes it back. */

import type { Locator, Page } from "@playwright/test"
import type { TargetPair } from "#core/wire/contract.ts"
import { DESK, expect, PHONE, SMALL_PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { newContractTrader, openAs, type Trader, tradeContract } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const SYMBOL = "BTC_USDT_PERP"

interface ServerPosition {
  entryPrice: string
  targets: TargetPair[]
}

const positionOf = async (url: string, { token }: Trader) =>
  (await getFrom<{ rows: ServerPosition[] }>(url, "/contract/positions", token)).data.rows[0]

/** Somebody long of 0.010 BTC, at their list of positions. */
async function atPositions(page: Page, url: string): Promise<Trader> {
  const trader = await newContractTrader(url)
  await tradeContract(trader, { instrument: SYMBOL, side: "buy", quantity: "0.010" })
  await openAs(page, trader)
  await page.goto(`${url}/#/pages/assets/index`)
  await page.getByRole("button", { name: /^(Contract|Kontrakt)/ }).click()
  await expect(page.locator("[data-position]")).toBeVisible()
  return trader
}

async function openTargets(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^TP \/ SL of/ }).click()
  return page.getByRole("dialog")
}

for (const [name, viewport] of [
  ["a phone", PHONE],
  ["a desk", DESK],
] as const)
  test(`two parts are set, one changed and taken away on ${name} @verify`, async ({ page, saker }) => {
    await page.setViewportSize(viewport)
    const trader = await atPositions(page, saker.url)
    let sheet = await openTargets(page)
    const group = (label: string) => sheet.getByRole("group", { name: label })
    await sheet.getByLabel("For").selectOption({ label: "Another part" })
    await sheet.getByLabel("Amount").fill("0.011")
    await expect(sheet).toContainText("At most 0.010")
    await sheet.getByLabel("Amount").fill("0.004")
    await group("Take profit at").getByLabel("Given as").selectOption("percent")
    await group("Take profit at").getByRole("textbox").fill("50")
    await group("Take profit at").getByLabel("Trigger price").selectOption("last")
    await group("Stop loss at").getByLabel("Given as").selectOption("money")
    await group("Stop loss at").getByRole("textbox").fill("40")
    await expect(group("Take profit at")).toContainText(/\+\d+.*before fees/)
    await expect(group("Stop loss at")).toContainText(/\u221239\.\d+.*before fees|\u221240.*before fees/)
    await sheet.getByRole("button", { name: "Save" }).click()
    await expect(sheet).toBeHidden()
    const set = await positionOf(saker.url, trader)
    expect(set?.targets).toMatchObject([
      { quantity: "0.004", takeProfit: { source: "last", limit: "" }, stopLoss: { source: "mark" } },
    ])
    const entry = Number(set?.entryPrice)
    expect(Number(set?.targets[0]?.takeProfit?.price) / entry).toBeCloseTo(1.5, 4)
    // 0.004 BTC lose 40 USDT ten thousand below the entry.
    expect(entry - Number(set?.targets[0]?.stopLoss?.price)).toBeCloseTo(10_000, 0)

    sheet = await openTargets(page)
    await expect(sheet.getByRole("button", { name: "Remove" })).toBeHidden()
    await sheet.getByLabel("For").selectOption({ label: "Another part" })
    await sheet.getByLabel("Amount").fill("0.003")
    await group("Take profit at").getByRole("textbox").fill("900000")
    await group("Take profit at").getByLabel("Order type").selectOption("limit")
    await sheet.getByLabel("Limit price").fill("899000")
    await sheet.getByRole("button", { name: "Save" }).click()
    await expect(sheet).toBeHidden()
    const both = (await positionOf(saker.url, trader))?.targets
    expect(both).toMatchObject([
      { quantity: "0.004" },
      { quantity: "0.003", takeProfit: { price: "900000.0", source: "mark", limit: "899000.0" } },
    ])

    sheet = await openTargets(page)
    await sheet.getByLabel("For").selectOption(String(both?.[0]?.id))
    await expect(sheet.getByLabel("Amount")).toHaveValue("0.004")
    await sheet.getByRole("button", { name: "Remove" }).click()
    await expect(sheet).toBeHidden()
    expect((await positionOf(saker.url, trader))?.targets).toMatchObject([{ quantity: "0.003" }])
    if (viewport === PHONE) await expect(page.locator("[data-position]")).toContainText("1 part")
  })

test("nothing of it is cut at 360 px, in German @verify", async ({ page, saker }) => {
  await page.setViewportSize(SMALL_PHONE)
  await page.addInitScript(() => localStorage.setItem("lang", "de"))
  await atPositions(page, saker.url)
  await page.getByRole("button", { name: /^TP \/ SL von/ }).click()
  const sheet = page.getByRole("dialog")
  await sheet.getByLabel("Für").selectOption("further")
  await sheet.getByRole("group").last().getByLabel("Angegeben als").selectOption("percent")
  await sheet.getByRole("group").last().getByRole("textbox").fill("50")
  await expect(sheet.getByRole("group").last()).toContainText("bei ")
  expect(await sidewaysOverflow(page)).toBe(0)
})

for (const look of LOOKS)
  test(`axe finds nothing on the sheet, ${lookName(look)} @verify`, async ({ page, saker }) => {
    await putOn(page, look)
    await atPositions(page, saker.url)
    const sheet = await openTargets(page)
    await sheet.getByLabel("For").selectOption("further")
    await sheet.getByRole("group").first().getByLabel("Order type").selectOption("limit")
    await expect(sheet.getByLabel("Limit price")).toBeVisible()
    await expectAccessible(page, "targets")
  })
