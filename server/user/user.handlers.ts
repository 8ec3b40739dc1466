/** Handlers of the account calls: registration and login, security, sessions, invitations. */

import { refuse } from "#core/wire/problem.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { askToRegister, registerUser, resetPassword } from "./entrance.ts"
import { atEvenTime } from "./even-times.ts"
import { changeAvatar, handIn, type IdentityParts, identityOf, takePicture } from "./identity.ts"
import { logIn } from "./login.ts"
import {
  changeEmail,
  changeLoginPassword,
  changePhrase,
  changeTradePassword,
  sendSecurityCode,
  startTotp,
  switchTotpOff,
  switchTotpOn,
} from "./security.ts"
import { invitationList, invitedCounts, loginHistory } from "./user.queries.ts"
import type { UserParts } from "./user-parts.ts"
import { userById, userInfo } from "./users.ts"

type EntranceNames = "sendRegisterCode" | "register" | "login" | "forget" | "logout" | "sendCode"
type SecurityNames =
  | "me"
  | "changePassword"
  | "setTradePassword"
  | "bindEmail"
  | "beginTotp"
  | "confirmTotp"
  | "dropTotp"
  | "setPhrase"
type OwnNames =
  | "sessions"
  | "endSession"
  | "endOtherSessions"
  | "logins"
  | "preferences"
  | "setPreferences"
  | "invite"
  | "invitations"

type IdentityNames = "uploadPicture" | "uploadState" | "setAvatar" | "authInfo" | "submitIdentity"

export const identityHandlers = (parts: IdentityParts): HandlersOf<IdentityNames> => ({
  uploadPicture: (given, caller) => takePicture(parts, caller, given),
  uploadState: async ({ upload }, { session }) =>
    answer({ received: await parts.pictures.received(session.userId, upload) }),
  setAvatar: ({ id }, caller) => changeAvatar(parts, caller, id),
  authInfo: async (_given, { session }) => answer(await identityOf(parts.database, session.userId)),
  submitIdentity: (given, caller) => handIn(parts, caller, given),
})

export const entranceHandlers = (parts: UserParts): HandlersOf<EntranceNames> => ({
  sendRegisterCode: ({ account }, caller) => atEvenTime(() => askToRegister(parts, caller, account)),
  register: (given, caller) => registerUser(parts, caller, given),
  login: (given, caller) => atEvenTime(() => logIn(parts, caller, given)),
  forget: (given, caller) => atEvenTime(() => resetPassword(parts, caller, given)),
  logout: async (_given, { session }) => {
    await parts.sessions.end(session.userId, session.id)
    return answer({})
  },
  sendCode: (given, caller) => atEvenTime(() => sendSecurityCode(parts, caller, given)),
})

export const securityHandlers = (parts: UserParts): HandlersOf<SecurityNames> => ({
  me: async (_given, { session }) =>
    answer(await userInfo(parts.database, await userById(parts.database, session.userId))),
  changePassword: (given, caller) => changeLoginPassword(parts, caller, given),
  setTradePassword: (given, caller) => changeTradePassword(parts, caller, given),
  bindEmail: (given, caller) => changeEmail(parts, caller, given),
  beginTotp: (given, caller) => startTotp(parts, caller, given),
  confirmTotp: ({ totp }, caller) => switchTotpOn(parts, caller, totp),
  dropTotp: (given, caller) => switchTotpOff(parts, caller, given),
  setPhrase: (given, caller) => changePhrase(parts, caller, given),
})

export const ownHandlers = (parts: UserParts): HandlersOf<OwnNames> => ({
  sessions: async (_given, { session }) => {
    const rows = await parts.sessions.list(session.userId)
    return answer({
      rows: rows.map((row) => ({ ...row, id: String(row.id), current: row.id === session.id })),
    })
  },
  endSession: async ({ id }, { session }) =>
    (await parts.sessions.end(session.userId, Number(id))) ? answer({}) : refuse("UNKNOWN_SESSION"),
  endOtherSessions: async (_given, { session }) =>
    answer({ ended: await parts.sessions.endAll(session.userId, session.id) }),
  logins: async (asked, { session }) => answer(await loginHistory(parts.database, session.userId, asked)),
  preferences: async (_given, { session }) => {
    const user = await userById(parts.database, session.userId)
    return answer({ preferences: JSON.parse(user.preferences) as Record<string, string | boolean | number> })
  },
  setPreferences: async ({ preferences }, { session }) => {
    const read = readPreferences(preferences)
    if (read === undefined) return refuse("FORMAT", { field: "preferences" })
    await parts.database
      .updateTable("users")
      .set({ preferences: JSON.stringify(read) })
      .where("id", "=", session.userId)
      .execute()
    parts.onPreferences(session.userId)
    return answer({})
  },
  invite: async (_given, { session }) => {
    const { invite_code: code } = await userById(parts.database, session.userId)
    const counts = await invitedCounts(parts.database, session.userId)
    return answer({ code, link: `#/register?invite=${code}`, counts })
  },
  invitations: async ({ level, ...asked }, { session }) =>
    answer(await invitationList(parts.database, session.userId, { level: Number(level), ...asked })),
})

/** A flat object of texts, switches and whole numbers; anything else isn't ours. */
function readPreferences(text: string): Record<string, string | boolean | number> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
    const isFlat = Object.values(value).every(
      (one) => typeof one === "string" || typeof one === "boolean" || Number.isSafeInteger(one),
    )
    return isFlat ? (value as Record<string, string | boolean | number>) : undefined
  } catch {
    return undefined
  }
}
