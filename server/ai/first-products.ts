/** AI products that a new exchange with practice money begins with; a real operator adds their own. */

import type { Instrument } from "#core/instrument/instrument.ts"
import { type Amount, UNITS_PER_COIN } from "#core/money/units.ts"
import type { IssueAi, SetAiProduct } from "#server/engine/ai/ai-command.ts"

const coins = (count: number): Amount => (BigInt(count) * UNITS_PER_COIN) as Amount

interface FirstProduct extends Omit<SetAiProduct, "type" | "offer"> {
  /** Of its first issue. */
  size: Amount
}

/** From 7.3 to 10.95 % a year in USDT, 1.825 % in BTC. */
const FIRST: readonly FirstProduct[] = [
  {
    ...{ product: "usdt-7", name: "USDT 7", currency: "USDT", days: 7, rate: 20_000n, earlyFee: 200_000n },
    ...{ minimum: coins(10), maximum: coins(5_000), size: coins(500_000) },
  },
  {
    ...{ product: "usdt-30", name: "USDT 30", currency: "USDT", days: 30, rate: 25_000n, earlyFee: 500_000n },
    ...{ minimum: coins(50), maximum: coins(20_000), size: coins(2_000_000) },
  },
  {
    ...{
      product: "usdt-90",
      name: "USDT 90",
      currency: "USDT",
      days: 90,
      rate: 30_000n,
      earlyFee: 1_000_000n,
    },
    ...{ minimum: coins(100), maximum: coins(50_000), size: coins(2_000_000) },
  },
  {
    ...{ product: "btc-30", name: "BTC 30", currency: "BTC", days: 30, rate: 5_000n, earlyFee: 500_000n },
    ...{ minimum: 100_000n as Amount, maximum: coins(2), size: coins(100) },
  },
]

/** Each product and its first issue, in whose currency something is traded. */
export function firstProducts(instruments: readonly Instrument[]): (SetAiProduct | IssueAi)[] {
  const currencies = new Set(instruments.flatMap(({ base, quote }) => [base, quote]))
  return FIRST.filter(({ currency }) => currencies.has(currency)).flatMap(
    ({ size, ...terms }): (SetAiProduct | IssueAi)[] => [
      { type: "ai.product", ...terms, offer: "on-sale" },
      { type: "ai.issue", product: terms.product, size },
    ],
  )
}
