/**
 * Rows beside a chart are no layers of their own: a canvas is one, and browsers make another of each clipped cell that is painted
 * after it, which every frame then pays for (bench/README.md).
 */

import type { Page } from "@playwright/test"
import { DESK, expect, test } from "../support/journey.ts"
import { newTrader, openAs, type Trader } from "../support/page-trader.ts"

const ORDERS = 8
/** What lies over the drawing: lines of orders and their labels. */
const ON_CHART = 6

interface Layer {
  drawsContent: boolean
}

/** How many layers the page is drawn in, once it has been for a moment. */
async function layersOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  let layers: Layer[] = []
  session.on("LayerTree.layerTreeDidChange", (change: { layers?: Layer[] }) => {
    layers = change.layers ?? layers
  })
  await session.send("LayerTree.enable")
  await expect.poll(() => layers.length).toBeGreaterThan(0)
  const drawn = layers.filter(({ drawsContent }) => drawsContent).length
  await session.detach()
  return drawn
}

async function placeFarBelow(trader: Trader, url: string): Promise<void> {
  const { data } = (await (await fetch(`${url}/market/depth?symbol=BTC_USDT&limit=5`)).json()) as {
    data: { bids: [string, string][] }
  }
  const best = Number(data.bids[0]?.[0])
  for (let count = 0; count < ORDERS; count += 1) {
    const { code } = await trader.post("/spot/place", {
      ...{ instrument: "BTC_USDT", side: "buy", type: "limit", quantity: "0.001" },
      ...{ price: (best * (0.9 - count / 100)).toFixed(2), clientOrderId: `layer-${count}` },
      sentAt: Date.now(),
    })
    expect(code).toBe(200)
  }
}

test.use({ viewport: DESK })

test("open orders beside a chart make no layer each @verify", async ({ page, saker, open }) => {
  const trader = await newTrader(saker.url)
  await openAs(page, trader)
  await open("/pages/spot/trade?symbol=BTC_USDT")
  await expect(page.getByRole("region", { name: "Order ticket" }).getByText(/10,000\sUSDT/)).toBeVisible()
  await expect(page.locator("canvas").first()).toBeVisible()
  const before = await layersOf(page)
  await placeFarBelow(trader, saker.url)
  await expect(page.locator("[data-order]")).toHaveCount(ORDERS)
  expect(await layersOf(page)).toBeLessThanOrEqual(before + ON_CHART)
})
