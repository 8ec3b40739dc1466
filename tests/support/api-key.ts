/** An API key in tests: made through the real calls, with requests signed as the guide says. */

import { randomBytes } from "node:crypto"
import { expect } from "vitest"
import { KEY_HEADERS, type KeyRow, type KeyScope, signedText } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { hmacSigning, type Signing } from "./api-key-signing.ts"
import { call } from "./in-process-server.ts"
import { codeTo, mailsTo, type Person } from "./person.ts"

export interface Signed {
  method?: "GET" | "POST"
  body?: object | string
  time?: number
  window?: number
  nonce?: string
  /** Sent in place of the right one. */
  sign?: string
  headers?: Record<string, string>
}

export const newNonce = (): string => randomBytes(12).toString("base64url")

export interface KeyAsk {
  scopes: readonly KeyScope[]
  addresses?: readonly string[]
  expires?: number
  kind?: "hmac" | "ed25519"
  publicKey?: string
}

/** Makes a key; answers whatever the server does. */
export async function askForKey(server: RunningServer, person: Person, ask: KeyAsk) {
  const seen = (await mailsTo(server, person.account)).length
  await person.post("/security/sendCode", { purpose: "apiKey" })
  return await person.post<{ row: KeyRow; secret: string }>("/apiKey/add", {
    ...{ name: "a bot", kind: "hmac", addresses: [], expires: 0, login: person.password },
    ...{ ...ask, code: await codeTo(server, person.account, seen) },
  })
}

export async function newKey(server: RunningServer, person: Person, ask: KeyAsk) {
  const answer = await askForKey(server, person, ask)
  expect(answer).toMatchObject({ code: 200 })
  const { row, secret } = answer.data
  return { ...row, ...hmacSigning(row.key, secret), secret }
}

/** A call signed by a key. */
export function signedCall<Data>(server: RunningServer, by: Signing, path: string, given: Signed = {}) {
  const { method = given.body === undefined ? "GET" : "POST", time = Date.now(), window = 5000 } = given
  const nonce = given.nonce ?? newNonce()
  const body = typeof given.body === "object" ? JSON.stringify(given.body) : (given.body ?? "")
  const sign = given.sign ?? by.sign(signedText({ time, window, nonce, method, path, body }))
  return call<Data>(server, path, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...{
        [KEY_HEADERS.key]: by.key,
        [KEY_HEADERS.time]: String(time),
        [KEY_HEADERS.window]: String(window),
      },
      ...{ [KEY_HEADERS.nonce]: nonce, [KEY_HEADERS.sign]: sign, ...given.headers },
    },
    ...(body && { body }),
  })
}
