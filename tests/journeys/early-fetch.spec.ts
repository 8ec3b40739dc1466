/** The first screen's files are asked for at once, rightly and only once; a price is there before they are. */

import { DESK, expect, PHONE, test } from "../support/journey.ts"

/** Place, and what stands on it when it is there. */
const PLACES = [
  ["/", "home-"],
  ["/pages/index/index", "home-"],
  ["/pages/spot/index", "spot-market.route-"],
  ["/pages/spot/trade?symbol=BTC_USDT", "spot-trade.route-"],
  ["/pages/kline/index?symbol=BTC_USDT", "kline.route-"],
  ["/pages/option/index", "routes-"],
] as const

/** What is named hangs on the place; of the width only that nothing more is fetched in its stead. */
const ON_A_DESK = ["/", "/pages/spot/trade?symbol=BTC_USDT"]

for (const [place, screen] of PLACES)
  for (const viewport of ON_A_DESK.includes(place) ? [PHONE, DESK] : [PHONE])
    test(`${place} at ${viewport.width} names its files in the page's head, and none comes twice @verify`, async ({
      page,
      open,
    }) => {
      await page.setViewportSize(viewport)
      const asked: string[] = []
      page.on("request", (request) => asked.push(new URL(request.url()).pathname))
      const missing: string[] = []
      page.on("response", (answer) => answer.status() >= 400 && missing.push(answer.url()))
      await open(place)
      await expect(page.getByRole("main")).toContainText(/\d/)
      const named = await page
        .locator('#first-data ~ link[rel="modulepreload"], #first-data ~ link[rel="preload"]')
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))
      expect(named.some((file) => file.includes(`/${screen}`))).toBe(true)
      expect(named.some((file) => /\/en-[^/]+\.js$/.test(file))).toBe(true)
      for (const file of named)
        expect
          .soft(
            asked.filter((path) => path === file),
            file,
          )
          .toHaveLength(1)
      expect(missing).toEqual([])
    })

test("a phone shows its market's price before the page's own code is there, and the head goes on with it", async ({
  page,
  saker,
}) => {
  await page.setViewportSize(PHONE)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${saker.url}/#/pages/spot/trade?symbol=BTC_USDT`, { waitUntil: "commit" })
  const price = page.locator("#first-face .face-last")
  await expect(price).toBeVisible()
  await expect(price).toHaveText(/^\d[\d,]*\.\d\d$/)
  // Followed on the socket: it has the colour of its day, not the muted one.
  await expect(page.locator("html")).toHaveAttribute("data-face-price", /^(?:-1|0|1)$/)
  letGo()
  await expect(price).toHaveCount(0)
  await expect(
    page
      .getByRole("main")
      .getByText(/^\d[\d,]*\.\d\d$/)
      .first(),
  ).toBeVisible()
})
