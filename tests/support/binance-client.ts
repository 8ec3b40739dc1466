/** A program written for Binance, in tests: plain requests signed as its documents say. */

import { createHmac } from "node:crypto"
import type { RunningServer } from "#server/start/start-server.ts"

export interface DoorKey {
  key: string
  /** Signs a text: hex of HMAC-SHA-256, or base64 of Ed25519. */
  sign(text: string): string
  /** Sent with each request, beside the key. */
  headers?: Record<string, string>
}

export interface DoorAnswer<Body = Record<string, unknown>> {
  status: number
  body: Body
  headers: Headers
}

export const doorKey = (key: string, secret: string): DoorKey => ({
  key,
  sign: (text) => createHmac("sha256", secret).update(text).digest("hex"),
})

type Fields = Readonly<Record<string, string | number | boolean>>

/** Asks without a key. */
export async function askDoor<Body = Record<string, unknown>>(
  server: RunningServer,
  path: string,
  init: RequestInit = {},
): Promise<DoorAnswer<Body>> {
  const response = await fetch(`${server.address}/binance${path}`, init)
  return { status: response.status, body: (await response.json()) as Body, headers: response.headers }
}

/** Asks signed by a key; fields in the query. `sign` in place of the right one. */
export async function askSigned<Body = Record<string, unknown>>(
  server: RunningServer,
  by: DoorKey,
  call: string,
  fields: Fields = {},
  sign?: string,
): Promise<DoorAnswer<Body>> {
  const [method = "GET", path = ""] = call.split(" ")
  const texts = Object.entries({ timestamp: Date.now(), ...fields }).map(([name, value]) => [
    name,
    String(value),
  ])
  const query = new URLSearchParams(texts).toString()
  const signature = encodeURIComponent(sign ?? by.sign(query))
  return await askDoor(server, `${path}?${query}&signature=${signature}`, {
    method,
    headers: { "X-MBX-APIKEY": by.key, ...by.headers },
  })
}
