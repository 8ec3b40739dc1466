/** Schemas of a person: account names, passwords, codes, and what a user sees of themselves. */

import { z } from "zod/mini"
import { described, named } from "./described.ts"
import { timeMs } from "./scalar.ts"

/** E-mail address or phone number as typed; the server decides which it is. */
export const accountText = named("AccountText", z.string().check(z.minLength(3), z.maxLength(254)), {
  description: "An e-mail address, or a phone number with its country code (`+49…`).",
})
/** Longest password that is looked at. argon2id would take more; nobody types more. */
export const PASSWORD_LENGTH_MAX = 128
export const PASSWORD_LENGTH_MIN = 8
/** Taken as typed; whether it is good enough is answered by PASSWORD_WEAK, so that the reason can be said. */
export const passwordText = named(
  "PasswordText",
  z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH_MAX)),
  { description: "A password as typed. New ones need at least 8 characters and may not be a common one." },
)
export const codeText = named("CodeText", z.string().check(z.regex(/^\d{6}$/)), {
  description: "The six digits of a message, or of an authenticator.",
})
/** Left out or empty where no authenticator is switched on. */
export const totpText = z.optional(z.union([codeText, z.literal("")]))

/** What a session's beginning left on the device; left out or empty: nothing. */
export const deviceText = z.optional(z.string().check(z.maxLength(100)))

export const IDENTITY_STATES = ["none", "review", "verified", "refused"] as const

export const userInfo = named(
  "UserInfo",
  z.object({
    account: described(z.string(), "The name logged in with: e-mail address or phone number."),
    user_id: described(z.string(), "The public number (UID)."),
    avatar: described(z.string(), "Address of the picture; empty: none."),
    credit_score: described(z.int(), "Set by the operator."),
    email: described(z.string(), "Empty: none is bound."),
    phone: described(z.string(), "Empty: none is bound."),
    registered: timeMs,
    identity: described(z.enum(IDENTITY_STATES), "How far the identity verification has come."),
    tradePassword: described(z.boolean(), "Whether a trade password is set."),
    totp: described(z.boolean(), "Whether an authenticator is asked for."),
    phrase: described(z.string(), "The anti-phishing phrase that stands in every mail; empty: none."),
    holdUntil: described(timeMs, "Withdrawals rest until then after a sensitive change; 0: they don't."),
  }),
  { description: "What a user sees of themselves." },
)
export type UserInfo = z.infer<typeof userInfo>

export const userExample: UserInfo = {
  account: "ada@example.org",
  user_id: "48215907",
  avatar: "",
  credit_score: 100,
  email: "ada@example.org",
  phone: "",
  registered: 1_785_000_000_000,
  identity: "none",
  tradePassword: false,
  totp: false,
  phrase: "",
  holdUntil: 0,
}

export const session = named(
  "Session",
  z.object({
    token: described(z.string(), "Sent with every call as `Authorization: Bearer …`. Only its hash is kept."),
    device: described(
      z.string(),
      "Sent with later logins of this account from the same device, which then has tries of its own. It opens nothing. A new password ends it.",
    ),
    user: userInfo,
  }),
  { description: "A session that has just begun." },
)
