/** Which account is meant? An e-mail address or a phone number, told apart and brought to one form for looking up. */

export interface AccountName {
  kind: "email" | "phone"
  /** As typed, trimmed: where messages go and what is shown. */
  shown: string
  /** What makes two spellings the same account: lower case, or `+` and digits. */
  key: string
}

/** One @, something with a dot behind it, no space; the proof is the code that arrives. */
const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]{1,253}\.[^\s@"(),:;<>[\\\].]{2,63}$/
/** E.164: a country code and at most 15 digits in all. */
const PHONE = /^\+[1-9]\d{6,14}$/

/** Undefined when it is neither. */
export function readAccountName(typed: string): AccountName | undefined {
  const text = typed.trim().normalize("NFC")
  if (text.includes("@")) {
    return EMAIL.test(text) && !hasControl(text)
      ? { kind: "email", shown: text, key: text.toLowerCase() }
      : undefined
  }
  const digits = text.replace(/[\s().\-/]/g, "").replace(/^00/, "+")
  return PHONE.test(digits) ? { kind: "phone", shown: digits, key: digits } : undefined
}

/** A line break in an address would reach into the header of a mail. */
const hasControl = (text: string): boolean => /\p{Cc}|\p{Cf}/u.test(text)

/** What another user may see: `a•••@e•••.org`, `+49•••21`. */
export function maskAccount(shown: string): string {
  const at = shown.lastIndexOf("@")
  if (at < 0) return `${shown.slice(0, 3)}•••${shown.slice(-2)}`
  const domain = shown.slice(at + 1)
  return `${shown.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf("."))}`
}
