/** The shared dependencies of the account rules, created once at the start. */

import type { Kysely } from "kysely"
import { type ProblemName, refuse } from "#core/wire/problem.ts"
import { DatabaseError } from "../storage/database-thread.ts"
import type { Tables } from "../storage/schema.ts"
import type { AccountMessages } from "./account-messages.ts"
import type { ApiKeys } from "./api-keys/api-keys.ts"
import type { Codes } from "./codes.ts"
import type { Passkeys } from "./passkeys/passkeys.ts"
import type { Passwords } from "./passwords.ts"
import type { Sessions } from "./sessions.ts"
import type { Tries } from "./tries.ts"

export interface UserParts {
  database: Kysely<Tables>
  now(): number
  passwords: Passwords
  codes: Codes
  sessions: Sessions
  apiKeys: ApiKeys
  passkeys: Passkeys
  messages: AccountMessages
  tries: AccountTries
  /** The platform's name, shown in authenticators. */
  name: string
  inviteRequired: boolean
  /** Whether text messages have a way out. */
  phones: boolean
  /** Told when a user has stored other preferences. */
  onPreferences(userId: number): void
}

export interface AccountTries {
  /** Of one account from one place. */
  loginByPlace: Tries
  /** Of one account from all addresses together; known devices don't count. */
  loginByStrangers: Tries
  loginByAddress: Tries
  /** Passwords beside a right code, of one account. */
  loginByCode: Tries
  /** Wrong codes and logins of one address; a right one is given back, not all that were wrong before. */
  codeTriedByAddress: Tries
  /** Of codes that were asked for elsewhere. */
  codeElsewhere: Tries
  /** To one target, from one place. */
  codeByTarget: Tries
  /** To one target, from all addresses together; known devices and sessions don't count. */
  codeByStrangers: Tries
  codeByAddress: Tries
  /** Proofs within a session: a stolen one must not serve to guess the password. */
  proofByUser: Tries
}

/** WAIT with the seconds, for a limit that was overrun. */
export const waitFor = (seconds: number) => refuse("WAIT", { seconds })
/** A refusal without values. */
export const no = <Name extends ProblemName>(name: Name) => refuse(name)

/** PostgreSQL's unique_violation, from either driver. */
export function isDuplicate(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.sqlState === "23505"
  return error instanceof Error && "code" in error && error.code === "23505"
}
