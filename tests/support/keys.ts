/** Ways of a journey that uses the keyboard alone. */

import { expect, type Locator, type Page } from "@playwright/test"

/** More stops than any screen of ours has between two places. */
const STOPS_MAX = 120

/** On with the tab key until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press("Tab")
  }
  await expect(target).toBeFocused()
}
