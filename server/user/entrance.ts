/** Registration with a code, and password reset. */

import type { RequestOf, ResponseOf, Result } from "#core/wire/index.ts"
import type { forget, register, sendRegisterCode } from "#core/wire/login-calls.ts"
import { addressKey } from "../calls/client-address.ts"
import type { Caller } from "../calls/handler.ts"
import { type AccountName, readAccountName } from "./account-name.ts"
import { codeTarget, type Purpose } from "./codes.ts"
import { beginSession, endFormer, type Session } from "./login.ts"
import { addressPlace, type Place, placeOf } from "./places.ts"
import { judgePassword, proveAskedCode, proveTotp, withCode } from "./proof.ts"
import { isDuplicate, no, type UserParts, waitFor } from "./user-parts.ts"
import { insertUser, inviterId, userByName } from "./users.ts"

type CodeSent = ResponseOf<typeof sendRegisterCode>

interface WantedCode {
  purpose: Purpose
  to: AccountName
  /** What it is proven by later: the account's name and the place that asked, or the user and where it went. */
  target: string
  /** Who asks, and where from. */
  place: Place
  /** False: all but the sending. */
  isWanted: boolean
  phrase?: string
  /** What else it is bound to, and what its message names. */
  bound?: string
  details?: Readonly<Record<string, string>>
}

/** Makes a code and sends it, within the limits of target and address. */
export async function sendCodeTo(
  parts: UserParts,
  caller: Caller,
  code: WantedCode,
): Promise<Result<CodeSent, "WAIT">> {
  const { purpose, target } = code
  // Asked again too early nothing would be sent: that is no code of the few that a target gets.
  const early = await parts.codes.wait(purpose, target)
  if (early > 0) return waitFor(Math.ceil(early / 1000))
  const seconds = await takeCode(parts, caller, code)
  if (seconds > 0) return waitFor(seconds)
  const made = await parts.codes.make(purpose, target, code.bound)
  if ("wait" in made) return waitFor(Math.ceil(made.wait / 1000))
  if (code.isWanted) {
    const { phrase = "", details } = code
    parts.messages.code(code.to, caller.language, { purpose, code: made.code, phrase, details })
  }
  return { ok: true, value: { resend: made.resend, expires: made.expires } }
}

/** The seconds to wait; 0: go on. Six an hour for each place; those of strangers have a sum of their own (E2). */
async function takeCode({ tries }: UserParts, caller: Caller, { to, place }: WantedCode): Promise<number> {
  const own = `${to.key} ${place.name}`
  if (place.isKnown) return await tries.codeByTarget.take(own)
  return (
    (await tries.codeByAddress.take(addressKey(caller.address))) ||
    (await tries.codeByTarget.take(own)) ||
    (place.isUsual ? 0 : await tries.codeByStrangers.take(to.key))
  )
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
  const place = addressPlace(caller)
  const target = codeTarget(to.key, place)
  const wanted = { purpose: "register", to, target, place, isWanted: !isKnown } as const
  const sent = await sendCodeTo(parts, caller, wanted)
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
  const judged = await judgePassword(parts, given, [name.key])
  if (!judged.ok) return judged
  const invite = given.invite?.trim() ?? ""
  if (invite === "" && parts.inviteRequired) return no("INVITE_NEEDED")
  const address = addressKey(caller.address)
  const seconds = await parts.tries.codeTriedByAddress.take(address)
  if (seconds > 0) return waitFor(seconds)
  const invitedBy = invite === "" ? null : await inviterId(parts.database, invite)
  if (invitedBy === undefined) return no("INVITE_CODE")
  const asked = { purpose: "register", key: name.key, place: addressPlace(caller) } as const
  const proven = await proveAskedCode(parts, asked, given.code)
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
      if (!session) return no("CODE")
      await endFormer(parts, caller)
      return { ok: true, value: session }
    } catch (error) {
      if (!isDuplicate(error) || attempt >= INSERT_TRIES) throw error
      // Registered meanwhile by another request: its code is spent, and this one was for nobody.
      if (await userByName(parts.database, name)) return no("CODE")
    }
  }
}

/** A new password by a code; the second factor is still asked for, and every session ends. */
export async function resetPassword(
  parts: UserParts,
  caller: Caller,
  given: RequestOf<typeof forget>,
): Promise<Result<Record<string, never>, (typeof forget)["problems"][number]>> {
  const name = readAccountName(given.account)
  if (!name) return no("ACCOUNT_FORM")
  const judged = await judgePassword(parts, given, [name.key])
  if (!judged.ok) return judged
  const address = addressKey(caller.address)
  const user = await userByName(parts.database, name)
  const place = await placeOf(parts, caller, user, given.device)
  const seconds = place.isKnown ? 0 : await parts.tries.codeTriedByAddress.take(address)
  if (seconds > 0) return waitFor(seconds)
  // The code first: who doesn't hold it must not learn that there is an account, or a second factor.
  const code = await proveAskedCode(parts, { purpose: "forget", key: name.key, place }, given.code)
  if (!code || !user) return no("CODE")
  if (!place.isKnown) await parts.tries.codeTriedByAddress.giveBack(address)
  const proven = await proveTotp(parts, user, given.totp, "code")
  if (!proven.ok) return proven
  const password = await parts.passwords.hash(given.password)
  const changed = await withCode(parts, user, code, async (transaction) => {
    await transaction.updateTable("users").set({ password }).where("id", "=", user.id).execute()
    await parts.passkeys.endAllWithin(transaction, user.id)
    return [
      await parts.sessions.endAllWithin(transaction, user.id),
      await parts.apiKeys.endAllWithin(transaction, user.id),
    ]
  })
  if (!changed.ok) return changed
  for (const { forget } of changed.value) forget()
  parts.messages.changed(user, "password", parts.now())
  return { ok: true, value: {} }
}
