/** The session that a request is made in, found by its bearer token. */

import type { FastifyRequest } from "fastify"
import type { CallerSession } from "./handler.ts"

/** The session of a bearer token; null: none, or one that has ended. */
export type FindSession = (token: string) => Promise<CallerSession | null>

export type PeekSession = (token: string) => CallerSession | undefined

/** Longer than any token of ours. */
const TOKEN = /^Bearer ([\w-]{1,200})$/

/** The open session of a request; null for a visitor. */
export async function sessionOf(
  request: FastifyRequest,
  findSession: FindSession,
): Promise<CallerSession | null> {
  const token = tokenOf(request)
  return token === undefined ? null : await findSession(token)
}

/** The bearer token of a request, if it has one that may be ours. */
export const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  TOKEN.exec(headers.authorization ?? "")?.[1]
