/** Handlers of the calls that prove what the exchange owes. */

import type { Kysely } from "kysely"
import { formatAmount } from "#core/money/steps.ts"
import type { ReserveEndpointName } from "#core/wire/index.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import type { Tables } from "../storage/schema.ts"
import type { ReserveProofs } from "./reserve-proofs.ts"

export const reserveHandlers = (
  proofs: ReserveProofs,
  database: Kysely<Tables>,
): HandlersOf<ReserveEndpointName> => ({
  async reserves() {
    const { proof, time, totals } = await proofs.published()
    return answer({
      proof,
      time,
      rows: totals.map(({ currency, users, liabilities, wallets, practice, root }) => ({
        ...{ currency, users, practice, root },
        liabilities: formatAmount(BigInt(liabilities)),
        wallets: formatAmount(BigInt(wallets)),
      })),
    })
  },

  async reserveProof(_request, { session }) {
    const { proof, time, own } = await proofs.ownOf(session.userId)
    const { uid } = await database
      .selectFrom("users")
      .select("uid")
      .where("id", "=", session.userId)
      .executeTakeFirstOrThrow()
    return answer({
      ...{ proof, time, uid },
      rows: own.map(({ currency, amount, nonce, path }) => ({
        ...{ currency, amount: formatAmount(amount), nonce },
        path: path.map(({ side, hash, sum }) => ({ side, hash, sum: formatAmount(sum) })),
      })),
    })
  },
})
