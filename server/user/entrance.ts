/** How does a person come in? Register with a code, log in, set a forgotten password anew. */

import type { Kysely } from "kysely"
import type { RequestOf, ResponseOf, Result } from "#core/wire/index.ts"
import type { CodePurpose, forget, login, register, sendRegisterCode } from "#core/wire/login-calls.ts"
import type { Caller } from "../http/handlers.ts"
import type { Tables } from "../storage/schema.ts"
import { type AccountName, readAccountName } from "./account-name.ts"
import { judgePassword, proveTotp, withCode } from "./proof.ts"
import { addressKey } from "./tries.ts"
import { isDuplicate, no, type User, type UserParts, waitFor } from "./user-parts.ts"
import { insertUser, inviterId, userByName, userInfo } from "./users.ts"

type Session = ResponseOf<typeof login>
type CodeSent = ResponseOf<typeof sendRegisterCode>

/** Makes a code and sends it, within the limits of target and address. `isWanted` false: all but the sending. */
export async function sendCodeTo(
  parts: UserParts,
  caller: Caller,
  code: { purpose: CodePurpose; to: AccountName; key: string; isWanted: boolean; phrase?: string },
): Promise<Result<CodeSent, "WAIT">> {
  // Asked again too early nothing would be sent: that is no code of the few that a target gets.
  const early = await parts.codes.wait(code.purpose, code.key)
  if (early > 0) return waitFor(Math.ceil(early / 1000))
  const seconds =
    (await parts.tries.codeByAddress.take(addressKey(caller.address))) ||
    (await parts.tries.codeByTarget.take(code.to.key))
  if (seconds > 0) return waitFor(seconds)
  const made = await parts.codes.make(code.purpose, code.key)
  if ("wait" in made) return waitFor(Math.ceil(made.wait / 1000))
  if (code.isWanted) parts.messages.code(code.to, caller.language, code.purpose, made.code, code.phrase)
  return { ok: true, value: { resend: made.resend, expires: made.expires } }
}

/** The same answer, in the same time, whether or not the account exists. */
export async function askToRegister(
  parts: UserParts,
  caller: Caller,
  account: string,
): Promise<Result<CodeSent, "ACCOUNT_FORM" | "NO_PHONES" | "WAIT">> {
  const to = readAccountName(account)
  if (!to) return no("ACCOUNT_FORM")
  if (to.kind === "phone" && !parts.phones) return no("NO_PHONES")
  const isKnown = (await userByName(parts.database, to)) !== undefined
  const sent = await sendCodeTo(parts, caller, { purpose: "register", to, key: to.key, isWanted: !isKnown })
  if (sent.ok && isKnown) parts.messages.known(to, caller.language)
  return sent
}

/** Random numbers of a new user may be taken; so many are tried. */
const INSERT_TRIES = 5

export async function registerUser(
  parts: UserParts,
  caller: Caller,
  given: RequestOf<typeof register>,
): Promise<Result<Session, (typeof register)["problems"][number]>> {
  const name = readAccountName(given.account)
  if (!name) return no("ACCOUNT_FORM")
  const judged = judgePassword(parts, given, [name.key])
  if (!judged.ok) return judged
  const invite = given.invite?.trim() ?? ""
  if (invite === "" && parts.inviteRequired) return no("INVITE_NEEDED")
  const address = addressKey(caller.address)
  const seconds = await parts.tries.codeTriedByAddress.take(address)
  if (seconds > 0) return waitFor(seconds)
  const invitedBy = invite === "" ? null : await inviterId(parts.database, invite)
  if (invitedBy === undefined) return no("INVITE_CODE")
  const proven = await parts.codes.prove("register", name.key, given.code)
  if (!proven) return no("CODE")
  await parts.tries.codeTriedByAddress.giveBack(address)
  const password = await parts.passwords.hash(given.password)
  const made = { name, password, invitedBy, registered: parts.now(), language: caller.language }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const session = await parts.database.transaction().execute(async (transaction) => {
        if (!(await parts.codes.spend(transaction, proven))) return undefined
        return await beginSession(parts, transaction, caller, await insertUser(transaction, made))
      })
      return session ? { ok: true, value: session } : no("CODE")
    } catch (error) {
      if (!isDuplicate(error) || attempt >= INSERT_TRIES) throw error
      // Registered meanwhile by another request: its code is spent, and this one was for nobody.
      if (await userByName(parts.database, name)) return no("CODE")
    }
  }
}

export async function logIn(
  parts: UserParts,
  caller: Caller,
  given: RequestOf<typeof login>,
): Promise<Result<Session, (typeof login)["problems"][number]>> {
  const { tries } = parts
  // What is no account name has no account: the same answer, by the same way. Its key is nobody's.
  const name = readAccountName(given.account) ?? {
    kind: "email",
    shown: "",
    key: Buffer.from(given.account.toLowerCase()).toString("base64url"),
  }
  const address = addressKey(caller.address)
  const seconds = (await tries.loginByAddress.take(address)) || (await tries.loginByAccount.take(name.key))
  if (seconds > 0) return waitFor(seconds)
  const user = await userByName(parts.database, name)
  const isRight = await parts.passwords.matches(user?.password, given.password)
  if (!user || !isRight) {
    if (user) note(parts, caller, user, "password")
    return no("CREDENTIALS")
  }
  const proven = await proveTotp(parts, user, given.totp)
  if (!proven.ok) {
    // Being asked for the second factor is no failed try.
    if (proven.problem.name === "TOTP_NEEDED") await tries.loginByAccount.forgive(name.key)
    else note(parts, caller, user, "totp")
    return proven
  }
  if (user.frozen) return no("ACCOUNT_FROZEN")
  await tries.loginByAccount.forgive(name.key)
  // Only this one: whoever has an account of their own could else guess at others' without end.
  await tries.loginByAddress.giveBack(address)
  const session = await parts.database.transaction().execute(async (transaction) => {
    const change = await changedSince(transaction, user)
    return change ?? (await beginSession(parts, transaction, caller, user))
  })
  if (typeof session === "string") return no(session)
  await parts.sessions.trim(user.id)
  return { ok: true, value: session }
}

/**
 * Frozen, or given another password, while this login was being judged? Its sessions have been ended then, and none
 * may begin behind that. Holds the user's row, so that the next such change waits for the session and ends it.
 */
async function changedSince(
  transaction: Kysely<Tables>,
  user: User,
): Promise<"ACCOUNT_FROZEN" | "CREDENTIALS" | undefined> {
  const now = await transaction
    .selectFrom("users")
    .select(["frozen", "password"])
    .where("id", "=", user.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (now.frozen) return "ACCOUNT_FROZEN"
  return now.password === user.password ? undefined : "CREDENTIALS"
}

/** A new password by a code; the second factor is still asked for, and every session ends. */
export async function resetPassword(
  parts: UserParts,
  caller: Caller,
  given: RequestOf<typeof forget>,
): Promise<Result<Record<string, never>, (typeof forget)["problems"][number]>> {
  const name = readAccountName(given.account)
  if (!name) return no("ACCOUNT_FORM")
  const judged = judgePassword(parts, given, [name.key])
  if (!judged.ok) return judged
  const address = addressKey(caller.address)
  const seconds = await parts.tries.codeTriedByAddress.take(address)
  if (seconds > 0) return waitFor(seconds)
  // The code first: who doesn't hold it must not learn that there is an account, or a second factor.
  const code = await parts.codes.prove("forget", name.key, given.code)
  const user = await userByName(parts.database, name)
  if (!code || !user) return no("CODE")
  await parts.tries.codeTriedByAddress.giveBack(address)
  const proven = await proveTotp(parts, user, given.totp)
  if (!proven.ok) return proven
  const password = await parts.passwords.hash(given.password)
  const changed = await withCode(parts, user, code, async (transaction) => {
    await transaction.updateTable("users").set({ password }).where("id", "=", user.id).execute()
  })
  if (!changed.ok) return changed
  await parts.sessions.endAll(user.id)
  parts.messages.changed(user, "password", parts.now())
  return { ok: true, value: {} }
}

async function beginSession(
  parts: UserParts,
  transaction: Kysely<Tables>,
  caller: Caller,
  user: User,
): Promise<Session> {
  const { address, agent } = caller
  const token = await parts.sessions.begin(transaction, { id: user.id, address, agent })
  await transaction
    .insertInto("logins")
    .values({ user_id: user.id, time: parts.now(), address, agent, result: "ok" })
    .execute()
  return { token, user: await userInfo(transaction, user) }
}

/** The answer has left by then, on whatever machine. */
const NOTE_AFTER_MS = 50

/**
 * A failed try goes into the history behind the answer's back: even putting the row into words would make the answer
 * later than where there is no account.
 */
function note(parts: UserParts, caller: Caller, user: User, result: "password" | "totp"): void {
  const { address, agent } = caller
  const row = { user_id: user.id, time: parts.now(), address, agent, result }
  const write = () => parts.database.insertInto("logins").values(row).execute()
  setTimeout(() => write().catch(() => undefined), NOTE_AFTER_MS).unref()
}
