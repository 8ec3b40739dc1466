/** CPU time of the page's main thread by its own clock, so that other processes don't count. */

import type { Page } from "../driver/page.ts"

/** From now on `page.metrics()` tells task, script, style and layout seconds of the thread's CPU, not of the wall. */
export async function countThreadTime(page: Page): Promise<void> {
  await page.send("Performance.disable")
  await page.send("Performance.setTimeDomain", { timeDomain: "threadTicks" })
  await page.send("Performance.enable", { timeDomain: "threadTicks" })
}
