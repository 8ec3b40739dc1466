/** The form of a call. Each is one constant; routes, checks, types and documents are made from it. */

import type { z } from "zod/mini"
import type { ProblemName } from "./problem.ts"

/** Who may call: anyone, a logged-in user, or the operator on the loopback door. */
export type Access = "visitor" | "user" | "operator"
/** Against which limit a call counts; the figures are server settings. */
export type LimitName = "read" | "history" | "account" | "upload" | "order" | "cancel"

/** A call as it could happen: what is asked (for GET as it stands in the query) and the `data` of the answer. */
export interface CallExample {
  request: Readonly<Record<string, string | number | boolean | object>>
  response: unknown
}

export interface Endpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Name extends ProblemName = ProblemName,
  Who extends Access = Access,
> {
  method: "GET" | "POST"
  path: `/${string}`
  summary: string
  /** What the documents say beyond the summary. */
  notes?: string
  access: Who
  limit: LimitName
  /** A POST whose fields come as parts, one of them the file `file`. Left out: JSON or a form. */
  body?: "multipart"
  /**
   * A GET that does something is refused without the language header: no image and no link of a foreign page can send
   * it, and a browser asks before a foreign script does.
   */
  needsHeader?: true
  /** A strict object; for GET every field arrives as text. */
  request: Request
  /** The `data` of a successful envelope. */
  response: Response
  /** Refusals of its own; the door's (RATE_LIMIT, FORMAT, SESSION, INTERNAL) always apply. */
  problems: readonly Name[]
  example: CallExample
}

export const endpoint = <
  const Request extends z.ZodMiniType,
  const Response extends z.ZodMiniType,
  const Name extends ProblemName,
  const Who extends Access,
>(
  definition: Endpoint<Request, Response, Name, Who>,
): Endpoint<Request, Response, Name, Who> => definition

/** What the caller writes, before defaults are filled in and texts become numbers. */
export type AskOf<E> =
  E extends Endpoint<infer Request, z.ZodMiniType, ProblemName> ? z.input<Request> : never
/** What the handler gets. */
export type RequestOf<E> =
  E extends Endpoint<infer Request, z.ZodMiniType, ProblemName> ? z.infer<Request> : never
export type ResponseOf<E> =
  E extends Endpoint<z.ZodMiniType, infer Response, ProblemName> ? z.infer<Response> : never
export type ProblemOf<E> = E extends Endpoint<z.ZodMiniType, z.ZodMiniType, infer Name> ? Name : never

/** Every answer, refused or not, is HTTP 200 with this body; code 200 is success. */
export interface Envelope<Data> {
  code: number
  message: string
  data: Data
}
export const SUCCESS_CODE = 200
/** Header that carries the first part of the language code. */
export const LANGUAGE_HEADER = "lang"
