/** Caches of private answers register here and are told to forget them. Apart from query.ts, which is loaded late. */

const keepers = new Set<() => void>()

/** @param forget drops every answer that only its owner may see */
export function keepsPrivateAnswers(forget: () => void): void {
  keepers.add(forget)
}

/** The token has changed: what was read with the old one is nobody's any more. */
export function forgetPrivateAnswers(): void {
  for (const forget of keepers) forget()
}
