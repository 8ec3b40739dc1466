/** Own lines on the chart, as a journey takes hold of them. */

import { expect, type Locator, type Page } from "@playwright/test"

/** From the chart's right edge into its price axis. */
const IN_AXIS_PX = 20

/** `key`: an order's id, or the name of a position's line. */
export const lineOf = (page: Page, key: string | number): Locator => page.locator(`[data-line="${key}"]`)
export const labelOf = (page: Page, key: string | number): Locator =>
  lineOf(page, key).locator("button").first()

export async function middle(label: Locator): Promise<[number, number]> {
  const box = await label.boundingBox()
  if (!box) throw new Error("no label")
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Takes the label by the mouse and moves it by so many px; it isn't let go. */
export async function pull(page: Page, key: string | number, by: number): Promise<void> {
  const [x, y] = await middle(labelOf(page, key))
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + by / 2)
  await page.mouse.move(x, y + by)
}

/** The price at the axis, as a number of the tick. */
export const shownPrice = async (page: Page, key: string | number): Promise<number> =>
  Number((await lineOf(page, key).locator("span").first().innerText()).replaceAll(",", ""))

/** Shows a wider range of prices by a drag at the axis, so that lines further from the market come into view. */
export async function drawPricesTogether(page: Page): Promise<void> {
  const figure = page.getByRole("region", { name: "Chart" }).locator("figure")
  await expect(figure).toHaveAttribute("data-bars", /^[1-9]\d+$/)
  const box = await figure.boundingBox()
  if (!box) throw new Error("no chart")
  const x = box.x + box.width - IN_AXIS_PX
  const at = (share: number) => box.y + box.height * share
  await page.mouse.move(x, at(0.2))
  await page.mouse.down()
  await page.mouse.move(x, at(0.4))
  await page.mouse.move(x, at(0.65))
  await page.mouse.up()
}
