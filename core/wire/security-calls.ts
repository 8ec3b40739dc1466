/** Calls that secure an account: own data, passwords, e-mail address, authenticator, anti-phishing phrase. */

import { z } from "zod/mini"
import { accountText, codeText, passwordText, totpText, userExample, userInfo } from "./account.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"

const nothing = z.strictObject({})
const done = z.object({})

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
  summary:
    "Changes the login password; all other sessions end, API keys as well unless they are to stay, withdrawals rest for a day",
  access: "user",
  limit: "account",
  request: z.strictObject({
    old: passwordText,
    password: passwordText,
    confirm: passwordText,
    code: codeText,
    totp: totpText,
    endKeys: described(z.optional(z.boolean()), "Whether all API keys end as well; left out: they do."),
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
  summary:
    "Binds or changes the e-mail address, proven by a code sent to the new one and one sent to what is bound now",
  notes:
    "Both codes come from /security/sendCode: `code` with purpose `email` and the new address, `ownCode` with purpose `changeEmail`. So a stolen password alone takes over no account.",
  access: "user",
  limit: "account",
  request: z.strictObject({
    email: accountText,
    code: codeText,
    ownCode: codeText,
    login: passwordText,
    totp: totpText,
  }),
  response: done,
  problems: ["ACCOUNT_FORM", "CREDENTIALS", "CODE", "OWN_CODE", "TOTP_NEEDED", "TOTP_WRONG", "WAIT"],
  example: {
    request: { email: "ada@example.net", code: "204881", ownCode: "730052", login: "long winter evening" },
    response: {},
  },
})

export const beginTotp = endpoint({
  method: "POST",
  path: "/security/totp",
  summary: "Makes the secret of an authenticator; it counts once its first code was confirmed",
  notes:
    "The code comes from /security/sendCode with purpose `totpOn`: nobody can lift an authenticator that a thief of the password has switched on.",
  access: "user",
  limit: "account",
  request: z.strictObject({ login: passwordText, code: codeText }),
  response: z.object({
    secret: described(z.string(), "Base32, to be typed in by hand."),
    uri: described(z.string(), "`otpauth://…`, to be shown as a QR code."),
  }),
  problems: ["CREDENTIALS", "CODE", "WRONG_STATE", "WAIT"],
  example: {
    request: { login: "long winter evening", code: "204881" },
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
