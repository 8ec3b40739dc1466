/** Somebody looks at the book's liquidity over time: switched on in the settings, with a legend, and said in words at the crosshair. */

import { DESK, expect, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"

test("on a desk the heat map is noted from when it is switched on, and says what stood at a price", async ({
  page,
  open,
}) => {
  const complaints = watchComplaints(page)
  await page.setViewportSize(DESK)
  await open("/pages/spot/trade?symbol=BTC_USDT&interval=1m")
  const region = page.getByRole("region", { name: "Chart" })
  await expect(region.locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  await expect(page.locator("[data-heat]")).toHaveCount(0)
  await region.getByRole("button", { name: "Indicators" }).click()
  await page.getByRole("switch", { name: "Liquidity heat map" }).click()
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  const map = page.locator("[data-heat]")
  await expect(map).toHaveText(/^Order book since .*0 to .+ BTC per \d+ USDT/)

  // At the last price, in the bar that runs: there something stands. In an older one nothing was noted.
  const label = await page.locator("[data-last-price]").boundingBox()
  const figure = await region.locator("figure").boundingBox()
  if (!label || !figure) throw new Error("no chart")
  await page.mouse.move(figure.x + figure.width * 0.3, label.y)
  await expect(map).toHaveText(/At [\d,.]+: nothing noted$/)
  let x = figure.x + figure.width * 0.95
  await expect
    .poll(async () => {
      x -= 2
      if (x < figure.x + figure.width * 0.6) x = figure.x + figure.width * 0.95
      await page.mouse.move(x, label.y)
      return map.innerText()
    })
    .toMatch(/At [\d,.]+: [\d.]+\S* BTC$/)
  // Two columns of ten seconds.
  await expect(map).toHaveAttribute("data-heat", /^([2-9]|\d{2,})$/)
  await expectAccessible(page)

  // Another interval is another chart: what was noted is still there.
  await page.keyboard.press("2")
  await expect(page).toHaveURL(/interval=5m/)
  await expect(page.locator("[data-heat]")).toHaveAttribute("data-heat", /^([2-9]|\d{2,})$/)
  expect(complaints).toEqual([])
})
