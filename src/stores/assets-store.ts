/** How the asset center is shown: the currency of the total, and whether small balances are left out. */

import { proxy } from "valtio/vanilla"
import { readDevice, writeDevice } from "./device-storage.ts"

const CURRENCY_KEY = "saker:total-in"
const SMALL_KEY = "saker:hide-small"
const CURRENCY = /^[A-Z0-9]{1,16}$/

const kept = readDevice(CURRENCY_KEY) ?? ""

/** Whether a price of the currency is known is judged where it is shown. */
export const assetsShown = proxy<{ inCurrency: string; isSmallHidden: boolean }>({
  inCurrency: CURRENCY.test(kept) ? kept : "USDT",
  isSmallHidden: readDevice(SMALL_KEY) === "hidden",
})

export function showTotalIn(currency: string): void {
  assetsShown.inCurrency = currency
  writeDevice(CURRENCY_KEY, currency)
}

export function hideSmall(isHidden: boolean): void {
  assetsShown.isSmallHidden = isHidden
  writeDevice(SMALL_KEY, isHidden ? "hidden" : "shown")
}
