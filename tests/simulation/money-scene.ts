/** Markets, accounts and funds of the money simulation. */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { Lots } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { coins, spotInstrument } from "#tests/support/test-exchange.ts"

const USERS = Array.from({ length: 18 }, (_, place) => `u${place + 1}`)
export const HOUSE = ["house-maker", "house-crowd"] as const
export const MONEY_ACCOUNTS = ["u0", ...USERS, ...HOUSE] as const

/** Odd lots and ticks, so that fees and holds have rests: K is 7, 33 and 5. */
const spot = (base: string, quote: string, fields: Partial<SpotInstrument>): SpotInstrument =>
  spotInstrument({
    id: `${base}_${quote}`,
    base,
    quote,
    maxOpenOrders: 12,
    maxStops: 4,
    minQuantity: 1 as Lots,
    marketProtection: 6_000_000n,
    ...fields,
  })

/** Fees in what is received; fees in the quote with a rebate; and a pair whose quote is traded itself. */
export const MONEY_INSTRUMENTS: readonly SpotInstrument[] = [
  spot("ABC", "USDT", { tick: 7n, lot: UNITS_PER_COIN, notionalUnit: 7n }),
  spot("XYZ", "USDT", {
    tick: UNITS_PER_COIN * 3n,
    lot: 11n,
    notionalUnit: 33n,
    feeIn: "quote",
    feeSchedule: [
      { maker: -10_007n, taker: 30_011n },
      { maker: -20_000n, taker: 25_000n },
    ],
  }),
  spot("XYZ", "ABC", {
    tick: UNITS_PER_COIN / 20n,
    lot: 100n,
    notionalUnit: 5n,
    feeSchedule: [{ maker: 100_000n, taker: 330_000n }],
  }),
]

export const CURRENCIES = ["USDT", "ABC", "XYZ"] as const

/** Users begin with so little that orders are refused for it; the house with enough. */
export const moneyBeginnings: readonly Command[] = [
  ...MONEY_INSTRUMENTS.map((instrument): Command => ({ type: "instrument.set", instrument })),
  ...MONEY_ACCOUNTS.map(
    (account): Command => ({
      type: "faucet.draw",
      account,
      amounts: [
        { currency: "USDT", amount: opening(account, 30_000n) },
        { currency: "ABC", amount: (opening(account, 60n) * UNITS_PER_COIN) as never },
        { currency: "XYZ", amount: opening(account, 5_000n) },
      ],
    }),
  ),
]

function opening(account: string, amount: bigint) {
  return (account.startsWith("u") ? amount : coins(1_000_000)) as ReturnType<typeof coins>
}
