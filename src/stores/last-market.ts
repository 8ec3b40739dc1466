/** The market of each kind that was shown last, kept on the device: "Trade" and "Contract" lead back to it. */

import type { MarketKind } from "#workers/market/market.api.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEYS = {
  spot: "saker:market",
  perpetual: "saker:contract",
  second: "saker:second",
} as const satisfies Record<MarketKind, string>
const ID = /^[A-Z0-9]{1,16}_[A-Z0-9]{1,16}(_PERP|_SEC)?$/

/** Could it be the id of a market? Whether it is listed only the catalogue knows. */
export const isMarketId = (id: string): boolean => ID.test(id)

/** Its id, or null when there is none; whether it is still listed only the catalogue knows. */
export function readLastMarket(kind: MarketKind): string | null {
  const id = readDevice(KEYS[kind])
  return id !== null && isMarketId(id) ? id : null
}

export function writeLastMarket(kind: MarketKind, id: string): void {
  writeDevice(KEYS[kind], id)
}
