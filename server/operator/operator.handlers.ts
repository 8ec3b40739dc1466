/** Handlers of the operator calls: identity reviews, user lookup, freezing, scores; each act is audited. */

import type { Kysely } from "kysely"
import { refuse } from "#core/wire/index.ts"
import type { OperatorEndpointName, operatorEndpoints } from "#core/wire/operator-calls.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { Handler } from "../calls/handler.ts"
import { answer } from "../calls/handler.ts"
import type { Tables } from "../storage/schema.ts"
import type { ApiKeys } from "../user/api-keys/api-keys.ts"
import { decideIdentity } from "../user/identity.ts"
import type { Pictures } from "../user/pictures.ts"
import type { Sessions } from "../user/sessions.ts"
import type { User } from "../user/users.ts"
import { type Acts, signed } from "./acts.ts"
import { type AiActParts, aiActs } from "./ai-acts.ts"
import { audited, auditRows, userNamed } from "./audit.ts"
import { type CustodyActParts, custodyActs } from "./custody-acts.ts"
import { type ExchangeActParts, exchangeActs } from "./exchange-acts.ts"
import { type MarketActParts, marketActs } from "./market-acts.ts"
import { identityList, identityRow, userFigures } from "./operator.queries.ts"
import { NOBODY, type OperatorKeys } from "./operator-keys.ts"

export interface OperatorParts extends ExchangeActParts, MarketActParts, CustodyActParts, AiActParts {
  database: Kysely<Tables>
  now(): number
  sessions: Sessions
  apiKeys: ApiKeys
  pictures: Pictures
  keys: OperatorKeys
}

type OperatorHandlers = { [K in OperatorEndpointName]: Handler<(typeof operatorEndpoints)[K]> }

/** Every call needs an operator's key, but the one that makes the first. */
export const operatorHandlers = (parts: OperatorParts): OperatorHandlers => ({
  ...signed(parts.keys, acts(parts)),
  operatorKeyAdd: async ({ name }, { session }) => {
    const key = await parts.keys.add(name, await parts.keys.makerOf(session ?? NOBODY))
    return key === undefined ? refuse("WRONG_STATE") : answer({ name, key })
  },
})

const acts = (parts: OperatorParts): Acts => ({
  ...identityActs(parts),
  ...userActs(parts),
  ...exchangeActs(parts),
  ...marketActs(parts),
  ...custodyActs(parts),
  ...aiActs(parts),
  operatorKeyRevoke: async ({ name, by }) =>
    (await parts.keys.revoke(name, by)) ? answer({ name }) : refuse("WRONG_STATE"),
  operatorKeys: async () => answer({ rows: await parts.keys.list() }),
  operatorIdentities: async (asked) => answer(await identityList(parts.database, asked)),
  operatorAudit: async ({ user, ...asked }) => {
    const of = user === undefined ? undefined : await userNamed(parts.database, user)
    if (user !== undefined && !of) return refuse("UNKNOWN_USER")
    return answer(await auditRows(parts.database, { ...asked, userId: of?.id }))
  },
})

type IdentityActs = "operatorIdentity" | "operatorPictures" | "operatorApprove" | "operatorRefuse"

const identityActs = (parts: OperatorParts): Pick<Acts, IdentityActs> => ({
  operatorIdentity: (given) =>
    audited(parts, { ...given, action: "identity.look" }, async (transaction, user) => {
      const value = await identityRow(transaction, user.id)
      return value ? { value } : "WRONG_STATE"
    }),
  operatorPictures: async (given) => {
    const looked = await audited(
      parts,
      { ...given, action: "identity.pictures" },
      async (transaction, user) => {
        const row = await transaction
          .selectFrom("identities")
          .select(["front", "back"])
          .where("user_id", "=", user.id)
          .executeTakeFirst()
        return row ? { value: { uid: user.uid, ...row } } : "WRONG_STATE"
      },
    )
    if (!looked.ok) return looked
    const { uid, front, back } = looked.value
    const read = async (id: string) => (await parts.pictures.read(id)).toString("base64")
    try {
      return answer({ uid, front: await read(front), back: await read(back) })
    } catch {
      return refuse("UNKNOWN_PICTURE")
    }
  },
  operatorApprove: (given) => decide(parts, { ...given, action: "identity.approve" }, "verified"),
  operatorRefuse: (given) => decide(parts, { ...given, action: "identity.refuse" }, "refused"),
})

const decide = (
  parts: OperatorParts,
  act: { action: string; by: string; user: string; reason?: string },
  status: "verified" | "refused",
) =>
  audited(parts, act, async (transaction, user) => {
    const decision = { status, reason: act.reason ?? "", time: parts.now() }
    const isDecided = await decideIdentity(transaction, user.id, decision)
    return isDecided ? { value: { uid: user.uid } } : "WRONG_STATE"
  })

type UserActs =
  | "operatorUser"
  | "operatorFreeze"
  | "operatorUnfreeze"
  | "operatorEndSessions"
  | "operatorCredit"

const userActs = (parts: OperatorParts): Pick<Acts, UserActs> => ({
  operatorUser: (given) =>
    audited(parts, { ...given, action: "user.look" }, async (transaction, user) => ({
      value: await userFigures(transaction, parts.sessions, user),
    })),
  operatorFreeze: async (given) => {
    const frozen = await audited(parts, { ...given, action: "freeze" }, async (transaction, user) => {
      if (user.frozen) return "WRONG_STATE"
      await setUser(transaction, user.id, { frozen: true })
      const sessions = await parts.sessions.endAllWithin(transaction, user.id)
      const keys = await parts.apiKeys.endAllWithin(transaction, user.id)
      const forget = () => {
        sessions.forget()
        keys.forget()
      }
      return ended(user, { ended: sessions.ended, forget })
    })
    if (frozen.ok) await freezeAccount(parts, frozen.value.id, true)
    return afterwards(frozen)
  },
  operatorUnfreeze: async (given) => {
    const thawed = await audited(parts, { ...given, action: "unfreeze" }, async (transaction, user) => {
      if (!user.frozen) return "WRONG_STATE"
      await setUser(transaction, user.id, { frozen: false })
      return { value: { uid: user.uid, id: user.id } }
    })
    if (!thawed.ok) return thawed
    await freezeAccount(parts, thawed.value.id, false)
    return answer({ uid: thawed.value.uid })
  },
  operatorEndSessions: async (given) => {
    const all = await audited(parts, { ...given, action: "sessions.end" }, async (transaction, user) =>
      ended(user, await parts.sessions.endAllWithin(transaction, user.id)),
    )
    return afterwards(all)
  },
  operatorCredit: ({ credit_score, ...given }) =>
    audited(parts, { ...given, action: "credit" }, async (transaction, user) => {
      await setUser(transaction, user.id, { credit_score })
      const before = user.credit_score
      return { value: { uid: user.uid, before, credit_score }, detail: `${before} → ${credit_score}` }
    }),
})

const setUser = (
  transaction: Kysely<Tables>,
  id: number,
  values: { frozen: boolean } | { credit_score: number },
) => transaction.updateTable("users").set(values).where("id", "=", id).execute()

/** The engine refuses a frozen account's orders; cancels pass. Should it not hear of it now, it does at the next start. */
const freezeAccount = (parts: OperatorParts, id: number, isFrozen: boolean) =>
  parts.exchange.submit({ type: "user.freeze", account: accountOf(id), isFrozen })

const ended = ({ uid, id }: User, end: { ended: number; forget: () => void }) => ({
  value: { uid, id, ...end },
  detail: `${end.ended} sessions ended`,
})

/** The transaction is through: now the sessions may be forgotten and their sockets told. */
function afterwards<Refusal extends { ok: false }>(
  result: { ok: true; value: { uid: string; id: number; ended: number; forget: () => void } } | Refusal,
) {
  if (!result.ok) return result
  const { forget, id: _id, ...value } = result.value
  forget()
  return answer(value)
}
