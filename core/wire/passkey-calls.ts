/** Calls about passkeys: making one, the list, ending one, and logging in with one. Ceremonies are those of WebAuthn (Level 3). */

import { z } from "zod/mini"
import { codeText, passwordText, session, totpText, userExample } from "./account.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { timeMs } from "./scalar.ts"

/** Passkeys that a user may have at a time. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_LENGTH_MAX = 40

const nothing = z.strictObject({})
const base64url = (lengthMax: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(lengthMax))
const credentialId = base64url(1400)
const kind = z.literal("public-key")
const transports = z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)))
const descriptor = z.object({ id: z.string(), type: kind, transports })

const creation = described(
  z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: kind, alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.boolean(),
      userVerification: z.literal("required"),
    }),
    attestation: z.literal("none"),
  }),
  "As `PublicKeyCredential.parseCreationOptionsFromJSON` takes it.",
)

const asking = described(
  z.object({
    rpId: z.string(),
    challenge: z.string(),
    timeout: z.int(),
    userVerification: z.literal("required"),
  }),
  "As `PublicKeyCredential.parseRequestOptionsFromJSON` takes it: any passkey of this page.",
)

const made = described(
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: kind,
    response: z.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(12_000),
      transports,
    }),
  }),
  "What the browser made of it, as `PublicKeyCredential.toJSON` writes it; what it says beyond this is left aside.",
)

const used = described(
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: kind,
    response: z.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(2000),
      userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    }),
  }),
  "What the browser answered, as `PublicKeyCredential.toJSON` writes it.",
)

const row = z.object({
  id: z.string(),
  name: z.string(),
  made: timeMs,
  used: described(timeMs, "Of the last login with it; 0: none yet."),
  isSynced: described(z.boolean(), "Its owner's other devices have it too."),
})

const CHALLENGE = "q8ZbN0u0b2xkYQAAAZ7x0…"
const rowExample = { id: "3", name: "Phone", made: 1_785_000_000_000, used: 0, isSynced: true }
const shape = { id: "xK3v8Q", rawId: "xK3v8Q", type: "public-key" }

export const passkeys = endpoint({
  method: "GET",
  path: "/passkey/list",
  summary: "The user's passkeys, the newest first",
  access: "user",
  limit: "read",
  request: nothing,
  response: z.object({ rows: z.array(row) }),
  problems: [],
  example: { request: {}, response: { rows: [rowExample] } },
})

export const beginPasskey = endpoint({
  method: "POST",
  path: "/passkey/begin",
  summary: "What a browser makes a passkey from; nothing is kept until it comes back with /passkey/add",
  access: "user",
  limit: "account",
  request: nothing,
  response: creation,
  problems: ["PASSKEYS_OFF", "PASSKEY_COUNT"],
  example: {
    request: {},
    response: {
      rp: { id: "trade.example.org", name: "Saker" },
      user: { id: "NDAyMTMz", name: "ada@example.org", displayName: "ada@example.org" },
      challenge: CHALLENGE,
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    },
  },
})

export const addPasskey = endpoint({
  method: "POST",
  path: "/passkey/add",
  summary: "Keeps a passkey: from this answer on its owner logs in with it",
  notes:
    "The code comes from /security/sendCode with purpose `passkey`. A refused proof leaves the challenge as it was: the same passkey can be sent again within five minutes of /passkey/begin.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(PASSKEY_NAME_LENGTH_MAX)),
    credential: made,
    login: described(passwordText, "The login password, as proof."),
    code: codeText,
    totp: totpText,
  }),
  response: row,
  problems: [
    "PASSKEYS_OFF",
    "PASSKEY",
    "PASSKEY_COUNT",
    "CREDENTIALS",
    "CODE",
    "TOTP_NEEDED",
    "TOTP_WRONG",
    "WAIT",
  ],
  example: {
    request: {
      name: "Phone",
      credential: { ...shape, response: { clientDataJSON: "eyJ0eXBl", attestationObject: "o2NmbXQ" } },
      login: "long winter evening",
      code: "204881",
    },
    response: rowExample,
  },
})

export const endPasskey = endpoint({
  method: "POST",
  path: "/passkey/end",
  summary: "Ends a passkey: nobody logs in with it any more; sessions stay",
  access: "user",
  limit: "account",
  request: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  response: z.object({}),
  problems: ["UNKNOWN_PASSKEY"],
  example: { request: { id: "3" }, response: {} },
})

export const askPasskey = endpoint({
  method: "POST",
  path: "/passkey/ask",
  summary: "What a browser asks for a passkey with, to log in",
  access: "visitor",
  limit: "account",
  request: nothing,
  response: asking,
  problems: ["PASSKEYS_OFF"],
  example: {
    request: {},
    response: {
      rpId: "trade.example.org",
      challenge: CHALLENGE,
      timeout: 300_000,
      userVerification: "required",
    },
  },
})

export const logInWithPasskey = endpoint({
  method: "POST",
  path: "/passkey/login",
  summary: "Logs in with a passkey, and begins a session",
  notes:
    "The device has checked its owner by finger, face or PIN: neither password nor authenticator is asked for. A passkey that nobody has here and one that is refused give the same answer.",
  access: "visitor",
  limit: "account",
  request: z.strictObject({ credential: used }),
  response: session,
  problems: ["PASSKEYS_OFF", "PASSKEY", "ACCOUNT_FROZEN"],
  example: {
    request: {
      credential: {
        ...shape,
        response: { clientDataJSON: "eyJ0eXBl", authenticatorData: "SZYN5YgO", signature: "MEUCIQ" },
      },
    },
    response: { token: "s1_7yq3…", device: "q8Zb….x2fK…", user: userExample },
  },
})
