/** Funds of the house: practice money in every listed currency, refilled before it runs out. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { Amount } from "#core/money/units.ts"
import { AI_RESERVE } from "#server/engine/ai/reserve-accounts.ts"
import type { AccountId, FaucetDraw, MoveCapital } from "#server/engine/command.ts"
import { HOUSE_ACCOUNTS } from "#server/engine/command.ts"
import { OPTION_HOUSE } from "#server/engine/second/house-accounts.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"

/** 10^13 of each: a ladder of the cheapest coin and years of trades are small beside it. */
const OPENING = (10n ** 21n) as Amount
/** With less than this free it draws again. */
const LOW = OPENING / 2n
const LOOK_EVERY_MS = 60_000

/** Ten million of what second contracts settle in: all that may be won at once on twenty indexes and as much again (O5). */
const OPTION_OPENING = (10n ** 15n) as Amount
const OPTION_LOW = OPTION_OPENING / 2n

/** A million: the rewards of many issues of the products that an exchange begins with. */
const RESERVE_OPENING = (10n ** 14n) as Amount
const RESERVE_LOW = RESERVE_OPENING / 2n

/** What an account has free for spot. */
type Available = (account: AccountId, currency: string) => bigint
const NOTHING: Available = () => 0n

/** The commands that fund the house's accounts for these instruments, where they have little. */
export function houseFunds(instruments: readonly Instrument[], available: Available = NOTHING): FaucetDraw[] {
  const currencies = new Set(
    instruments.flatMap(({ kind, base, quote }) => (kind === "spot" ? [base, quote] : [])),
  )
  return HOUSE_ACCOUNTS.flatMap((account) => {
    const low = [...currencies].filter((currency) => available(account, currency) < LOW)
    const amounts = low.map((currency) => ({ currency, amount: OPENING }))
    return low.length === 0 ? [] : [{ type: "faucet.draw", account, amounts } as const]
  })
}

/** The commands that fund what pays second contracts, in every currency that they settle in, where it has little. */
export function optionFunds(
  instruments: readonly Instrument[],
  available: (currency: string) => bigint,
): MoveCapital[] {
  const currencies = new Set(instruments.flatMap(({ kind, quote }) => (kind === "second" ? [quote] : [])))
  return [...currencies]
    .filter((currency) => available(currency) < OPTION_LOW)
    .map((currency) => ({
      ...{ type: "capital.move", from: "faucet", to: OPTION_HOUSE.available, currency },
      ...{ amount: OPTION_OPENING, reason: "practice money of the option house" },
    }))
}

/** The commands that fund what pays the rewards of AI products, in each of these currencies, where it has little. */
function reserveFunds(currencies: readonly string[], available: (currency: string) => bigint): MoveCapital[] {
  return [...new Set(currencies)]
    .filter((currency) => available(currency) < RESERVE_LOW)
    .map((currency) => ({
      ...{ type: "capital.move", from: "faucet", to: AI_RESERVE.available, currency },
      ...{ amount: RESERVE_OPENING, reason: "practice money of the reserve of AI products" },
    }))
}

/** Looks after the house's money while the exchange runs; funds it as it starts. Answers how to end that. */
export async function keepHouseFunded(parts: {
  door: CommandDoor
  instruments: readonly Instrument[]
  available: Available
  /** What there is free for second contracts. */
  optionAvailable: (currency: string) => bigint
  /** Currencies of AI products. */
  aiCurrencies: () => readonly string[]
  /** What there is free for their rewards. */
  reserveAvailable: (currency: string) => bigint
}): Promise<() => void> {
  const { door, instruments, available, optionAvailable, aiCurrencies, reserveAvailable } = parts
  const fill = () => {
    const wanted = [
      ...houseFunds(instruments, available),
      ...optionFunds(instruments, optionAvailable),
      ...reserveFunds(aiCurrencies(), reserveAvailable),
    ]
    return Promise.all(wanted.map((command) => door.submit<FaucetDraw | MoveCapital>(command)))
  }
  await fill()
  const timer = setInterval(() => void fill(), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
