/** Changes of password, e-mail, authenticator and phrase: proven, announced, and followed by a waiting time. */

import type { Kysely } from "kysely"
import type { RequestOf, Result } from "#core/wire/index.ts"
import type { CodePurpose, sendCode } from "#core/wire/login-calls.ts"
import type {
  beginTotp,
  bindEmail,
  changePassword,
  dropTotp,
  setPhrase,
  setTradePassword,
} from "#core/wire/security-calls.ts"
import type { Caller, UserCaller } from "../calls/handler.ts"
import type { Tables } from "../storage/schema.ts"
import { readAccountName } from "./account-name.ts"
import { codeTarget } from "./codes.ts"
import { sendCodeTo } from "./entrance.ts"
import { addressPlace, placeOf, SESSION_PLACE } from "./places.ts"
import {
  codeKey,
  judgePassword,
  ownCodeKey,
  ownTarget,
  provePassword,
  proveTotp,
  rest,
  takeTotp,
  withCode,
} from "./proof.ts"
import { newTotp } from "./totp.ts"
import { isDuplicate, no, type UserParts } from "./user-parts.ts"
import { shownName, userById, userByName } from "./users.ts"

type Problems<E extends { problems: readonly unknown[] }> = E["problems"][number]
type Done = Record<string, never>
const done: { ok: true; value: Done } = { ok: true, value: {} }

/** Codes that go to what the user has bound. */
const OWN: readonly CodePurpose[] = [
  "password",
  "payPwd",
  "changeEmail",
  "totpOn",
  "totp",
  "apiKey",
  "passkey",
]

export async function sendSecurityCode(
  parts: UserParts,
  caller: Caller,
  { purpose, account, device }: RequestOf<typeof sendCode>,
): Promise<Result<{ resend: number; expires: number }, Problems<typeof sendCode> | "FORMAT" | "SESSION">> {
  const user = caller.session ? await userById(parts.database, caller.session.userId) : undefined
  if (purpose === "forget" || purpose === "login") {
    const asked = readAccountName(account ?? "")
    if (!asked) return no("ACCOUNT_FORM")
    const known = await userByName(parts.database, asked)
    const phrase = known?.phrase ?? ""
    // To the spelling that is bound: one that merely comes down to the same could be another's mailbox.
    const bound = asked.kind === "email" ? known?.email : known?.phone
    const to = { ...asked, shown: bound ?? asked.shown }
    const place = await placeOf(parts, caller, known, device)
    const isWanted = known !== undefined
    return sendCodeTo(parts, caller, {
      purpose,
      to,
      target: codeTarget(asked.key, place),
      place,
      isWanted,
      phrase,
    })
  }
  if (purpose === "register") return no("FORMAT")
  if (!user) return no("SESSION")
  const { phrase } = user
  if (OWN.includes(purpose)) {
    const to = ownTarget(user)
    if (!to) throw new Error("a user without a name")
    const target = codeKey(user.id, to.key)
    return sendCodeTo(parts, caller, { purpose, to, target, place: SESSION_PLACE, isWanted: true, phrase })
  }
  const to = readAccountName(account ?? "")
  if (to?.kind !== "email") return no("ACCOUNT_FORM")
  // Whether the address belongs to someone else is nobody's business: the code just never fits.
  const target = codeKey(user.id, to.key)
  // It may be anybody's mailbox: counted as a stranger's.
  const place = addressPlace(caller)
  return sendCodeTo(parts, caller, { purpose, to, target, place, isWanted: true, phrase })
}

export async function changeLoginPassword(
  parts: UserParts,
  caller: UserCaller,
  { old, endKeys = true, ...given }: RequestOf<typeof changePassword>,
): Promise<Result<Done, Problems<typeof changePassword>>> {
  return await replacePassword(parts, caller, "password", { ...given, login: old }, endKeys)
}

export const changeTradePassword = (
  parts: UserParts,
  caller: UserCaller,
  given: RequestOf<typeof setTradePassword>,
): Promise<Result<Done, Problems<typeof setTradePassword>>> => replacePassword(parts, caller, "payPwd", given)

/**
 * Either password, proven alike: by the login password, a code and the second factor; it must differ from both. The
 * second factor comes last, here as elsewhere: its code is used up by being right, so it isn't spent on a request that
 * another proof refuses.
 */
async function replacePassword(
  parts: UserParts,
  caller: UserCaller,
  which: "password" | "payPwd",
  given: RequestOf<typeof setTradePassword>,
  endsKeys = false,
): Promise<Result<Done, Problems<typeof setTradePassword>>> {
  const user = await userById(parts.database, caller.session.userId)
  const judged = await judgePassword(parts, given, [shownName(user), user.phone ?? ""])
  if (!judged.ok) return judged
  const proven = await provePassword(parts, user, given.login)
  if (!proven.ok) return proven
  const isTrade = await parts.passwords.matches(user.trade_password, given.password)
  if (given.password === given.login || isTrade) return no("PASSWORD_SAME")
  const code = await parts.codes.prove(which, ownCodeKey(user), given.code)
  if (!code) return no("CODE")
  const second = await proveTotp(parts, user, given.totp)
  if (!second.ok) return second
  const hashed = await parts.passwords.hash(given.password)
  const isLogin = which === "password"
  const isFirst = !isLogin && user.trade_password === null
  // A login of this moment waits for the row and sees the new password, or is among the sessions that end (E3).
  const change = async (transaction: Kysely<Tables>) => {
    await transaction
      .updateTable("users")
      .set(isLogin ? { password: hashed } : { trade_password: hashed })
      .where("id", "=", user.id)
      .execute()
    return [
      isLogin && (await parts.sessions.endAllWithin(transaction, user.id, caller.session.id)),
      endsKeys && (await parts.apiKeys.endAllWithin(transaction, user.id)),
    ]
  }
  // Who sets the first trade password changes none: without it nothing could be withdrawn before.
  const changed = await withCode(parts, user, code, change, { rests: !isFirst })
  if (!changed.ok) return changed
  for (const end of changed.value) if (end) end.forget()
  parts.messages.changed(user, isFirst ? "payPwdSet" : which, parts.now())
  return done
}

/** What proves the owner has changed: sessions that were begun by the old proofs end with it, all but the one that asks (E3). */
const endOthers = (parts: UserParts, transaction: Kysely<Tables>, { session }: UserCaller) =>
  parts.sessions.endAllWithin(transaction, session.userId, session.id)

/** Takes back the transaction that it is thrown in. */
class Spent extends Error {
  override readonly name = "Spent"
}

export async function changeEmail(
  parts: UserParts,
  caller: UserCaller,
  given: RequestOf<typeof bindEmail>,
): Promise<Result<Done, Problems<typeof bindEmail>>> {
  const to = readAccountName(given.email)
  if (to?.kind !== "email") return no("ACCOUNT_FORM")
  const user = await userById(parts.database, caller.session.userId)
  const proven = await provePassword(parts, user, given.login)
  if (!proven.ok) return proven
  // What is bound now has a say as well, or a stolen password alone would take over the account.
  const own = await parts.codes.prove("changeEmail", ownCodeKey(user), given.ownCode)
  if (!own) return no("OWN_CODE")
  const code = await parts.codes.prove("email", codeKey(user.id, to.key), given.code)
  if (!code) return no("CODE")
  const second = await proveTotp(parts, user, given.totp)
  if (!second.ok) return second
  try {
    const changed = await withCode(parts, user, code, async (transaction) => {
      // Another request has used it up meanwhile: nothing of this one stands.
      if (!(await parts.codes.spend(transaction, own))) throw new Spent()
      await transaction
        .updateTable("users")
        .set({ email: to.shown, email_key: to.key })
        .where("id", "=", user.id)
        .execute()
      return await endOthers(parts, transaction, caller)
    })
    if (!changed.ok) return changed
    changed.value.forget()
  } catch (error) {
    // The address is another user's: said no more clearly than a wrong code.
    if (isDuplicate(error)) return no("CODE")
    if (error instanceof Spent) return no("OWN_CODE")
    throw error
  }
  parts.messages.changed(user, "email", parts.now())
  return done
}

/** A new secret replaces one that was never confirmed. */
export async function startTotp(
  parts: UserParts,
  caller: UserCaller,
  given: RequestOf<typeof beginTotp>,
): Promise<Result<{ secret: string; uri: string }, Problems<typeof beginTotp>>> {
  const user = await userById(parts.database, caller.session.userId)
  if (user.totp_on) return no("WRONG_STATE")
  const proven = await provePassword(parts, user, given.login)
  if (!proven.ok) return proven
  // Nobody can lift an authenticator: a thief who has but the password must not put one on.
  const code = await parts.codes.prove("totpOn", ownCodeKey(user), given.code)
  const made = newTotp(parts.name, shownName(user))
  const write = async (transaction: Kysely<Tables>) => {
    await transaction
      .updateTable("users")
      .set({ totp_secret: made.secret, totp_step: 0 })
      .where("id", "=", user.id)
      .where("totp_on", "=", false)
      .execute()
    return made
  }
  return await withCode(parts, user, code, write, { rests: false })
}

export async function switchTotpOn(
  parts: UserParts,
  caller: UserCaller,
  code: string,
): Promise<Result<Done, "TOTP_WRONG" | "WRONG_STATE" | "WAIT">> {
  const user = await userById(parts.database, caller.session.userId)
  if (user.totp_on || user.totp_secret === null) return no("WRONG_STATE")
  const taken = await takeTotp(parts, user, code)
  if (!taken.ok) return taken
  const now = parts.now()
  const isOn = await parts.database.transaction().execute(async (transaction) => {
    // Of this very secret: another request may have made a new one meanwhile.
    const { numUpdatedRows } = await transaction
      .updateTable("users")
      .set({ totp_on: true })
      .where("id", "=", user.id)
      .where("totp_secret", "=", user.totp_secret)
      .where("totp_on", "=", false)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await rest(transaction, user, now)
    // Other sessions go on: the login password alone has led here, and whoever stole it would throw the owner out.
    return true
  })
  if (!isOn) return no("WRONG_STATE")
  parts.messages.changed(user, "totpOn", now)
  return done
}

export async function switchTotpOff(
  parts: UserParts,
  caller: UserCaller,
  given: RequestOf<typeof dropTotp>,
): Promise<Result<Done, Problems<typeof dropTotp>>> {
  const user = await userById(parts.database, caller.session.userId)
  if (!user.totp_on) return no("WRONG_STATE")
  const proven = await provePassword(parts, user, given.login)
  if (!proven.ok) return proven
  const code = await parts.codes.prove("totp", ownCodeKey(user), given.code)
  if (!code) return no("CODE")
  const second = await takeTotp(parts, user, given.totp)
  if (!second.ok) return second
  const changed = await withCode(parts, user, code, async (transaction) => {
    await transaction
      .updateTable("users")
      .set({ totp_on: false, totp_secret: null })
      .where("id", "=", user.id)
      .execute()
    return await endOthers(parts, transaction, caller)
  })
  if (!changed.ok) return changed
  changed.value.forget()
  parts.messages.changed(user, "totpOff", parts.now())
  return done
}

export async function changePhrase(
  parts: UserParts,
  caller: UserCaller,
  given: RequestOf<typeof setPhrase>,
): Promise<Result<Done, Problems<typeof setPhrase>>> {
  const user = await userById(parts.database, caller.session.userId)
  const proven = await provePassword(parts, user, given.login)
  if (!proven.ok) return proven
  // One line, and nothing that can't be seen: it stands above every mail.
  const phrase = given.phrase.replace(/\s+/g, " ").replace(/\p{C}/gu, "").trim()
  await parts.database.updateTable("users").set({ phrase }).where("id", "=", user.id).execute()
  return done
}
