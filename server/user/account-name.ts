/** Parses and normalises an account name: an e-mail address or a phone number. */

import { domainToASCII } from "node:url"

export interface AccountName {
  kind: "email" | "phone"
  /** As typed, trimmed: what is shown, and where the codes of a new account go. */
  shown: string
  /** What makes two spellings the same account: lower case with the domain in ASCII, or `+` and digits. */
  key: string
}

/** One @, something with a dot behind it, no space; the proof is the code that arrives. */
const EMAIL = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]]{1,253}\.[^\s@"(),:;<>[\\\].]{2,63}$/
/** E.164: a country code and at most 15 digits in all. */
const PHONE = /^\+[1-9]\d{6,14}$/

/** Undefined when it is neither. */
export function readAccountName(typed: string): AccountName | undefined {
  const text = typed.trim().normalize("NFC")
  if (text.includes("@")) return readEmail(text)
  // `+49 (0)151`: the nought is dialled inside the country only.
  const digits = text
    .replace("(0)", "")
    .replace(/[\s().\-/]/g, "")
    .replace(/^00/, "+")
  return PHONE.test(digits) ? { kind: "phone", shown: digits, key: digits } : undefined
}

/**
 * Letters that only look like others, such as the full-width ones, are refused: their lower case or their mail
 * server's reading would make two spellings one account, or one mailbox two.
 */
function readEmail(text: string): AccountName | undefined {
  if (!EMAIL.test(text) || UNSEEN.test(text) || text.normalize("NFKC") !== text) return undefined
  const at = text.lastIndexOf("@")
  const local = text.slice(0, at)
  const domain = domainToASCII(text.slice(at + 1))
  const isOdd = [local, domain].some((part) => part.includes("..") || /^\.|\.$/.test(part))
  // An address of four numbers is no domain; `domainToASCII` makes one of what merely looks like it.
  if (domain === "" || isOdd || /\.\d+$/.test(domain)) return undefined
  return { kind: "email", shown: text, key: `${local.toLowerCase()}@${domain}` }
}

/** A line break in an address would reach into the header of a mail; what can't be seen hides a difference. */
const UNSEEN = /\p{C}/u

/** What another user may see: `a•••@e•••.org`, `+49•••21`. */
export function maskAccount(shown: string): string {
  const at = shown.lastIndexOf("@")
  if (at < 0) return `${shown.slice(0, 3)}•••${shown.slice(-2)}`
  const domain = shown.slice(at + 1)
  return `${shown.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf("."))}`
}
