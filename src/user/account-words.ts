/** An account's name where there is little room. */

/** Pure: one or two letters for the place of a picture; empty for a phone number. */
export function initialsOf(account: string): string {
  if (account.startsWith("+")) return ""
  const parts = (account.split("@")[0] ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return parts
    .slice(0, 2)
    .map((part) => [...part][0])
    .join("")
    .toUpperCase()
}

/** Pure: how much of the credit score's bar is filled, 0…100. */
export const creditShare = (score: number): number => Math.min(100, Math.max(0, score))
