/** What the simulated networks charge for a transaction, in their own coin. */

import type { Chain } from "#core/chain/chain-assets.ts"
import type { Amount } from "#core/money/units.ts"

interface NetworkCost {
  /** Empty: it costs nothing. */
  currency: string
  amount: Amount
}

/** Bytes of a payment, and satoshi a byte. */
const BITCOIN_BYTES = 141n
/** Gas of a plain transfer and of a token's, and what a unit of it costs at least, in 1e-8 ETH a thousand units. */
const GAS = { coin: 21n, token: 65n }
const GAS_PRICE = 100n

/** `hash` of the transaction decides how busy the network was: up to eight times the least price. TRON's energy is staked. */
export function networkCost(chain: Chain, currency: string, hash: string): NetworkCost {
  const busy = BigInt(1 + (Number.parseInt(hash.slice(0, 2), 16) % 8))
  if (chain === "bitcoin") return { currency: "BTC", amount: (BITCOIN_BYTES * busy) as Amount }
  if (chain === "tron") return { currency: "", amount: 0n as Amount }
  const gas = currency === "ETH" ? GAS.coin : GAS.token
  return { currency: "ETH", amount: (gas * GAS_PRICE * busy) as Amount }
}
