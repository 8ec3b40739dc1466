/** What do the rules of accounts work with? Put together once, at the start. */

import type { Kysely, Selectable } from "kysely"
import { type ProblemName, refuse } from "#core/wire/problem.ts"
import type { UserTable } from "../storage/account-schema.ts"
import { DatabaseError } from "../storage/database-thread.ts"
import type { Tables } from "../storage/schema.ts"
import type { AccountMessages } from "./account-messages.ts"
import type { Codes } from "./codes.ts"
import type { Passwords } from "./passwords.ts"
import type { Sessions } from "./sessions.ts"
import type { Tries } from "./tries.ts"

export type User = Selectable<UserTable>

export interface UserParts {
  database: Kysely<Tables>
  now(): number
  passwords: Passwords
  codes: Codes
  sessions: Sessions
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
  loginByAccount: Tries
  loginByAddress: Tries
  /** Wrong codes and logins of one address; a right one is given back, not all that were wrong before. */
  codeTriedByAddress: Tries
  codeByTarget: Tries
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
