/** Which market was on screen last? Kept under `saker:market`, so that "Trade" leads back to it. */

import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:market"
const ID = /^[A-Z0-9]{1,16}_[A-Z0-9]{1,16}$/

/** Its id, or null when there is none; whether it is still listed only the catalogue knows. */
export function readLastMarket(): string | null {
  const id = readDevice(KEY)
  return id !== null && ID.test(id) ? id : null
}

export function writeLastMarket(id: string): void {
  writeDevice(KEY, id)
}
