/** The handler type of a call: one handler for each endpoint of the wire, checked by type. */

import type {
  EndpointName,
  endpoints,
  Language,
  ProblemOf,
  RequestOf,
  ResponseOf,
  Result,
} from "#core/wire/index.ts"

/** What is known of the one who calls. */
export interface Caller {
  /** From the language header, else what the browser accepts, else the default. */
  language: Language
  /** Network address. */
  address: string
  /** What the browser says it is; cut to a sane length. */
  agent: string
  /** The session whose token came along; null: a visitor. */
  session: CallerSession | null
}
export interface CallerSession {
  id: number
  userId: number
}
/** A call for users is never handed on without a session. */
export type UserCaller = Caller & { session: CallerSession }

/** Answers one call. It may refuse only with the problems that its endpoint declares. */
export type Handler<E> = (
  request: RequestOf<E>,
  caller: E extends { access: "user" } ? UserCaller : Caller,
) => Result<ResponseOf<E>, ProblemOf<E>> | Promise<Result<ResponseOf<E>, ProblemOf<E>>>

/** All of them: a missing or misspelt one does not compile. */
export type Handlers = { [K in EndpointName]: Handler<(typeof endpoints)[K]> }
/** What one domain brings. */
export type HandlersOf<Name extends EndpointName> = Pick<Handlers, Name>

export const answer = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })
