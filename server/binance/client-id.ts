/** The client order id that an order gets which names none: clients of Binance find their orders by it. */

import { randomBytes } from "node:crypto"

/** 22 letters and digits, as Binance makes them. */
export const newClientId = (): string =>
  randomBytes(18).toString("base64url").replace(/[-_]/g, "0").slice(0, 22)
