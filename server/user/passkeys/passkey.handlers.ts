/** Handlers of the calls about passkeys. */

import type { RequestOf, Result } from "#core/wire/index.ts"
import { type addPasskey, type logInWithPasskey, PASSKEYS_MAX } from "#core/wire/passkey-calls.ts"
import { refuse } from "#core/wire/problem.ts"
import { answer, type Caller, type HandlersOf, type UserCaller } from "../../calls/handler.ts"
import { beginSession, type Session } from "../login.ts"
import { ownCodeKey, provePassword, proveTotp, withCode } from "../proof.ts"
import { no, type UserParts } from "../user-parts.ts"
import { shownName, userById } from "../users.ts"

type PasskeyNames =
  | "passkeys"
  | "beginPasskey"
  | "addPasskey"
  | "endPasskey"
  | "askPasskey"
  | "logInWithPasskey"

export const passkeyHandlers = (parts: UserParts): HandlersOf<PasskeyNames> => ({
  passkeys: async (_given, { session }) => answer({ rows: await parts.passkeys.list(session.userId) }),
  beginPasskey: async (_given, { session }) => {
    const { home } = parts.passkeys
    if (!home) return no("PASSKEYS_OFF")
    const user = await userById(parts.database, session.userId)
    const { id, uid } = user
    const asked = await parts.passkeys.creation(home, { id, uid, name: shownName(user) })
    return asked ? answer(asked) : tooMany()
  },
  addPasskey: (given, caller) => keep(parts, caller, given),
  endPasskey: async ({ id }, { session }) =>
    (await parts.passkeys.end(session.userId, Number(id))) ? answer({}) : refuse("UNKNOWN_PASSKEY"),
  askPasskey: () => {
    const { home } = parts.passkeys
    return home ? answer(parts.passkeys.asking(home)) : no("PASSKEYS_OFF")
  },
  logInWithPasskey: (given, caller) => enter(parts, caller, given),
})

const tooMany = () => refuse("PASSKEY_COUNT", { limit: PASSKEYS_MAX })

/** The proofs in the order of every sensitive change: password, code, and the second factor last. */
async function keep(parts: UserParts, { session }: UserCaller, given: RequestOf<typeof addPasskey>) {
  const { passkeys } = parts
  if (!passkeys.home) return no("PASSKEYS_OFF")
  const fresh = await passkeys.fresh(passkeys.home, session.userId, given.credential)
  if (!fresh) return no("PASSKEY")
  const user = await userById(parts.database, session.userId)
  const proven = await provePassword(parts, user, given.login)
  if (!proven.ok) return proven
  const code = await parts.codes.prove("passkey", ownCodeKey(user), given.code)
  if (!code) return no("CODE")
  const second = await proveTotp(parts, user, given.totp)
  if (!second.ok) return second
  const kept = await withCode(
    parts,
    user,
    code,
    async (transaction) => {
      // The row is held: who is being frozen, or given another password, gets no way in behind that.
      const now = await transaction
        .selectFrom("users")
        .select(["frozen", "password"])
        .where("id", "=", user.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (now.frozen || now.password !== user.password) return "changed"
      return await passkeys.add(transaction, user.id, given.name, fresh)
    },
    { rests: false },
  )
  if (!kept.ok) return kept
  if (kept.value === "changed") return no("CREDENTIALS")
  if (kept.value === "full") return tooMany()
  if (kept.value === "used") return no("PASSKEY")
  parts.messages.changed(user, "passkey", parts.now())
  return answer(kept.value)
}

async function enter(
  parts: UserParts,
  caller: Caller,
  { credential }: RequestOf<typeof logInWithPasskey>,
): Promise<Result<Session, (typeof logInWithPasskey)["problems"][number]>> {
  const { passkeys } = parts
  if (!passkeys.home) return no("PASSKEYS_OFF")
  const proven = await passkeys.prove(passkeys.home, credential)
  if (!proven) return no("PASSKEY")
  const begun = await parts.database.transaction().execute(async (transaction) => {
    // Held, as at a login by password: a freeze waits for the session and ends it.
    await transaction.selectFrom("users").select("id").where("id", "=", proven.userId).forUpdate().execute()
    const user = await userById(transaction, proven.userId)
    if (user.frozen) return "ACCOUNT_FROZEN"
    if (!(await passkeys.noteUse(transaction, proven))) return "PASSKEY"
    return await beginSession(parts, transaction, caller, user)
  })
  if (typeof begun === "string") return no(begun)
  await parts.sessions.trim(proven.userId)
  return { ok: true, value: begun }
}
