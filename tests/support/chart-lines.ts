/** Own lines on the chart, as a journey takes hold of them. */

import type { Locator, Page } from "@playwright/test"

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
