/** The protections of an account and their states. */

import type { UserInfo } from "#core/wire/account.ts"
import type { ScreenPath } from "../../places/site.ts"

/** How a protection stands: `good` is there, `open` could be, `waiting` is somebody else's turn, `bad` needs a second try. */
export type Standing = "good" | "open" | "waiting" | "bad"

export type ProtectionName = "identity" | "password" | "tradePassword" | "email" | "totp" | "phrase"

export interface Protection {
  name: ProtectionName
  /** Where it is changed; the phrase has a sheet. */
  to?: ScreenPath
  standing: Standing
  /** Key of the words that say how it stands, under `center.`. */
  word: string
  /** Shown in the words' place: what is bound, what the phrase is. */
  shown?: string
}

const IDENTITY: Record<UserInfo["identity"], Standing> = {
  none: "open",
  review: "waiting",
  verified: "good",
  refused: "bad",
}

/** In the order in which they stand on screen. */
export function protectionsOf(user: UserInfo): Protection[] {
  const there = (isThere: boolean) => (isThere ? "good" : "open")
  return [
    {
      name: "identity",
      to: "/pages/user/auth",
      standing: IDENTITY[user.identity],
      word: `identity.${user.identity}`,
    },
    // Nobody is here without one.
    { name: "password", to: "/pages/user/password", standing: "good", word: "set" },
    {
      name: "tradePassword",
      to: "/pages/user/tradePassword",
      standing: there(user.tradePassword),
      word: user.tradePassword ? "set" : "notSet",
    },
    {
      name: "email",
      to: "/pages/user/email",
      standing: there(user.email !== ""),
      word: "notBound",
      ...(user.email === "" ? {} : { shown: user.email }),
    },
    { name: "totp", to: "/pages/user/totp", standing: there(user.totp), word: user.totp ? "on" : "off" },
    {
      name: "phrase",
      standing: there(user.phrase !== ""),
      word: "notSet",
      ...(user.phrase === "" ? {} : { shown: user.phrase }),
    },
  ]
}

/** Until when withdrawals rest, if they do. */
export const holdOf = (user: UserInfo, nowMs: number): number | undefined =>
  user.holdUntil > nowMs ? user.holdUntil : undefined
