/** What a signature of an API key proves: HMAC-SHA-256 with the key's secret, or Ed25519 with its public key. */

import {
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
} from "node:crypto"

/** Checks texts that one key is said to have signed. */
export type Verifier = (text: Buffer, sign: string) => boolean

const HEX = /^[0-9a-f]{64}$/i

/**
 * The secret of an `hmac` key, 256 bits: derived from the server's own secret and the key's name, so that the database alone gives
 * nobody a key.
 */
export const secretOf = (master: string, key: string): string =>
  createHmac("sha256", master).update(`api-key ${key}`).digest("base64url")

/** `sign`: the 64 hex digits of HMAC-SHA-256 over the text; the HMAC's key is the secret as it was told, as ASCII. */
export function hmacVerifier(secret: string): Verifier {
  return (text, sign) =>
    HEX.test(sign) &&
    timingSafeEqual(createHmac("sha256", secret).update(text).digest(), Buffer.from(sign, "hex"))
}

/** `sign`: the 64 bytes of the signature in base64, as RFC 8032 makes them of the text itself. */
export function ed25519Verifier(publicKey: string): Verifier {
  const key = keyObject(Buffer.from(publicKey, "base64"))
  return (text, sign) => {
    const bytes = Buffer.from(sign, "base64")
    return bytes.length === 64 && verify(null, text, key, bytes)
  }
}

/** DER of a SubjectPublicKeyInfo before its 32 bytes (RFC 8410). */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex")
const keyObject = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: "der", type: "spki" })

/**
 * A public key as typed, PEM (whatever became of its lines in a field) or 32 bytes in base64, as base64; undefined: it is no Ed25519
 * key.
 */
export function readPublicKey(text: string): string | undefined {
  const given = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, "").replace(/\s+/g, "")
  const bytes = Buffer.from(given, "base64")
  if (bytes.toString("base64") !== given) return undefined
  const isSpki = bytes.subarray(0, SPKI_HEAD.length).equals(SPKI_HEAD)
  const raw = isSpki ? bytes.subarray(SPKI_HEAD.length) : bytes
  try {
    if (raw.length !== 32) return undefined
    keyObject(raw)
    return raw.toString("base64")
  } catch {
    return undefined
  }
}

/** 144 random bits under a prefix by which a key is known in logs and leaks. */
export const newKey = (): string => `sk_${randomBytes(18).toString("base64url")}`
