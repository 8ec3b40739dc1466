/** Proof of the user behind a session: password, message code or authenticator, with limited tries. */

import type { Kysely } from "kysely"
import { PASSWORD_LENGTH_MIN } from "#core/wire/account.ts"
import type { CodePurpose } from "#core/wire/login-calls.ts"
import { type Result, refuse } from "#core/wire/problem.ts"
import type { UserCaller } from "../calls/handler.ts"
import type { Tables } from "../storage/schema.ts"
import { HOLD_HOURS } from "./account-messages.ts"
import { readAccountName } from "./account-name.ts"
import { codeTarget, type ProvenCode } from "./codes.ts"
import type { Place } from "./places.ts"
import { totpStep } from "./totp.ts"
import { no, type UserParts, waitFor } from "./user-parts.ts"
import { shownName, type User, userById } from "./users.ts"

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

/** Whose tries of an authenticator are counted together: nobody who lacks the proofs before it uses up another's. */
export type TotpTries = "session" | "code" | "strangers" | `device ${string}`

/** The authenticator's code, where one is switched on; each code counts once. */
export async function proveTotp(
  parts: UserParts,
  user: User,
  code: string | undefined,
  who: TotpTries = "session",
): Promise<Result<null, "TOTP_NEEDED" | "TOTP_WRONG" | "WAIT">> {
  if (!user.totp_on) return { ok: true, value: null }
  if (!code) return no("TOTP_NEEDED")
  const taken = await takeTotp(parts, user, code, who)
  return taken.ok ? { ok: true, value: null } : taken
}

/** Takes a code of the user's secret, switched on or not. */
export async function takeTotp(
  parts: UserParts,
  user: User,
  code: string,
  who: TotpTries = "session",
): Promise<Result<null, "TOTP_WRONG" | "WAIT">> {
  const key = `totp:${user.id} ${who}`
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

/**
 * A code that was asked for without a session. At the place that asked for it, it has its five tries; at another (a
 * phone that changed its network) it is judged within a few tries that all other places share, and loses none of its own.
 */
export async function proveAskedCode(
  { codes, tries }: UserParts,
  { purpose, key, place }: { purpose: CodePurpose; key: string; place: Place },
  code: string,
): Promise<ProvenCode | undefined> {
  const target = codeTarget(key, place)
  const own = await codes.prove(purpose, target, code)
  if (own || (await codes.isLive(purpose, target))) return own
  const elsewhere = `${purpose} ${key}`
  if ((await tries.codeElsewhere.take(elsewhere)) > 0) return undefined
  const proven = await codes.proveAnywhere(purpose, key, code)
  if (proven) await tries.codeElsewhere.giveBack(elsewhere)
  return proven
}

/** Where a user's own codes go. */
export const ownTarget = (user: User) => readAccountName(shownName(user))

/** A code made for one user is no use to another. */
export const codeKey = (userId: number, target: string): string => `${userId}:${target}`

/** Of a code that went to what the user has bound. */
export const ownCodeKey = (user: User): string => codeKey(user.id, ownTarget(user)?.key ?? "")

/**
 * Does what a code proves, in one transaction with using the code up: both happen or neither. Rests withdrawals, for
 * the changes that are made this way are sensitive ones.
 */
export async function withCode<Value>(
  parts: UserParts,
  user: User,
  code: ProvenCode | undefined,
  change: (transaction: Kysely<Tables>) => Promise<Value>,
  { rests = true }: { rests?: boolean } = {},
): Promise<Result<Value, "CODE">> {
  if (!code) return no("CODE")
  return await parts.database.transaction().execute(async (transaction) => {
    if (!(await parts.codes.spend(transaction, code))) return no("CODE")
    const value = await change(transaction)
    if (rests) await rest(transaction, user, parts.now())
    return { ok: true, value }
  })
}

/**
 * Frozen, or given another password, while this was being judged? Sessions and keys have been ended then, and none may
 * begin behind that. Holds the user's row, so that the next such change waits for what is made here and ends it.
 */
export async function changedSince(
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

/**
 * Makes a way into the account, behind all proofs in the order of every sensitive change: password, code, and the second factor
 * last. Withdrawals don't rest for it: they ask for more than a way in.
 */
export async function makeProven<Made>(
  parts: UserParts,
  { session }: UserCaller,
  purpose: CodePurpose,
  given: { login: string; code: string; totp?: string | undefined },
  make: (transaction: Kysely<Tables>, user: User) => Promise<Made>,
) {
  const user = await userById(parts.database, session.userId)
  const proven = await provePassword(parts, user, given.login)
  if (!proven.ok) return proven
  const code = await parts.codes.prove(purpose, ownCodeKey(user), given.code)
  if (!code) return no("CODE")
  const second = await proveTotp(parts, user, given.totp)
  if (!second.ok) return second
  const made = await withCode(
    parts,
    user,
    code,
    async (transaction) =>
      (await changedSince(transaction, user)) ? undefined : { made: await make(transaction, user) },
    { rests: false },
  )
  if (!made.ok) return made
  return made.value ? ({ ok: true, value: { user, made: made.value.made } } as const) : no("CREDENTIALS")
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
export async function judgePassword(
  parts: UserParts,
  given: { password: string; confirm: string },
  names: readonly string[],
): Promise<Result<null, "PASSWORDS_DIFFER" | "PASSWORD_WEAK">> {
  if (given.password !== given.confirm) return no("PASSWORDS_DIFFER")
  if (await parts.passwords.isWeak(given.password, names, parts.name))
    return refuse("PASSWORD_WEAK", { least: PASSWORD_LENGTH_MIN })
  return { ok: true, value: null }
}
