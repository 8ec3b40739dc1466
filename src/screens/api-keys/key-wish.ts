/** What is typed about a new API key, and what is asked of the server. */

import type { KeyKind, KeyScope } from "#core/wire/api-key.ts"

export const EXPIRY_DAYS = ["30", "90", "365", "0"] as const
export type ExpiryDays = (typeof EXPIRY_DAYS)[number]

export interface KeyDraft {
  name: string
  kind: KeyKind
  publicKey: string
  scopes: readonly KeyScope[]
  /** As typed: addresses and networks, separated by blanks or commas. */
  addresses: string
  /** `0`: it doesn't expire. */
  days: ExpiryDays
}

export const NEW_KEY: KeyDraft = {
  ...{ name: "", kind: "hmac", publicKey: "", scopes: ["read"], addresses: "", days: "90" },
}

const DAY_MS = 24 * 60 * 60_000

export const addressesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

const NETWORK = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)(?:\/\d{1,3})?$/i

/** The first that can't be an address or network; the server judges the rest. */
export const wrongAddress = (text: string): string | undefined =>
  addressesOf(text).find((one) => !NETWORK.test(one))

/** The moment at which a key of so many days ends by the server's clock; 0: never. */
export const expiryOf = (days: ExpiryDays, now: number): number =>
  days === "0" ? 0 : now + Number(days) * DAY_MS

/** The scopes with one switched, in their usual order. */
export function switched(
  scopes: readonly KeyScope[],
  scope: KeyScope,
  isOn: boolean,
  all: readonly KeyScope[],
): KeyScope[] {
  return all.filter((one) => (one === scope ? isOn : scopes.includes(one)))
}
