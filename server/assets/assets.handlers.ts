/** Which call does what with money? Balances and their worth, transfers, the bill, practice money. */

import type { Kysely } from "kysely"
import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import { type AssetEndpointName, assetEndpoints, refuse } from "#core/wire/index.ts"
import type { CommandDoor } from "#server/feed/feed.ts"
import type { AccountModel } from "#server/read-model/account-model.ts"
import { accountOf, balanceRowOf } from "#server/read-model/account-rows.ts"
import { rateOf, tradedCurrencies } from "#server/read-model/currency-rates.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { declared } from "../http/declared.ts"
import { Refusal } from "../http/envelope.ts"
import { answer, type HandlersOf } from "../http/handlers.ts"
import type { Tables } from "../storage/schema.ts"
import { billPage } from "./assets.queries.ts"

/** Practice money comes once in so long; the engine holds it to that. */
const PRACTICE_EVERY_MS = 86_400_000

interface PracticeAmount {
  currency: string
  amount: Amount
}

interface AssetHandlerParts {
  database: Kysely<Tables>
  exchange: CommandDoor
  accounts: AccountModel
  reader: MarketReader
  /** What a draw gives, as set. */
  practice: readonly PracticeAmount[]
}

export function assetHandlers(parts: AssetHandlerParts): HandlersOf<AssetEndpointName> {
  const { database, exchange, accounts, reader } = parts
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
        ...(sentAt !== undefined && { sentAt }),
      })
      if (!done.ok) return declared(calls.transfer, done.problem)
      if (!("moved" in done.value)) throw new Error("the engine answered a transfer without what it moved")
      const { id, balances, time } = done.value.moved
      return answer({ id, balances: balances.map(balanceRowOf), time })
    },

    bill: async (request, { session }) => answer(await billPage(database, session.userId, request)),

    async practiceFunds({ key }, { session }) {
      const amounts = given()
      if (amounts.length === 0) return refuse("FORBIDDEN")
      const account = accountOf(session.userId)
      const done = await exchange.submit({ type: "faucet.draw", account, amounts, key })
      if (!done.ok) return declared(calls.practiceFunds, done.problem)
      if (!("moved" in done.value)) throw new Error("the engine answered a draw without what it gave")
      const { balances, time } = done.value.moved
      accounts.drew(account, time)
      return answer({ balances: balances.map(balanceRowOf), nextAt: time + PRACTICE_EVERY_MS })
    },
  }
}

/** Only what is traded here, and only where all money is practice money. */
function givenNow({ reader, practice }: AssetHandlerParts): PracticeAmount[] {
  if (!reader.feed().practice) return []
  const traded = new Set(tradedCurrencies(reader))
  return practice.filter(({ currency }) => traded.has(currency))
}
