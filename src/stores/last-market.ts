/** The market of each kind that was shown last, kept on the device: "Trade" and "Contract" lead back to it. */

import type { TradedKind } from "#core/wire/private-rows.ts"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEYS = { spot: "saker:market", perpetual: "saker:contract" } as const satisfies Record<
  TradedKind,
  string
>
const ID = /^[A-Z0-9]{1,16}_[A-Z0-9]{1,16}(_PERP)?$/

/** Its id, or null when there is none; whether it is still listed only the catalogue knows. */
export function readLastMarket(kind: TradedKind): string | null {
  const id = readDevice(KEYS[kind])
  return id !== null && ID.test(id) ? id : null
}

export function writeLastMarket(kind: TradedKind, id: string): void {
  writeDevice(KEYS[kind], id)
}
