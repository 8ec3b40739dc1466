/** Calls that begin and end a session: codes, registration, login, password reset, logout. */

import { z } from "zod/mini"
import { accountText, codeText, deviceText, passwordText, session, totpText, userExample } from "./account.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { timeMs } from "./scalar.ts"

const codeSent = z.object({
  resend: described(timeMs, "Another code may be asked for from then on."),
  expires: described(timeMs, "The code can be used until then."),
})
const sentExample = { resend: 1_785_000_060_000, expires: 1_785_000_600_000 }
const sessionExample = { token: "s1_7yq3…", device: "q8Zb….x2fK…", user: userExample }
const invite = z.optional(z.string().check(z.maxLength(16)))

/** What a code proves; a code for one can't be used for another. */
export const CODE_PURPOSES = [
  "register",
  "login",
  "forget",
  "password",
  "payPwd",
  "email",
  "changeEmail",
  "totpOn",
  "totp",
  "apiKey",
  "passkey",
] as const
export const codePurpose = z.enum(CODE_PURPOSES)
export type CodePurpose = z.infer<typeof codePurpose>

export const sendRegisterCode = endpoint({
  method: "GET",
  path: "/register/sendemail",
  summary: "Sends the code of a registration to an e-mail address or a phone",
  notes:
    "Answers the same whether or not the account exists; who has one is told so by mail. Needs the header `lang`, which a foreign page's image can't send: without it FORMAT.",
  access: "visitor",
  limit: "account",
  needsHeader: true,
  request: z.strictObject({ account: accountText }),
  response: codeSent,
  problems: ["ACCOUNT_FORM", "NO_PHONES", "WAIT"],
  example: { request: { account: "ada@example.org" }, response: sentExample },
})

export const register = endpoint({
  method: "POST",
  path: "/register/index",
  summary: "Registers with a code, and begins a session",
  access: "visitor",
  limit: "account",
  request: z.strictObject({
    account: accountText,
    code: codeText,
    password: passwordText,
    confirm: passwordText,
    invite: described(invite, "Invite code of who brought you; may be required by the operator."),
  }),
  response: session,
  problems: [
    "ACCOUNT_FORM",
    "PASSWORDS_DIFFER",
    "PASSWORD_WEAK",
    "INVITE_NEEDED",
    "INVITE_CODE",
    "CODE",
    "WAIT",
  ],
  example: {
    request: {
      account: "ada@example.org",
      code: "204881",
      password: "long winter evening",
      confirm: "long winter evening",
      invite: "",
    },
    response: sessionExample,
  },
})

export const login = endpoint({
  method: "POST",
  path: "/login/index",
  summary: "Logs in, and begins a session",
  notes:
    "Wrong password and unknown account give the same answer in the same time. Five wrong tries from one address are WAIT there; all addresses together have fifty, a known `device` its own. With a `code` (/security/sendCode, purpose `login`) the right password passes in spite of WAIT. Where an authenticator is switched on, TOTP_NEEDED asks for its code after the password was right.",
  access: "visitor",
  limit: "account",
  request: z.strictObject({
    account: accountText,
    password: passwordText,
    totp: totpText,
    code: z.optional(z.union([codeText, z.literal("")])),
    device: deviceText,
  }),
  response: session,
  problems: ["CREDENTIALS", "CODE", "TOTP_NEEDED", "TOTP_WRONG", "ACCOUNT_FROZEN", "WAIT"],
  example: {
    request: { account: "ada@example.org", password: "long winter evening" },
    response: sessionExample,
  },
})

export const forget = endpoint({
  method: "POST",
  path: "/login/forget",
  summary: "Sets a new login password with a code; every session ends",
  notes: "The code comes from /security/sendCode with purpose `forget`. A second factor is still asked for.",
  access: "visitor",
  limit: "account",
  request: z.strictObject({
    account: accountText,
    code: codeText,
    password: passwordText,
    confirm: passwordText,
    totp: totpText,
    device: deviceText,
  }),
  response: z.object({}),
  problems: [
    "ACCOUNT_FORM",
    "PASSWORDS_DIFFER",
    "PASSWORD_WEAK",
    "CODE",
    "TOTP_NEEDED",
    "TOTP_WRONG",
    "WAIT",
  ],
  example: {
    request: {
      account: "ada@example.org",
      code: "204881",
      password: "short summer night",
      confirm: "short summer night",
    },
    response: {},
  },
})

export const logout = endpoint({
  method: "POST",
  path: "/login/logout",
  summary: "Ends the session that calls",
  access: "user",
  limit: "account",
  request: z.strictObject({}),
  response: z.object({}),
  problems: [],
  example: { request: {}, response: {} },
})

export const sendCode = endpoint({
  method: "POST",
  path: "/security/sendCode",
  summary: "Sends the code that a sensitive change asks for",
  notes:
    "`forget` and `login` need no session and name the account; `email` goes to the new address in `account`; all others go to what the user has bound.",
  access: "visitor",
  limit: "account",
  request: z.strictObject({ purpose: codePurpose, account: z.optional(accountText), device: deviceText }),
  response: codeSent,
  problems: ["ACCOUNT_FORM", "WAIT", "FORMAT", "SESSION"],
  example: { request: { purpose: "forget", account: "ada@example.org" }, response: sentExample },
})
