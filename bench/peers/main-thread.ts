/** How much CPU did the page's main thread use? Its own clock, so that others on the machine don't count as ours. */

import type { Page } from "../driver/page.ts"

/** From now on `page.metrics()` tells task, script, style and layout seconds of the thread's CPU, not of the wall. */
export async function countThreadTime(page: Page): Promise<void> {
  await page.send("Performance.disable")
  await page.send("Performance.setTimeDomain", { timeDomain: "threadTicks" })
  await page.send("Performance.enable", { timeDomain: "threadTicks" })
}
