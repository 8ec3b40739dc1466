/** By which price this device reckons the profit of open positions, kept under `saker:profit`. Liquidation always goes by the mark. */

import { proxy } from "valtio"
import { readDevice, writeDevice } from "./device-storage.ts"

const KEY = "saker:profit"

export type ProfitBasis = "mark" | "last"

export const profitBasis = proxy<{ by: ProfitBasis }>({ by: readDevice(KEY) === "last" ? "last" : "mark" })

export function chooseProfitBasis(by: ProfitBasis): void {
  profitBasis.by = by
  writeDevice(KEY, by)
}
