/**
 * Calls to the server. Each is made from one constant of core/wire: its path, its method, its types, and the check
 * of what comes back. A refusal is a value, its text in the visitor's language.
 */

import { z } from "zod/mini"
import {
  type AskOf,
  type Endpoint,
  type Envelope,
  LANGUAGE_HEADER,
  type ResponseOf,
  SUCCESS_CODE,
} from "#core/wire/endpoint.ts"
import { PROBLEMS, type ProblemName } from "#core/wire/problem.ts"
import { problemText } from "../text/problem-text.ts"
import { currentLanguage } from "../words/first-words.ts"
import { knownDoor, type ServerDoor, serverDoor } from "./server-door.ts"

// The page's security policy allows no code made at run time, which zod would try.
z.config({ jitless: true })

/** A request that takes longer counts as failed. */
const TIMEOUT_MS = 60_000

/** Why there is no data. `NETWORK`: no envelope came at all (gone, late, another status, nonsense). */
export interface CallFailure {
  name: ProblemName | "NETWORK"
  /** Ready to be shown. */
  text: string
  /** WAIT only: the server listens again after so many seconds. */
  waitSeconds?: number
}

export type Answer<Data> = { ok: true; data: Data } | { ok: false; failure: CallFailure }

/**
 * Asks once; never retries by itself and never throws.
 * @param request as the endpoint takes it: the query of a GET, the body of a POST (JSON, or parts for an upload)
 * @param how quiet: an ended session leads to the login without a word, as uploads have it
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: AskOf<E>,
  signal?: AbortSignal,
  how: { isQuiet?: boolean } = {},
): Promise<Answer<ResponseOf<E>>> {
  // Within the press that asks: after a promise, what the press changed on screen would be drawn before the call goes out.
  const door = knownDoor() ?? (await serverDoor())
  const patience = new AbortController()
  const giveUp = () => patience.abort()
  const timer = setTimeout(giveUp, TIMEOUT_MS)
  signal?.addEventListener("abort", giveUp, { once: true })
  if (signal?.aborted) giveUp()
  try {
    const response = await send(endpoint, request, door, patience.signal)
    const envelope = response.ok ? ((await response.json()) as Partial<Envelope<unknown>> | null) : null
    if (envelope?.code === SUCCESS_CODE) {
      const read = endpoint.response.safeParse(envelope.data)
      if (read.success) return { ok: true, data: read.data as ResponseOf<E> }
      console.error(`saker: ${endpoint.path} answered against its contract`, read.error.issues)
    } else if (typeof envelope?.code === "number") {
      if (envelope.code === PROBLEMS.SESSION) door.sessionEnded?.(how.isQuiet ?? false)
      return { ok: false, failure: refusalOf(envelope.code, envelope.message, response.headers) }
    }
  } catch (error) {
    if (!signal?.aborted) console.warn(`saker: ${endpoint.path} failed`, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", giveUp)
  }
  return { ok: false, failure: { name: "NETWORK", text: problemText({ name: "NETWORK" }) } }
}

function send(endpoint: Endpoint, request: unknown, door: ServerDoor, signal: AbortSignal) {
  const headers: Record<string, string> = { [LANGUAGE_HEADER]: currentLanguage() }
  const token = door.token?.()
  if (token) headers.authorization = `Bearer ${token}`
  const address = door.apiBase + endpoint.path
  const { fetch = globalThis.fetch } = door
  if (endpoint.method === "GET") return fetch(address + queryOf(request), { headers, signal })
  if (endpoint.body === "multipart") {
    // The browser names the boundary itself.
    return fetch(address, { method: "POST", headers, signal, body: partsOf(request) })
  }
  headers["content-type"] = "application/json"
  return fetch(address, { method: "POST", headers, signal, body: JSON.stringify(request) })
}

/** Fields that are undefined are left out. */
function queryOf(request: unknown): string {
  const pairs = Object.entries(Object(request)).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Bytes become a file, everything else text. */
function partsOf(request: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(request))) {
    if (value instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(value)]), name)
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}

/** The server's own sentence, which has the numbers in it; ours where it sent none. */
export function refusalOf(code: number, message: unknown, headers: Headers): CallFailure {
  const known = Object.entries(PROBLEMS).find(([, number]) => number === code)?.[0]
  const name = (known ?? "INTERNAL") as ProblemName
  const text = typeof message === "string" && message !== "" ? message : problemText({ name })
  if (name !== "WAIT") return { name, text }
  const seconds = Number(headers.get("retry-after"))
  return { name, text, waitSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : 1 }
}
