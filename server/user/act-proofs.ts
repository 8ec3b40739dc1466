/** Proofs of acts on money: a mailed code bound to the act's details, the trade password, the authenticator (D3). */

import type { Act, ActProof, ActProofs, ProvenAct } from "../calls/act-proof.ts"
import type { UserCaller } from "../calls/handler.ts"
import { sendCodeTo } from "./entrance.ts"
import { SESSION_PLACE } from "./places.ts"
import { ownCodeKey, ownTarget, proveTotp } from "./proof.ts"
import { no, type UserParts, waitFor } from "./user-parts.ts"
import { type User, userById } from "./users.ts"

export const actProofs = (parts: UserParts): ActProofs => ({
  async send(caller: UserCaller, { purpose, bound, details }: Act) {
    const user = await userById(parts.database, caller.session.userId)
    const to = ownTarget(user)
    if (!to) throw new Error("a user without a name")
    const { phrase } = user
    const target = ownCodeKey(user)
    return await sendCodeTo(parts, caller, {
      ...{ purpose, to, target, place: SESSION_PLACE, isWanted: true, phrase, bound, details },
    })
  },

  async prove({ session }: UserCaller, { purpose, bound }: Pick<Act, "purpose" | "bound">, given: ActProof) {
    const user = await userById(parts.database, session.userId)
    if (given.tradePassword !== undefined) {
      const proven = await proveTradePassword(parts, user, given.tradePassword)
      if (!proven.ok) return proven
    }
    const code = await parts.codes.prove(purpose, ownCodeKey(user), given.code, bound)
    if (!code) return no("CODE")
    const second = await proveTotp(parts, user, given.totp)
    if (!second.ok) return second
    const value: ProvenAct = {
      hasSecondProof: user.totp_on,
      spend: () => parts.codes.spend(parts.database, code),
      giveBack: () => parts.codes.giveBack(code),
    }
    return { ok: true, value }
  },
})

/** Who has set none can't have given the right one. */
async function proveTradePassword(parts: UserParts, user: User, password: string) {
  const key = `trade:${user.id}`
  const seconds = await parts.tries.proofByUser.take(key)
  if (seconds > 0) return waitFor(seconds)
  if (!(await parts.passwords.matches(user.trade_password, password))) return no("TRADE_PASSWORD")
  await parts.tries.proofByUser.forgive(key)
  return { ok: true, value: null } as const
}
