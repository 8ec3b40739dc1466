/** Where an entrance is tried from, so that strangers use up no tries and no codes but their own (E1, E2). */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { addressKey } from "../calls/client-address.ts"
import type { Caller } from "../calls/handler.ts"
import type { Tables } from "../storage/schema.ts"
import type { User } from "./users.ts"

export interface Place {
  /** What its tries and codes are counted under. */
  name: string
  /** Nobody but the account's owner can be there: a device that has logged in before, or an open session. */
  isKnown: boolean
  /** An address that the account has logged in from before; others may be there too. */
  isUsual?: boolean
  /** Of a known device: its name. */
  device?: `device ${string}`
}

interface PlaceParts {
  database: Kysely<Tables>
  now(): number
}

/** Of calls in a session that act upon its own account. */
export const SESSION_PLACE: Place = { name: "session", isKnown: true }

export const addressPlace = ({ address }: Caller): Place => ({
  name: `from ${addressKey(address)}`,
  isKnown: false,
})

const NONCE_BYTES = 16
/** How long a login makes its address a usual one, and how many of the newest are looked at. */
const USUAL_MS = 90 * 24 * 60 * 60_000
const USUAL_LOGINS = 100
/** Signs for accounts that don't exist, in the same time. */
const NOBODY = randomBytes(32).toString("hex")

/**
 * What a login leaves on its device. Signed with the stored hash of the password: nothing of it is kept here, nobody
 * else can make one, and a new password makes all devices unknown.
 */
export function newDevice({ password }: Pick<User, "password">): string {
  const nonce = randomBytes(NONCE_BYTES).toString("base64url")
  return `${nonce}.${signatureOf(password, nonce)}`
}

/** The device, if it is one of this account; else the address. In the same time where there is no account. */
export async function placeOf(
  { database, now }: PlaceParts,
  caller: Caller,
  user: Pick<User, "id" | "password"> | undefined,
  device: string | undefined,
): Promise<Place> {
  const isUsual = await wasHere(database, { user: user?.id ?? 0, caller, since: now() - USUAL_MS })
  const [nonce = "", given = ""] = (device ?? "").split(".")
  const isRight = isSame(given, signatureOf(user?.password ?? NOBODY, nonce))
  if (!isRight || !user) return { ...addressPlace(caller), isUsual }
  const name = `device ${nonce}` as const
  return { name, isKnown: true, device: name }
}

/** Whether one of the user's newest logins came from the caller's address. */
async function wasHere(
  database: Kysely<Tables>,
  { user, caller, since }: { user: number; caller: Caller; since: number },
): Promise<boolean> {
  const rows = await database
    .selectFrom("logins")
    .select("address")
    .where("user_id", "=", user)
    // As the index has it: wrong tries of strangers are many, and none of them is read.
    .where(sql<boolean>`result = 'ok'`)
    .where("time", ">", since)
    .orderBy("id", "desc")
    .limit(USUAL_LOGINS)
    .execute()
  const here = addressKey(caller.address)
  return rows.some(({ address }) => addressKey(address) === here)
}

const signatureOf = (password: string, nonce: string): string =>
  createHmac("sha256", password).update(`device ${nonce}`).digest("base64url")

const isSame = (given: string, right: string): boolean =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))
