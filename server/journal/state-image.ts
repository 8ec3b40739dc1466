/** The stored form of a state: its canonical text deflated, and the hash of that text (R4). */

import { createHash } from "node:crypto"
import { deflateRawSync, inflateRawSync } from "node:zlib"
import { canonicalText, readPlainText } from "./plain-text.ts"

export interface StateImage {
  /** SHA-256 of the canonical text. */
  hash: Uint8Array
  /** The text, deflated. */
  packed: Uint8Array
}

const hashOfText = (text: string): Uint8Array => createHash("sha256").update(text).digest()

export const hashOfState = (state: unknown): Uint8Array => hashOfText(canonicalText(state))

export function imageOf(state: unknown): StateImage {
  const text = canonicalText(state)
  return { hash: hashOfText(text), packed: deflateRawSync(text, { level: 3 }) }
}

/** The state of an image; undefined when its bytes are not those the hash was made of. */
export function readImage({ hash, packed }: StateImage): unknown {
  try {
    const text = inflateRawSync(packed).toString()
    return Buffer.compare(hashOfText(text), hash) === 0 ? readPlainText(text) : undefined
  } catch {
    return undefined
  }
}

export const isSameHash = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** For a person: the first digits tell them apart. */
export const shortHash = (hash: Uint8Array): string => Buffer.from(hash).toString("hex").slice(0, 12)
