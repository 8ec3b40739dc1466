/** Reads and creates users, and what users see of themselves. */

import { randomInt } from "node:crypto"
import type { Kysely, Selectable } from "kysely"
import type { UserInfo } from "#core/wire/account.ts"
import type { Language } from "#core/wire/language.ts"
import type { UserTable } from "../storage/account-schema.ts"
import type { Tables } from "../storage/schema.ts"
import type { AccountName } from "./account-name.ts"

/** Without 0, O, 1, I, L: it is read aloud and typed by hand. */
const INVITE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
const INVITE_LENGTH = 6
const INVITE_CODE = /^[A-Z2-9]{6}$/
export const INVITE_LEVELS = 3

/** A row of the users' table. */
export type User = Selectable<UserTable>

export const userByName = (database: Kysely<Tables>, { kind, key }: AccountName): Promise<User | undefined> =>
  database
    .selectFrom("users")
    .selectAll()
    .where(kind === "email" ? "email_key" : "phone", "=", key)
    .executeTakeFirst()

/** Throws when there is none: a session's user is never removed. */
export const userById = (database: Kysely<Tables>, id: number): Promise<User> =>
  database.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow()

export async function inviterId(database: Kysely<Tables>, code: string): Promise<number | undefined> {
  if (!INVITE_CODE.test(code.trim().toUpperCase())) return undefined
  const row = await database
    .selectFrom("users")
    .select("id")
    .where("invite_code", "=", code.trim().toUpperCase())
    .executeTakeFirst()
  return row?.id
}

export interface NewUser {
  name: AccountName
  /** argon2id. */
  password: string
  invitedBy: number | null
  registered: number
  language: Language
}

/** Makes a user. Rejects with a unique violation when the name is taken, or, rarely, the random number is. */
export const insertUser = (database: Kysely<Tables>, made: NewUser): Promise<User> =>
  database
    .insertInto("users")
    .values({
      uid: String(randomInt(10_000_000, 100_000_000)),
      email: made.name.kind === "email" ? made.name.shown : null,
      email_key: made.name.kind === "email" ? made.name.key : null,
      phone: made.name.kind === "phone" ? made.name.key : null,
      password: made.password,
      trade_password: null,
      invite_code: Array.from(
        { length: INVITE_LENGTH },
        () => INVITE_LETTERS[randomInt(INVITE_LETTERS.length)],
      ).join(""),
      invited_by: made.invitedBy,
      avatar: null,
      registered: made.registered,
      totp_secret: null,
      language: made.language,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The name that is shown: the e-mail address where there is one. */
export const shownName = (user: Pick<User, "email" | "phone">): string => user.email ?? user.phone ?? ""

/** What a user sees of themselves, the state of their identity included. */
export async function userInfo(database: Kysely<Tables>, user: User): Promise<UserInfo> {
  const row = await database
    .selectFrom("identities")
    .select("status")
    .where("user_id", "=", user.id)
    .executeTakeFirst()
  return { ...withoutIdentity(user), identity: (row?.status ?? "none") as UserInfo["identity"] }
}

const withoutIdentity = (user: User): Omit<UserInfo, "identity"> => ({
  account: shownName(user),
  user_id: user.uid,
  avatar: user.avatar ?? "",
  credit_score: user.credit_score,
  email: user.email ?? "",
  phone: user.phone ?? "",
  registered: user.registered,
  tradePassword: user.trade_password !== null,
  totp: user.totp_on,
  phrase: user.phrase,
  holdUntil: user.hold_until,
})
