/** Networks by name, and which of them a coin goes over. */

import type { ChainFacts } from "#core/wire/address-calls.ts"

export type Network = ChainFacts["chain"]

/** Proper names: the same in every language. */
const NAMES: Readonly<Record<Network, string>> = { bitcoin: "Bitcoin", ethereum: "Ethereum", tron: "TRON" }
/** Standard by which a network carries coins that aren't its own. */
const STANDARDS: Readonly<Record<Network, string>> = { bitcoin: "", ethereum: "ERC-20", tron: "TRC-20" }
const OWN_COINS: Readonly<Record<Network, string>> = { bitcoin: "BTC", ethereum: "ETH", tron: "TRX" }

/** `Bitcoin`, `TRON (TRC-20)`: as wallets name it where the coin is chosen. */
export function networkName(network: Network, currency: string): string {
  const standard = currency === OWN_COINS[network] ? "" : STANDARDS[network]
  return standard ? `${NAMES[network]} (${standard})` : NAMES[network]
}

export interface CoinNetwork {
  currency: string
  chain: Network
}

/** Each coin once, in the server's order. */
export const coinsOf = (rows: readonly CoinNetwork[]): readonly string[] => [
  ...new Set(rows.map(({ currency }) => currency)),
]

/** The wish where it can be had, else the first network of its coin, else the first there is. */
export function chosenOf<Row extends CoinNetwork>(
  rows: readonly Row[],
  currency: string,
  chain?: string,
): Row | undefined {
  const ofCoin = rows.filter((row) => row.currency === currency)
  return ofCoin.find((row) => row.chain === chain) ?? ofCoin[0] ?? rows[0]
}

/** `USDT-tron`, as an address of the site carries both. */
export const coinNetworkId = ({ currency, chain }: CoinNetwork): string => `${currency}-${chain}`

/** The two of such an id; of one without network (`USDT`) only the coin. */
export function readCoinNetwork(id = ""): { currency: string; chain: string } {
  const [currency = "", chain = ""] = id.split("-")
  return { currency, chain }
}

/** What an address begins and ends with, where there is no room for all of it. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-6)}`
