/** Logs the page in, as somebody who has drawn 50 times and has 20 orders waiting, or as one with an order and an empty chart. */

import { DRAWN_TOKEN, ordersToken } from "../load/own-account.ts"

/** Run before the page's own scripts. */
export function traderScript(isDrawn: boolean): string {
  const kept: [string, string][] = [
    ["lang", "en"],
    ["token", isDrawn ? DRAWN_TOKEN : ordersToken(1)],
  ]
  return `for (const [key, value] of ${JSON.stringify(kept)}) localStorage.setItem(key, value);`
}
