/** The browser's own SHA-256, for checks that trust nothing of the exchange. */

/**
 * Hashes a text in UTF-8 to 64 lower-case hex digits. Undefined: this browser hashes nothing on a page without encryption.
 */
export function browserSha256(): ((text: string) => Promise<string>) | undefined {
  const hasher = globalThis.crypto?.subtle
  if (!hasher) return undefined
  const encoder = new TextEncoder()
  return async (text) => hexOf(await hasher.digest("SHA-256", encoder.encode(text)))
}

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("")
