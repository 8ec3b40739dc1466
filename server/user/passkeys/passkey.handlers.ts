/** Handlers of the calls about passkeys. */

import type { RequestOf, Result } from "#core/wire/index.ts"
import { type addPasskey, type logInWithPasskey, PASSKEYS_MAX } from "#core/wire/passkey-calls.ts"
import { refuse } from "#core/wire/problem.ts"
import { answer, type Caller, type HandlersOf, type UserCaller } from "../../calls/handler.ts"
import { afterLogin, beginSession, type Session } from "../login.ts"
import { makeProven } from "../proof.ts"
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

async function keep(parts: UserParts, caller: UserCaller, given: RequestOf<typeof addPasskey>) {
  const { passkeys } = parts
  if (!passkeys.home) return no("PASSKEYS_OFF")
  const fresh = await passkeys.fresh(passkeys.home, caller.session.userId, given.credential)
  if (!fresh) return no("PASSKEY")
  const proven = await makeProven(parts, caller, "passkey", given, (transaction, { id }) =>
    passkeys.add(transaction, id, given.name, fresh),
  )
  if (!proven.ok) return proven
  const { user, made } = proven.value
  if (made === "full") return tooMany()
  if (made === "used") return no("PASSKEY")
  parts.messages.changed(user, "passkey", parts.now())
  return answer(made)
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
  await afterLogin(parts, caller, proven.userId)
  return { ok: true, value: begun }
}
