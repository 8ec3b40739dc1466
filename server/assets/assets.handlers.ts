/** Handlers of the calls about money: balances and their worth, transfers, the bill, practice money. */

import type { Kysely } from "kysely"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import {
  type AiHolding,
  type AssetEndpointName,
  assetEndpoints,
  type assets,
  type ResponseOf,
  refuse,
} from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { EngineState } from "#server/engine/state.ts"
import type { CommandDoor } from "#server/exchange/command-door.ts"
import type { AccountModel } from "#server/read-model/account-model.ts"
import { balanceRowOf } from "#server/read-model/account-rows.ts"
import { rateOf, tradedCurrencies } from "#server/read-model/currency-rates.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { declared, Refusal } from "../calls/refusal.ts"
import type { HistoryReads } from "../storage/history-reads.ts"
import type { Tables } from "../storage/schema.ts"
import { isBackwards } from "../storage/time-range.ts"
import { billPage } from "./assets.queries.ts"
import { ownWorth } from "./worth.queries.ts"
import type { WorthWatch } from "./worth-watch.ts"

/** Practice money comes once in so long; the engine holds it to that. */
const PRACTICE_EVERY_MS = 86_400_000

interface PracticeAmount {
  currency: string
  amount: Amount
}

interface AssetHandlerParts {
  reads: HistoryReads
  database: Kysely<Tables>
  exchange: CommandDoor
  accounts: AccountModel
  reader: MarketReader
  /** Read between two commands, for what own money is worth. */
  engine: EngineState
  watch: WorthWatch
  /** What a draw gives, as set. */
  practice: readonly PracticeAmount[]
  /** Keys of one account that the engine may remember (S12). */
  keysMax: number
}

export function assetHandlers(parts: AssetHandlerParts): HandlersOf<AssetEndpointName> {
  const { reads, exchange, accounts, reader, keysMax } = parts
  const calls = assetEndpoints
  const given = () => givenNow(parts)
  const nextDraw = (account: string) => {
    const last = accounts.lastDraw(account)
    return last === 0 ? 0 : last + PRACTICE_EVERY_MS
  }
  return {
    assets(_request, { session }) {
      const account = accountOf(session.userId)
      return answer({
        time: reader.now(),
        balances: accounts.balances(account),
        rates: tradedCurrencies(reader).map((currency) => {
          const rate = rateOf(reader, currency)
          return { currency, rate: rate === undefined ? "" : formatAmount(rate) }
        }),
        ai: holdingSums(accounts.holdings(account)),
        practice: given().map(({ currency, amount }) => ({ currency, amount: formatAmount(amount) })),
        practiceAt: nextDraw(account),
      })
    },

    async transfer({ from, to, currency, amount: text, key, sentAt }, { session }) {
      const amount = parseAmount(text)
      if (!amount.ok) {
        const values = { field: "amount" }
        if (amount.problem === "FORMAT") throw new Refusal({ name: "FORMAT", values })
        return refuse(amount.problem, values)
      }
      const account = accountOf(session.userId)
      const done = await exchange.submit({
        type: "transfer",
        account,
        from,
        to,
        currency,
        amount: amount.value,
        key,
        keysMax,
        ...(sentAt !== undefined && { sentAt }),
      })
      if (!done.ok) return declared(calls.transfer, done.problem)
      const { id, balances, time } = done.value.moved
      return answer({ id, balances: balances.map(balanceRowOf), time })
    },

    async bill(request, { session }) {
      if (isBackwards(request)) return refuse("TIME_RANGE")
      return answer(
        await reads.read(session.userId, (database) => billPage(database, session.userId, request)),
      )
    },

    async worth({ days }, { session }) {
      const now = () => reader.now()
      return answer(await ownWorth({ ...parts, now }, session.userId, Number(days)))
    },

    async practiceFunds({ key }, { session }) {
      const amounts = given()
      if (amounts.length === 0) return refuse("FORBIDDEN")
      const account = accountOf(session.userId)
      const done = await exchange.submit({ type: "faucet.draw", account, amounts, key, keysMax })
      if (!done.ok) return declared(calls.practiceFunds, done.problem)
      const { balances, time } = done.value.moved
      accounts.drew(account, time)
      return answer({ balances: balances.map(balanceRowOf), nextAt: time + PRACTICE_EVERY_MS })
    },
  }
}

/** By currency: what was paid into AI products, and what has been earned of it. */
function holdingSums(holdings: readonly AiHolding[]): ResponseOf<typeof assets>["ai"] {
  const ofCurrency = Map.groupBy(holdings, ({ currency }) => currency)
  return [...ofCurrency].map(([currency, own]) => ({
    currency,
    principal: formatAmount(own.reduce((sum, { principal }) => sum + unitsOf(principal), 0n)),
    reward: formatAmount(own.reduce((sum, { reward }) => sum + unitsOf(reward), 0n)),
  }))
}

/** Of a text that the server itself has written. */
function unitsOf(text: string): bigint {
  const parsed = parseAmount(text)
  return parsed.ok ? parsed.value : 0n
}

/** Only what is traded here, and only where all money is practice money. */
function givenNow({ reader, practice }: AssetHandlerParts): PracticeAmount[] {
  if (!reader.feed().practice) return []
  const traded = new Set(tradedCurrencies(reader))
  return practice.filter(({ currency }) => traded.has(currency))
}
