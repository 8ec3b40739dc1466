/** What a network is called where a coin is chosen, read back or mailed about. */

import type { Chain } from "./chain-assets.ts"

/** Proper names: the same in every language. */
const NAMES: Readonly<Record<Chain, string>> = { bitcoin: "Bitcoin", ethereum: "Ethereum", tron: "TRON" }
/** Standard by which a network carries coins that aren't its own. */
const STANDARDS: Readonly<Record<Chain, string>> = { bitcoin: "", ethereum: "ERC-20", tron: "TRC-20" }
const OWN_COINS: Readonly<Record<Chain, string>> = { bitcoin: "BTC", ethereum: "ETH", tron: "TRX" }

/** `Bitcoin`, `TRON (TRC-20)`: as wallets name it. */
export function networkName(network: Chain, currency: string): string {
  const standard = currency === OWN_COINS[network] ? "" : STANDARDS[network]
  return standard ? `${NAMES[network]} (${standard})` : NAMES[network]
}
