/** The server's time as this device knows it. */

import { market } from "../../stores/market-store.ts"

/** Epoch ms. */
export const serverNow = (): number => Math.round(Date.now() + market.connection.clockOffset)
