/** What a request says that is signed by an API key, and who judges it. */

import type { IncomingHttpHeaders } from "node:http"
import type { FastifyRequest } from "fastify"
import {
  KEY_HEADERS,
  KEY_WINDOW_MAX_MS,
  KEY_WINDOW_MS,
  type KeyScope,
  type Result,
  refuse,
} from "#core/wire/index.ts"
import type { CallerSession } from "./handler.ts"

export interface SignedRequest {
  key: string
  /** Epoch ms. */
  time: number
  /** ms. */
  window: number
  nonce: string
  sign: string
  method: string
  path: string
  /** As it came. */
  body: Buffer
  /** Network address that it came from. */
  address: string
}

/** A text that is signed in another form than ours: what it is made of, its reader has judged. */
export interface SignedText extends Pick<SignedRequest, "key" | "time" | "window" | "sign" | "address"> {
  text: Buffer
  /** What is taken only once while it is good; left out: it may come again. */
  once?: string
}

/** One that was proven. */
export interface KeySession extends CallerSession {
  scopes: ReadonlySet<KeyScope>
  /** When the key was made, epoch ms. */
  created: number
  /** It is taken from some addresses only. */
  isBound: boolean
}

export type ApiKeyProblem =
  | "FORMAT"
  | "API_KEY_UNKNOWN"
  | "API_KEY_SIGNATURE"
  | "API_KEY_TIME"
  | "API_KEY_REPEATED"
  | "API_KEY_ADDRESS"

/** Proves a signed request; the session of its owner has a number that no session has. */
export type ProveSigned = (request: SignedRequest | SignedText) => Promise<Result<KeySession, ApiKeyProblem>>

/** Whose a key is that is merely named, without a proof: enough for what tells nobody anything of its owner. */
export type NameKey = (
  key: string,
  address: string,
) => Promise<Result<KeySession, "API_KEY_UNKNOWN" | "API_KEY_ADDRESS">>

/** Calls `onEnd` once when the key of a session ends, at once where it has; answers how to stop. */
export type FollowKey = (session: Pick<KeySession, "id">, onEnd: () => void) => () => void

export const isSigned = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers[KEY_HEADERS.key] !== undefined

const NONCE = /^[\w-]{8,64}$/
const TIME = /^\d{13}$/
const WINDOW = /^\d{1,5}$/
const KEY = /^[\w-]{1,64}$/
const SIGN = /^[\w+/=-]{64,100}$/

type SignedTexts = Record<keyof typeof KEY_HEADERS, string>

const FORMS: SignedForms = { key: KEY, time: TIME, window: WINDOW, nonce: NONCE, sign: SIGN }
type SignedForms = Readonly<Record<keyof typeof KEY_HEADERS, RegExp>>

/** What is said of a signature, in its form; FORMAT names the header that isn't as it should be. */
export function readSignature(
  said: SignedTexts,
  rest: Pick<SignedRequest, "method" | "path" | "body" | "address">,
): Result<SignedRequest, "FORMAT"> {
  const texts = { ...said, window: said.window || String(KEY_WINDOW_MS) }
  for (const name of Object.keys(FORMS) as (keyof SignedForms)[])
    if (!FORMS[name].test(texts[name])) return refuse("FORMAT", { field: KEY_HEADERS[name] })
  const { key, nonce, sign } = texts
  const [time, window] = [Number(texts.time), Number(texts.window)]
  if (window > KEY_WINDOW_MAX_MS) return refuse("FORMAT", { field: KEY_HEADERS.window })
  return { ok: true, value: { key, time, window, nonce, sign, ...rest } }
}

/** As {@link readSignature}, of a call's headers. */
export function readSigned(
  { headers, method, url }: Pick<FastifyRequest, "headers" | "method" | "url">,
  rest: Pick<SignedRequest, "body" | "address">,
): Result<SignedRequest, "FORMAT"> {
  const of = (name: keyof typeof KEY_HEADERS) => String(headers[KEY_HEADERS[name]] ?? "")
  const said = {
    key: of("key"),
    time: of("time"),
    window: of("window"),
    nonce: of("nonce"),
    sign: of("sign"),
  }
  return readSignature(said, { method, path: url, ...rest })
}

/** The part of a caller's limit that is a key's: counted by key and address, so that who merely names a key uses up nothing of it. */
export const signedKey = ({ headers }: { headers: IncomingHttpHeaders }): string | undefined => {
  const key = String(headers[KEY_HEADERS.key] ?? "")
  return KEY.test(key) ? key : undefined
}
