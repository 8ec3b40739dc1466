/** Own positions and contract orders on the chart: lines that live, are dragged, and go back when the server refuses. */

import type { Page } from "@playwright/test"
import { labelOf, lineOf, middle, pull, shownPrice } from "../support/chart-lines.ts"
import { DESK, expect, expectToChange, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { priceAt } from "../support/own-orders.ts"
import { newContractTrader, openAs, type Trader, tradeContract } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"
import { fingersOn } from "../support/touch.ts"

const SYMBOL = "BTC_USDT_PERP"
const TRADE = `/pages/contract/trade?symbol=${SYMBOL}&interval=15m`

interface ServerPosition {
  id: number
  quantity: string
  targets: { id: number; takeProfit: { price: string } | null; stopLoss: { price: string } | null }[]
}
interface OpenOrder {
  id: number
  price: string
  stopPrice: string
}

const positionsOf = async (url: string, { token }: Trader) =>
  (await getFrom<{ rows: ServerPosition[] }>(url, "/contract/positions", token)).data.rows
const openOf = async (url: string, { token }: Trader) =>
  (await getFrom<{ rows: OpenOrder[] }>(url, "/contract/open", token)).data.rows

async function told(trader: Trader, path: string, body: object): Promise<void> {
  expect(await trader.post(path, { instrument: SYMBOL, ...body }), path).toMatchObject({ code: 200 })
}

/** Somebody with a long of 0.020 BTC, its take-profit and stop-loss, on the contract's screen. */
async function longTrader(
  page: Page,
  url: string,
): Promise<{ trader: Trader; name: string; target: (kind: "takeProfit" | "stopLoss") => string }> {
  const trader = await newContractTrader(url)
  await tradeContract(trader, { instrument: SYMBOL, side: "buy", quantity: "0.020" })
  await told(trader, "/contract/targets", {
    // Within the scale also where the price is the highest or the lowest of the hours shown.
    takeProfit: { price: await priceAt(url, SYMBOL, 1.002) },
    stopLoss: { price: await priceAt(url, SYMBOL, 0.9975) },
  })
  const [position] = await positionsOf(url, trader)
  await openAs(page, trader)
  const name = `position-${position?.id}`
  return { trader, name, target: (kind) => `${name}-${position?.targets[0]?.id}-${kind}` }
}

const targetsOf = async (url: string, trader: Trader) => (await positionsOf(url, trader))[0]?.targets[0]

async function moveTo(page: Page, key: string | number): Promise<void> {
  await lineOf(page, key)
    .getByRole("button", { name: /^Move to/ })
    .click()
}

test.describe("on a desk", () => {
  test.use({ viewport: DESK })

  test("a position is on the chart with its live profit, and is closed there", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    const { trader, name, target } = await longTrader(page, saker.url)
    await open(TRADE)
    const entry = lineOf(page, name)
    await expect(entry).toContainText(/Long 0\.020 [+−][\d.]+/)
    await expectToChange(() => entry.textContent())
    await expect(labelOf(page, target("takeProfit"))).toHaveText("TP")
    await expectAccessible(page, "position", "[data-line]")

    await entry.getByRole("button", { name: "Close BTC/USDT Perp Long" }).click()
    await entry.getByRole("button", { name: "Keep it" }).click()
    await entry.getByRole("button", { name: "Close BTC/USDT Perp Long" }).click()
    await entry.getByRole("button", { name: /^Close 0\.020/ }).click()
    await expect(page.locator("[data-line]")).toHaveCount(0)
    expect(await positionsOf(saker.url, trader)).toEqual([])
    expect(complaints).toEqual([])
  })

  test("a target is dragged with what it would realise; one that would fire at once goes back @verify", async ({
    page,
    open,
    saker,
  }) => {
    const { trader, target } = await longTrader(page, saker.url)
    await open(TRADE)
    const key = target("stopLoss")
    await expect(labelOf(page, key)).toBeVisible()
    const before = await shownPrice(page, key)
    await pull(page, key, 12)
    await expect(lineOf(page, key)).toContainText(/Realises −[\d.,]+.USDT there/)
    await page.mouse.up()
    const wanted = await shownPrice(page, key)
    expect(wanted).toBeLessThan(before)
    await moveTo(page, key)
    await expect.poll(async () => Number((await targetsOf(saker.url, trader))?.stopLoss?.price)).toBe(wanted)
    await expect(lineOf(page, key)).toHaveAttribute("data-state", "still")

    // Above the take-profit, and far above the market.
    const [, from] = await middle(labelOf(page, key))
    const [, to] = await middle(labelOf(page, target("takeProfit")))
    await pull(page, key, to - from - 8)
    await page.mouse.up()
    await moveTo(page, key)
    await expect(lineOf(page, key).getByRole("alert")).toContainText("It would fire at once")
    expect(await shownPrice(page, key)).toBe(wanted)
    expect(Number((await targetsOf(saker.url, trader))?.stopLoss?.price)).toBe(wanted)
  })

  test("a contract's limit and its stop are dragged, and amended @verify", async ({ page, open, saker }) => {
    const trader = await newContractTrader(saker.url)
    // Within the scale also where the price stands at the edge of the hours shown.
    const limit = await priceAt(saker.url, SYMBOL, 0.998)
    const stop = await priceAt(saker.url, SYMBOL, 1.002)
    await told(trader, "/contract/place", { side: "buy", type: "limit", price: limit, quantity: "0.010" })
    await told(trader, "/contract/place", {
      ...{ side: "buy", type: "stop-market", stopPrice: stop, quantity: "0.010" },
    })
    const [newest, oldest] = await openOf(saker.url, trader)
    await openAs(page, trader)
    await open(TRADE)
    await expect(labelOf(page, oldest?.id ?? 0)).toHaveText("Buy 0.010")
    await expect(labelOf(page, `${newest?.id}-stop`)).toHaveText("Stop buy 0.010")
    for (const [key, by] of [
      [oldest?.id ?? 0, 10],
      [`${newest?.id}-stop`, -10],
    ] as const) {
      await pull(page, key, by)
      await expect(lineOf(page, key)).toContainText(/Total [\d.,]+.USDT/)
      await page.mouse.up()
      const wanted = await shownPrice(page, key)
      await moveTo(page, key)
      await expect
        .poll(async () =>
          (await openOf(saker.url, trader)).flatMap(({ price, stopPrice }) => [price, stopPrice].map(Number)),
        )
        .toContain(wanted)
      await expect(lineOf(page, key)).toHaveAttribute("data-state", "still")
    }
  })
})

for (const [name, viewport] of [
  ["a desk", DESK],
  ["a phone", PHONE],
] as const)
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test("from the contract's chart one opens how mark, index and funding went @verify", async ({
      page,
      open,
    }) => {
      await open(`/pages/kline/index?symbol=${SYMBOL}&interval=1m`)
      if (viewport === PHONE) await page.getByRole("button", { name: "More" }).click()
      await page.getByRole("button", { name: "Mark, index and funding charts" }).click()
      const sheet = page.getByRole("dialog")
      for (const figure of ["Mark", "Index"]) {
        await sheet.getByRole("radio", { name: figure }).check({ force: true })
        await expect(sheet.getByRole("figure", { name: new RegExp(`^${figure} [\\d,.]+$`) })).toBeVisible()
      }
      await expectAccessible(page, "prices", "[role=dialog]")
      await sheet.getByRole("radio", { name: "Funding" }).check({ force: true })
      await expect(sheet.getByText(/^Funding [+−]?[\d.]+/)).toBeVisible()
    })
  })

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a thumb drags a target by 44 px of label and presses the button that closes @verify", async ({
    page,
    open,
    saker,
  }) => {
    const { trader, name, target } = await longTrader(page, saker.url)
    await open(`/pages/kline/index?symbol=${SYMBOL}&interval=15m`)
    const key = target("takeProfit")
    const close = lineOf(page, name).getByRole("button", { name: "Close BTC/USDT Perp Long" })
    await expect(labelOf(page, key)).toBeVisible()
    for (const part of [labelOf(page, key), close]) {
      const reach = await part.evaluate((element) =>
        Number.parseFloat(getComputedStyle(element, "::after").height),
      )
      expect(reach).toBeGreaterThanOrEqual(44)
    }
    const [x, y] = await middle(labelOf(page, key))
    const fingers = await fingersOn(page)
    await fingers.drag([x, y], [x, y - 24])
    await expect(lineOf(page, key)).toHaveAttribute("data-state", "proposed")
    await expect(lineOf(page, key)).toContainText(/Realises [\d.,]+.USDT there/)
    const wanted = await shownPrice(page, key)
    const move = lineOf(page, key).getByRole("button", { name: /^Move to/ })
    // A touch within some 50 ms of a drag's end Chromium takes for the one that stops its fling: no click comes of it.
    await expect(async () => {
      await move.tap({ timeout: 2000 })
      await expect(lineOf(page, key)).not.toHaveAttribute("data-state", "proposed", { timeout: 1000 })
    }).toPass()
    await expect
      .poll(async () => Number((await targetsOf(saker.url, trader))?.takeProfit?.price))
      .toBe(wanted)
    await close.tap()
    await lineOf(page, name)
      .getByRole("button", { name: /^Close 0\.020/ })
      .tap()
    await expect.poll(() => positionsOf(saker.url, trader)).toEqual([])
  })
})
