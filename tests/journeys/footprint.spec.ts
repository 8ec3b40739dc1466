/** Somebody looks at what was traded at each price of each bar: switched on in the settings, with figures, and said in words. */

import { DESK, expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"

const MINUTE = 60_000
/** Epoch ms of `Trades since 29 Nov 2026, 00:29:48`; NaN where nothing is counted yet. */
const beginOf = (text: string) => Date.parse((/since ([^·]*)/.exec(text)?.[1] ?? "").replace(",", ""))

for (const [device, viewport] of [["desk", DESK] as const, ["phone", PHONE] as const])
  test(`on a ${device} the footprint takes the candles' place, with figures, and says what was traded at a price`, async ({
    page,
    open,
  }) => {
    const complaints = watchComplaints(page)
    await page.setViewportSize(viewport)
    await open(`/pages/${viewport === PHONE ? "kline/index" : "spot/trade"}?symbol=BTC_USDT&interval=1m`)
    const region = page.getByRole("region", { name: "Chart" })
    const figure = region.locator("figure")
    await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
    await expect(page.locator("[data-footprint]")).toHaveCount(0)
    const settings = viewport === PHONE ? "Chart settings" : "Indicators"
    await region.getByRole("button", { name: settings }).click()
    await page.getByRole("switch", { name: "Footprint" }).click()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    const note = page.locator("[data-footprint]")
    await expect(note).toHaveText(/^Trades since .* sold \| bought, BTC per [\d.,]+ USDT/)
    // Bars have become wide enough for figures.
    await expect(note).toHaveAttribute("data-form", "figures")

    // Whoever points at a bar of which trades are counted is told.
    const label = await page.locator("[data-last-price]").boundingBox()
    const box = await figure.boundingBox()
    if (!label || !box) throw new Error("no chart")
    let x = box.x + box.width * 0.9
    await expect
      .poll(async () => {
        x -= 20
        if (x < box.x + 20) x = box.x + box.width * 0.9
        await page.mouse.move(x, label.y)
        return note.innerText()
      })
      .toMatch(/[\d.,]+–[\d.,]+: sold \S+, bought \S+ BTC · bar: delta \S+ of \S+/)
    await expectAccessible(page)

    // Another interval is counted from the same trades.
    const since = (await note.innerText()).split(" · ")[0] ?? ""
    await region.getByRole("button", { name: "5m, 5 minutes" }).click()
    await expect(page).toHaveURL(/interval=5m/)
    await expect(note).toHaveAttribute("data-form", "figures")
    // As far back as the pages of trades reach, which end a little later by now.
    await expect
      .poll(async () => beginOf(await note.innerText()) - beginOf(since))
      .toBeLessThanOrEqual(MINUTE)
    expect(beginOf(await note.innerText())).toBeGreaterThanOrEqual(beginOf(since))

    expect(complaints).toEqual([])
  })
