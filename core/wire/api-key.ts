/** API keys of users: what they may do, and what a request signed by one looks like. */

import { z } from "zod/mini"
import { described, named } from "./described.ts"
import { timeMs } from "./scalar.ts"

/** What a key may be allowed, each by itself. Withdrawals aren't among them: they need the person. */
export const KEY_SCOPES = ["read", "spot", "contract", "transfer"] as const
export const keyScope = z.enum(KEY_SCOPES)
export type KeyScope = z.infer<typeof keyScope>

/** `hmac`: HMAC-SHA-256 with a secret that both sides know. `ed25519`: the server knows the public key alone. */
export const KEY_KINDS = ["hmac", "ed25519"] as const
export const keyKind = z.enum(KEY_KINDS)
export type KeyKind = z.infer<typeof keyKind>

/** Keys of one user that haven't ended. */
export const KEYS_MAX = 30
export const KEY_NAME_LENGTH_MAX = 40
/** Addresses and networks that one key may name. */
export const KEY_ADDRESSES_MAX = 20

/** Names of the headers that sign a request. */
export const KEY_HEADERS = {
  key: "saker-key",
  time: "saker-time",
  window: "saker-window",
  nonce: "saker-nonce",
  sign: "saker-sign",
} as const

/** How long a signature is good for, in ms, where the header says nothing, and at most. */
export const KEY_WINDOW_MS = 5000
export const KEY_WINDOW_MAX_MS = 60_000
/** How far a client's clock may be ahead of the server's. */
export const KEY_AHEAD_MS = 1000

export interface SignedParts {
  /** Epoch ms, by the client's clock. */
  time: number
  /** ms from `time` on. */
  window: number
  /** 8 to 64 letters, digits, `-` or `_`; never twice within the window. */
  nonce: string
  /** `GET`, `POST`, or `AUTH` on the socket. */
  method: string
  /** With the query, as sent; `/socket` for `AUTH`. */
  path: string
  /** As sent, byte for byte; empty where there is none. */
  body: string
}

/** The text that is signed: six lines, the body last, so that no part can be taken for another. */
export const signedText = ({ time, window, nonce, method, path, body }: SignedParts): string =>
  `${time}\n${window}\n${nonce}\n${method}\n${path}\n${body}`

export const keyRow = named(
  "ApiKey",
  z.object({
    id: z.string(),
    name: z.string(),
    key: described(z.string(), "What the header `saker-key` carries. No secret."),
    kind: keyKind,
    scopes: z.array(keyScope),
    addresses: described(z.array(z.string()), "Addresses and networks that may use it; empty: any."),
    made: timeMs,
    expires: described(timeMs, "It is refused from then on; 0: it doesn't expire."),
    used: described(timeMs, "Last used, to the minute; 0: never."),
    usedFrom: described(z.string(), "Network address of the last use, to the minute."),
  }),
  { description: "A key of a user, without its secret." },
)
export type KeyRow = z.infer<typeof keyRow>

export const keyExample: KeyRow = {
  id: "3",
  name: "market maker",
  key: "sk_5Zk1wq8TnB0yUe2LxVh7",
  kind: "hmac",
  scopes: ["read", "spot"],
  addresses: ["203.0.113.7", "2001:db8::/48"],
  made: 1_785_000_000_000,
  expires: 0,
  used: 1_785_000_060_000,
  usedFrom: "203.0.113.7",
}
