/** Which networks a coin goes over, and how the address of a page says so. */

import type { ChainFacts } from "#core/wire/address-calls.ts"

export type Network = ChainFacts["chain"]

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
