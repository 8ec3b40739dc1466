/** How a program signs with an API key, in tests. */

import { createHmac } from "node:crypto"

export interface Signing {
  key: string
  /** Signs a text: hex of HMAC-SHA-256, or base64 of Ed25519. */
  sign(text: string): string
}

export const hmacSigning = (key: string, secret: string): Signing => ({
  key,
  sign: (text) => createHmac("sha256", secret).update(text).digest("hex"),
})
