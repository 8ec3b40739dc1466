/** Calls about a user's API keys: which there are, making one, ending one or all. Only a session may call them. */

import { z } from "zod/mini"
import { codeText, passwordText, totpText } from "./account.ts"
import {
  KEY_ADDRESSES_MAX,
  KEY_NAME_LENGTH_MAX,
  KEY_SCOPES,
  keyExample,
  keyKind,
  keyRow,
  keyScope,
} from "./api-key.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { timeMs } from "./scalar.ts"

const nothing = z.strictObject({})

export const apiKeys = endpoint({
  method: "GET",
  path: "/apiKey/list",
  summary: "The user's API keys that haven't ended, the newest first; without their secrets",
  access: "user",
  limit: "read",
  request: nothing,
  response: z.object({ rows: z.array(keyRow) }),
  problems: [],
  example: { request: {}, response: { rows: [keyExample] } },
})

export const addApiKey = endpoint({
  method: "POST",
  path: "/apiKey/add",
  summary: "Makes an API key; its secret is told this once",
  notes:
    "The code comes from /security/sendCode with purpose `apiKey`. Without `read` a key may still do what its other scopes allow. See “Requests signed by a key” in the guide.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(KEY_NAME_LENGTH_MAX)),
    kind: keyKind,
    publicKey: described(
      z.optional(z.string().check(z.maxLength(400))),
      "For `ed25519`: the public key, as PEM or as 32 bytes in base64.",
    ),
    scopes: z.array(keyScope).check(z.minLength(1), z.maxLength(KEY_SCOPES.length)),
    addresses: described(
      z.array(z.string().check(z.maxLength(64))).check(z.maxLength(KEY_ADDRESSES_MAX)),
      "IPv4 or IPv6 addresses, or networks such as `203.0.113.0/24`; empty: any.",
    ),
    expires: described(timeMs, "Epoch ms; 0: it doesn't expire."),
    login: described(passwordText, "The login password, as proof."),
    code: codeText,
    totp: totpText,
  }),
  response: z.object({
    row: keyRow,
    secret: described(z.string(), "Of `hmac`, told this once and never again; empty for `ed25519`."),
  }),
  problems: [
    "FORMAT",
    "API_KEY_FORM",
    "API_KEY_COUNT",
    "CREDENTIALS",
    "CODE",
    "TOTP_NEEDED",
    "TOTP_WRONG",
    "WAIT",
  ],
  example: {
    request: {
      name: "market maker",
      kind: "hmac",
      scopes: ["read", "spot"],
      addresses: ["203.0.113.7", "2001:db8::/48"],
      expires: 0,
      login: "long winter evening",
      code: "204881",
    },
    response: { row: keyExample, secret: "oX0v2Gm8…" },
  },
})

export const endApiKey = endpoint({
  method: "POST",
  path: "/apiKey/end",
  summary: "Ends an API key: from this answer on it is refused, and its sockets are logged out",
  access: "user",
  limit: "account",
  request: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  response: z.object({}),
  problems: ["UNKNOWN_API_KEY"],
  example: { request: { id: "3" }, response: {} },
})

export const endAllApiKeys = endpoint({
  method: "POST",
  path: "/apiKey/endAll",
  summary: "Ends all of the user's API keys",
  access: "user",
  limit: "account",
  request: nothing,
  response: z.object({ ended: z.int() }),
  problems: [],
  example: { request: {}, response: { ended: 2 } },
})
