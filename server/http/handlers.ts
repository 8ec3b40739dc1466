/** Who answers a call? One handler for each endpoint of the wire, held to it by type. */

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
}

/** Answers one call. It may refuse only with the problems that its endpoint declares. */
type Handler<E> = (
  request: RequestOf<E>,
  caller: Caller,
) => Result<ResponseOf<E>, ProblemOf<E>> | Promise<Result<ResponseOf<E>, ProblemOf<E>>>

/** All of them: a missing or misspelt one does not compile. */
export type Handlers = { [K in EndpointName]: Handler<(typeof endpoints)[K]> }
/** What one domain brings. */
export type HandlersOf<Name extends EndpointName> = Pick<Handlers, Name>

export const answer = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value })
