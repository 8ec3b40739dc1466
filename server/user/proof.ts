/** Is this person who the session says? The password again, the code of a message, the authenticator: limited tries. */

import type { Kysely } from "kysely"
import { PASSWORD_LENGTH_MIN } from "#core/wire/account.ts"
import { type Result, refuse } from "#core/wire/problem.ts"
import type { Tables } from "../storage/schema.ts"
import { HOLD_HOURS } from "./account-messages.ts"
import { readAccountName } from "./account-name.ts"
import type { ProvenCode } from "./codes.ts"
import { totpStep } from "./totp.ts"
import { no, type User, type UserParts, waitFor } from "./user-parts.ts"
import { shownName } from "./users.ts"

const HOUR_MS = 60 * 60_000

/** The login password of someone with a session. */
export async function provePassword(
  parts: UserParts,
  user: User,
  password: string,
): Promise<Result<null, "CREDENTIALS" | "WAIT">> {
  const key = String(user.id)
  const seconds = await parts.tries.proofByUser.take(key)
  if (seconds > 0) return waitFor(seconds)
  if (!(await parts.passwords.matches(user.password, password))) return no("CREDENTIALS")
  await parts.tries.proofByUser.forgive(key)
  return { ok: true, value: null }
}

/** The authenticator's code, where one is switched on; each code counts once. */
export async function proveTotp(
  parts: UserParts,
  user: User,
  code: string | undefined,
): Promise<Result<null, "TOTP_NEEDED" | "TOTP_WRONG" | "WAIT">> {
  if (!user.totp_on) return { ok: true, value: null }
  if (!code) return no("TOTP_NEEDED")
  const taken = await takeTotp(parts, user, code)
  return taken.ok ? { ok: true, value: null } : taken
}

/** Takes a code of the user's secret, switched on or not. */
export async function takeTotp(
  parts: UserParts,
  user: User,
  code: string,
): Promise<Result<null, "TOTP_WRONG" | "WAIT">> {
  const key = `totp:${user.id}`
  const seconds = await parts.tries.proofByUser.take(key)
  if (seconds > 0) return waitFor(seconds)
  const step = user.totp_secret ? totpStep(user.totp_secret, code, parts.now(), user.totp_step) : null
  if (step === null) return no("TOTP_WRONG")
  // Two requests with one code: the database lets one of them through.
  const { numUpdatedRows } = await parts.database
    .updateTable("users")
    .set({ totp_step: step })
    .where("id", "=", user.id)
    .where("totp_step", "<", step)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return no("TOTP_WRONG")
  await parts.tries.proofByUser.forgive(key)
  return { ok: true, value: null }
}

/** Where a user's own codes go. */
export const ownTarget = (user: User) => readAccountName(shownName(user))

/**
 * Does what a code proves, in one transaction with using the code up: both happen or neither. Rests withdrawals,
 * for every change that is made this way is a sensitive one.
 */
export async function withCode(
  parts: UserParts,
  user: User,
  code: ProvenCode | undefined,
  change: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<Result<null, "CODE">> {
  if (!code) return no("CODE")
  const isRight = await parts.database.transaction().execute(async (transaction) => {
    if (!(await parts.codes.spend(transaction, code))) return false
    await change(transaction)
    await rest(transaction, user, parts.now())
    return true
  })
  return isRight ? { ok: true, value: null } : no("CODE")
}

/** Withdrawals rest for a day from `now`; a longer rest stays as it is. */
export async function rest(database: Kysely<Tables>, user: User, now: number): Promise<void> {
  await database
    .updateTable("users")
    .set({ hold_until: Math.max(user.hold_until, now + HOLD_HOURS * HOUR_MS) })
    .where("id", "=", user.id)
    .execute()
}

/** A new password and its confirmation, before anything is spent on it. */
export function judgePassword(
  parts: UserParts,
  given: { password: string; confirm: string },
  names: readonly string[],
): Result<null, "PASSWORDS_DIFFER" | "PASSWORD_WEAK"> {
  if (given.password !== given.confirm) return no("PASSWORDS_DIFFER")
  if (parts.passwords.isWeak(given.password, names))
    return refuse("PASSWORD_WEAK", { least: PASSWORD_LENGTH_MIN })
  return { ok: true, value: null }
}
