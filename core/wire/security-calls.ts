/** Which calls keep an account safe? Who am I, passwords, e-mail, authenticator, phrase, sessions, logins. */

import { z } from "zod/mini"
import { accountText, codeText, passwordText, totpText, userExample, userInfo } from "./account.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { limitWithin, timeMs } from "./scalar.ts"

const nothing = z.strictObject({})
const done = z.object({})
const cursor = z.optional(z.string().check(z.maxLength(40)))
const next = described(z.string(), "Ask on with it as `cursor`; empty: that was all.")

/** Both passwords are proven and judged alike. */
const NEW_PASSWORD_PROBLEMS = [
  "PASSWORDS_DIFFER",
  "PASSWORD_WEAK",
  "PASSWORD_SAME",
  "CREDENTIALS",
  "CODE",
  "TOTP_NEEDED",
  "TOTP_WRONG",
  "WAIT",
] as const

export const me = endpoint({
  method: "GET",
  path: "/security/index",
  summary: "The user's own data",
  access: "user",
  limit: "read",
  request: nothing,
  response: userInfo,
  problems: [],
  example: { request: {}, response: userExample },
})

export const changePassword = endpoint({
  method: "POST",
  path: "/security/password",
  summary: "Changes the login password; all other sessions end, withdrawals rest for a day",
  access: "user",
  limit: "account",
  request: z.strictObject({
    old: passwordText,
    password: passwordText,
    confirm: passwordText,
    code: codeText,
    totp: totpText,
  }),
  response: done,
  problems: NEW_PASSWORD_PROBLEMS,
  example: {
    request: {
      old: "long winter evening",
      password: "short summer night",
      confirm: "short summer night",
      code: "204881",
    },
    response: {},
  },
})

export const setTradePassword = endpoint({
  method: "POST",
  path: "/security/payPwd",
  summary: "Sets or changes the trade password",
  access: "user",
  limit: "account",
  request: z.strictObject({
    login: described(passwordText, "The login password, as proof."),
    password: passwordText,
    confirm: passwordText,
    code: codeText,
    totp: totpText,
  }),
  response: done,
  problems: NEW_PASSWORD_PROBLEMS,
  example: {
    request: {
      login: "long winter evening",
      password: "seven grey herons",
      confirm: "seven grey herons",
      code: "204881",
    },
    response: {},
  },
})

export const bindEmail = endpoint({
  method: "POST",
  path: "/security/email",
  summary: "Binds or changes the e-mail address, proven by a code sent to the new one",
  access: "user",
  limit: "account",
  request: z.strictObject({ email: accountText, code: codeText, login: passwordText, totp: totpText }),
  response: done,
  problems: ["ACCOUNT_FORM", "CREDENTIALS", "CODE", "TOTP_NEEDED", "TOTP_WRONG", "WAIT"],
  example: {
    request: { email: "ada@example.net", code: "204881", login: "long winter evening" },
    response: {},
  },
})

export const beginTotp = endpoint({
  method: "POST",
  path: "/security/totp",
  summary: "Makes the secret of an authenticator; it counts once its first code was confirmed",
  access: "user",
  limit: "account",
  request: z.strictObject({ login: passwordText }),
  response: z.object({
    secret: described(z.string(), "Base32, to be typed in by hand."),
    uri: described(z.string(), "`otpauth://…`, to be shown as a QR code."),
  }),
  problems: ["CREDENTIALS", "WRONG_STATE", "WAIT"],
  example: {
    request: { login: "long winter evening" },
    response: { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Saker:ada?secret=JBSWY3DPEHPK3PXP" },
  },
})

export const confirmTotp = endpoint({
  method: "POST",
  path: "/security/totpConfirm",
  summary: "Switches the authenticator on, with its first code",
  access: "user",
  limit: "account",
  request: z.strictObject({ totp: codeText }),
  response: done,
  problems: ["TOTP_WRONG", "WRONG_STATE", "WAIT"],
  example: { request: { totp: "204881" }, response: {} },
})

export const dropTotp = endpoint({
  method: "POST",
  path: "/security/totpOff",
  summary: "Switches the authenticator off",
  access: "user",
  limit: "account",
  request: z.strictObject({ login: passwordText, totp: codeText, code: codeText }),
  response: done,
  problems: ["CREDENTIALS", "CODE", "TOTP_WRONG", "WRONG_STATE", "WAIT"],
  example: { request: { login: "long winter evening", totp: "204881", code: "118204" }, response: {} },
})

/** Longest anti-phishing phrase. */
export const PHRASE_LENGTH_MAX = 32

export const setPhrase = endpoint({
  method: "POST",
  path: "/security/phrase",
  summary: "Sets the anti-phishing phrase that stands in every mail; empty takes it away",
  access: "user",
  limit: "account",
  request: z.strictObject({ phrase: z.string().check(z.maxLength(PHRASE_LENGTH_MAX)), login: passwordText }),
  response: done,
  problems: ["CREDENTIALS", "WAIT"],
  example: { request: { phrase: "blue heron", login: "long winter evening" }, response: {} },
})

const sessionRow = z.object({
  id: z.string(),
  current: described(z.boolean(), "The one that asks."),
  began: timeMs,
  seen: described(timeMs, "Last used, to the minute."),
  address: described(z.string(), "Network address at login."),
  agent: described(z.string(), "What the browser said it is."),
})

export const sessions = endpoint({
  method: "GET",
  path: "/security/sessions",
  summary: "Sessions that are open, the newest first",
  access: "user",
  limit: "read",
  request: nothing,
  response: z.object({ rows: z.array(sessionRow) }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [
        {
          id: "7",
          current: true,
          began: 1_785_000_000_000,
          seen: 1_785_000_060_000,
          address: "203.0.113.7",
          agent: "Firefox on Linux",
        },
      ],
    },
  },
})

export const endSession = endpoint({
  method: "POST",
  path: "/security/sessionEnd",
  summary: "Ends one of the user's sessions",
  access: "user",
  limit: "account",
  request: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  response: done,
  problems: ["UNKNOWN_SESSION"],
  example: { request: { id: "7" }, response: {} },
})

export const endOtherSessions = endpoint({
  method: "POST",
  path: "/security/sessionsEnd",
  summary: "Ends all of the user's sessions but the one that asks",
  access: "user",
  limit: "account",
  request: nothing,
  response: z.object({ ended: z.int() }),
  problems: [],
  example: { request: {}, response: { ended: 2 } },
})

export const LOGINS_LIMIT_MAX = 100

export const logins = endpoint({
  method: "GET",
  path: "/security/logins",
  summary: "Login history, the newest first, failed tries included",
  access: "user",
  limit: "read",
  request: z.strictObject({ cursor, limit: limitWithin(LOGINS_LIMIT_MAX, 30) }),
  response: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        time: timeMs,
        address: z.string(),
        agent: z.string(),
        result: described(z.enum(["ok", "password", "totp"]), "What the try ended with."),
      }),
    ),
    next,
  }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [
        {
          id: "31",
          time: 1_785_000_000_000,
          address: "203.0.113.7",
          agent: "Firefox on Linux",
          result: "ok",
        },
      ],
      next: "",
    },
  },
})

/** Most bytes of a user's settings, as JSON. */
export const PREFERENCES_LENGTH_MAX = 4000

export const preferences = endpoint({
  method: "GET",
  path: "/security/preferences",
  summary: "Settings that follow the user from device to device, as the page stored them",
  access: "user",
  limit: "read",
  request: nothing,
  response: z.object({ preferences: z.record(z.string(), z.union([z.string(), z.boolean(), z.int()])) }),
  problems: [],
  example: { request: {}, response: { preferences: { confirmOrders: true, palette: "standard" } } },
})

export const setPreferences = endpoint({
  method: "POST",
  path: "/security/preferencesSet",
  summary: "Stores them whole",
  notes:
    "The page's own settings, but for one: `orderValueMax`, decimal text in USDT, is a limit that the server holds each order of this user to (OWN_LIMIT); anything else there is no limit.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    preferences: described(z.string().check(z.maxLength(PREFERENCES_LENGTH_MAX)), "A JSON object as text."),
  }),
  response: done,
  problems: ["FORMAT"],
  example: { request: { preferences: '{"confirmOrders":true}' }, response: {} },
})

export const invite = endpoint({
  method: "GET",
  path: "/security/invite",
  summary: "The own invite code and how many came by it, on three levels",
  access: "user",
  limit: "read",
  request: nothing,
  response: z.object({
    code: z.string(),
    link: described(z.string(), "Fragment of the page's address: put it behind the site's own address."),
    counts: described(z.tuple([z.int(), z.int(), z.int()]), "Invited by you, by them, and by those."),
  }),
  problems: [],
  example: {
    request: {},
    response: { code: "K7M2QX", link: "#/register?invite=K7M2QX", counts: [2, 1, 0] },
  },
})

export const INVITATIONS_LIMIT_MAX = 100

export const invitations = endpoint({
  method: "GET",
  path: "/security/invitations",
  summary: "Who came by the own invite code, by level, the newest first",
  access: "user",
  limit: "read",
  request: z.strictObject({
    level: z.enum(["1", "2", "3"]),
    cursor,
    limit: limitWithin(INVITATIONS_LIMIT_MAX, 30),
  }),
  response: z.object({
    rows: z.array(
      z.object({ account: described(z.string(), "Masked: `a•••@e•••.org`."), registered: timeMs }),
    ),
    next,
  }),
  problems: [],
  example: {
    request: { level: "1" },
    response: { rows: [{ account: "a•••@e•••.org", registered: 1_785_000_000_000 }], next: "" },
  },
})
