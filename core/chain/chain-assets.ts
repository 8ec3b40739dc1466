/** Which currency goes over which chain, and the numbers of each pair (D1, D3). */

import type { Amount } from "../money/units.ts"

export const CHAINS = ["bitcoin", "ethereum", "tron"] as const
export type Chain = (typeof CHAINS)[number]

/** A currency on a chain. Amounts in 1e-8 of the currency. */
export interface ChainAsset {
  currency: string
  chain: Chain
  /** Confirmations until a deposit is credited, and until it may be withdrawn. */
  creditAfter: number
  finalAfter: number
  /** Less than this is added up by address until it is reached. */
  minDeposit: Amount
  /** Paid on top of what is sent. */
  withdrawalFee: Amount
  minWithdrawal: Amount
}

/** 1e-8 of a whole coin, from its 1e-4. */
const amount = (tenThousandths: number) => (BigInt(tenThousandths) * 10_000n) as Amount

export const CHAIN_ASSETS: readonly ChainAsset[] = [
  {
    currency: "BTC",
    chain: "bitcoin",
    creditAfter: 2,
    finalAfter: 6,
    minDeposit: amount(1),
    withdrawalFee: amount(2),
    minWithdrawal: amount(10),
  },
  {
    currency: "ETH",
    chain: "ethereum",
    creditAfter: 12,
    finalAfter: 64,
    minDeposit: amount(10),
    withdrawalFee: amount(10),
    minWithdrawal: amount(100),
  },
  {
    currency: "USDT",
    chain: "ethereum",
    creditAfter: 12,
    finalAfter: 64,
    minDeposit: amount(10_000),
    withdrawalFee: amount(30_000),
    minWithdrawal: amount(100_000),
  },
  {
    currency: "USDT",
    chain: "tron",
    creditAfter: 20,
    finalAfter: 40,
    minDeposit: amount(10_000),
    withdrawalFee: amount(10_000),
    minWithdrawal: amount(50_000),
  },
]

/** Undefined: this currency doesn't go over this chain. */
export const chainAssetOf = (chain: Chain, currency: string): ChainAsset | undefined =>
  CHAIN_ASSETS.find((asset) => asset.chain === chain && asset.currency === currency)
