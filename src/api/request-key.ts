/** Idempotency keys: random, so that nobody else has chosen the same. */

const KEY_BYTES = 16

/** 32 hex digits, as S12 allows them. Not randomUUID, which browsers hide on plain HTTP. */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("")
