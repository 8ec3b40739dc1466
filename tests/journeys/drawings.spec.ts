/** A visitor draws on the chart by finger, and finds it again. What mouse and keys do is in panels/chart/drawings/board.test.tsx. */

import type { Page } from "@playwright/test"
import { expect, PHONE, test, watchComplaints } from "../support/journey.ts"
import { fingersOn } from "../support/touch.ts"

/** The chart's figure, once it has bars. */
async function chartOf(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const figure = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  return box
}

const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Drawing tools" }).getByRole("button", { name, exact: true })

/** How many drawings the list has. */
async function drawn(page: Page): Promise<number> {
  await tool(page, "Drawings").click()
  const dialog = page.getByRole("dialog", { name: "Drawings" })
  await expect(dialog).toBeVisible()
  const count = await dialog.getByRole("listitem").count()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  return count
}

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a visitor draws a trend line by finger, moves its end by a handle, and finds it again", async ({
    page,
    open,
  }) => {
    const complaints = watchComplaints(page)
    await open("/pages/kline/index?symbol=BTC_USDT&interval=15m")
    await chartOf(page)
    await page.getByRole("button", { name: "More", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Draw", exact: true }).click()
    await tool(page, "Trend line").tap()
    const { x, y, width, height } = await chartOf(page)
    const fingers = await fingersOn(page)
    const [from, to] = [
      [x + width * 0.25, y + height * 0.5],
      [x + width * 0.6, y + height * 0.35],
    ] as const
    await fingers.down(from)
    await expect(page.locator('[aria-hidden="true"] > canvas').last()).toBeVisible()
    await fingers.up()
    await fingers.down(to)
    await fingers.up()
    const handles = page.locator("[data-handle]")
    await expect(handles).toHaveCount(2)
    const end = handles.last()
    const before = await end.boundingBox()
    if (!before) throw new Error("no handle")
    const middle = [before.x + before.width / 2, before.y + before.height / 2] as const
    // Its reach is 44 px: a finger beside the dot takes it all the same.
    await fingers.drag([middle[0] + 16, middle[1] + 16], [middle[0] + 16, middle[1] + 76])
    await expect.poll(async () => (await end.boundingBox())?.y).toBeGreaterThan(before.y + 40)
    await page.reload()
    await chartOf(page)
    await expect.poll(() => drawn(page)).toBe(1)
    expect(complaints).toEqual([])
  })
})
