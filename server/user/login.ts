/** Login: by password, within the tries of the place it comes from, or by password and a code when those are used up. */

import type { Kysely } from "kysely"
import type { RequestOf, ResponseOf, Result } from "#core/wire/index.ts"
import type { login } from "#core/wire/login-calls.ts"
import { addressKey } from "../calls/client-address.ts"
import type { Caller } from "../calls/handler.ts"
import type { Tables } from "../storage/schema.ts"
import { type AccountName, readAccountName } from "./account-name.ts"
import type { ProvenCode } from "./codes.ts"
import { newDevice, type Place, placeOf } from "./places.ts"
import { changedSince, proveAskedCode, proveTotp } from "./proof.ts"
import { no, type UserParts, waitFor } from "./user-parts.ts"
import { type User, userByName, userInfo } from "./users.ts"

export type Session = ResponseOf<typeof login>
type Begun = Result<Session, (typeof login)["problems"][number]>
type Given = RequestOf<typeof login>
interface Attempt {
  caller: Caller
  given: Given
  name: AccountName
  user: User | undefined
  place: Place
}

/** A code, where one is given, replaces the tries (E1): so nobody's wrong guesses keep the owner out. */
export async function logIn(parts: UserParts, caller: Caller, given: Given): Promise<Begun> {
  // What is no account name has no account: the same answer, by the same way. Its key is nobody's.
  const name = readAccountName(given.account) ?? {
    kind: "email",
    shown: "",
    key: Buffer.from(given.account.toLowerCase()).toString("base64url"),
  }
  const user = await userByName(parts.database, name)
  const attempt: Attempt = {
    caller,
    given,
    name,
    user,
    place: await placeOf(parts, caller, user, given.device),
  }
  return given.code ? await logInByCode(parts, attempt, given.code) : await logInByTries(parts, attempt)
}

async function logInByTries(parts: UserParts, attempt: Attempt): Promise<Begun> {
  const { caller, given, user, place } = attempt
  const seconds = await takeTry(parts, attempt)
  if (seconds > 0) return waitFor(seconds)
  const isRight = await parts.passwords.matches(user?.password, given.password)
  if (!user || !isRight) {
    if (user) note(parts, caller, user, "password")
    return no("CREDENTIALS")
  }
  const proven = await proveTotp(parts, user, given.totp, place.device ?? "strangers")
  if (!proven.ok) {
    // Being asked for the second factor is no failed try.
    if (proven.problem.name === "TOTP_NEEDED") await forgiveTry(parts, attempt)
    else note(parts, caller, user, "totp")
    return proven
  }
  if (user.frozen) return no("ACCOUNT_FROZEN")
  await forgiveTry(parts, attempt)
  // Only this one: whoever has an account of their own could else guess at others' without end.
  if (!place.isKnown) await parts.tries.loginByAddress.giveBack(addressKey(caller.address))
  return await enter(parts, caller, user)
}

/** The seconds to wait; 0: go on. A known device has tries that nobody else can use up. */
async function takeTry({ tries }: UserParts, { caller, name, place }: Attempt): Promise<number> {
  const own = `${name.key} ${place.name}`
  if (place.isKnown) return await tries.loginByPlace.take(own)
  return (
    (await tries.loginByAddress.take(addressKey(caller.address))) ||
    (await tries.loginByPlace.take(own)) ||
    (place.isUsual ? 0 : await tries.loginByStrangers.take(name.key))
  )
}

async function forgiveTry({ tries }: UserParts, { name, place }: Attempt): Promise<void> {
  await tries.loginByPlace.forgive(`${name.key} ${place.name}`)
  if (!place.isKnown && !place.isUsual) await tries.loginByStrangers.giveBack(name.key)
}

async function logInByCode(parts: UserParts, attempt: Attempt, given: string): Promise<Begun> {
  const { caller, name, user, place } = attempt
  const address = addressKey(caller.address)
  const seconds = place.isKnown ? 0 : await parts.tries.codeTriedByAddress.take(address)
  if (seconds > 0) return waitFor(seconds)
  // The code first: who doesn't read the mailbox learns nothing of the password.
  const code = await proveAskedCode(parts, { purpose: "login", key: name.key, place }, given)
  if (!code || !user) return no("CODE")
  if (!place.isKnown) await parts.tries.codeTriedByAddress.giveBack(address)
  const wait = await parts.tries.loginByCode.take(String(user.id))
  if (wait > 0) return waitFor(wait)
  if (!(await parts.passwords.matches(user.password, attempt.given.password))) {
    note(parts, caller, user, "password")
    return no("CREDENTIALS")
  }
  const proven = await proveTotp(parts, user, attempt.given.totp, "code")
  if (!proven.ok) {
    if (proven.problem.name !== "TOTP_NEEDED") note(parts, caller, user, "totp")
    return proven
  }
  if (user.frozen) return no("ACCOUNT_FROZEN")
  await parts.tries.loginByCode.forgive(String(user.id))
  return await enter(parts, caller, user, code)
}

/** Begins the session; `code` is spent with it, both or neither. */
async function enter(parts: UserParts, caller: Caller, user: User, code?: ProvenCode): Promise<Begun> {
  const session = await parts.database.transaction().execute(async (transaction) => {
    const change = await changedSince(transaction, user)
    if (change) return change
    if (code && !(await parts.codes.spend(transaction, code))) return "CODE"
    return await beginSession(parts, transaction, caller, user)
  })
  if (typeof session === "string") return no(session)
  await afterLogin(parts, caller, user.id)
  return { ok: true, value: session }
}

/** Once the new session stands, the oldest of too many ends, and the one that its owner came with. */
export async function afterLogin(parts: UserParts, caller: Caller, userId: number): Promise<void> {
  await endFormer(parts, caller)
  await parts.sessions.trim(userId)
}

/** A new session takes the place of the one that the caller came with, whosever that was (E3). */
export async function endFormer({ sessions }: UserParts, { session }: Caller): Promise<void> {
  if (session) await sessions.end(session.userId, session.id)
}

/** Writes session and history within `transaction`; the device may call itself known from then on. */
export async function beginSession(
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
  return { token, device: newDevice(user), user: await userInfo(transaction, user) }
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
