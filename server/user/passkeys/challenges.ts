/**
 * Challenges of WebAuthn ceremonies. They carry their own proof (a MAC over chance, end and purpose), so that nobody fills
 * memory by asking for them; only those that were used are remembered, until they are over anyway.
 */

import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

const CHANCE_BYTES = 16
const END_BYTES = 8
const MAC_BYTES = 32
/** As long as somebody may take to find their finger, or a mail's code. */
export const CHALLENGE_MS = 300_000

export class Challenges {
  /** Of this process: what was asked before a restart is asked again. */
  readonly #secret = randomBytes(32)
  readonly #now: () => number
  /** Until when each is remembered, the oldest first. */
  readonly #spent = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** `purpose`: what it is good for, and for whom. */
  make(purpose: string): Uint8Array<ArrayBuffer> {
    const head = Buffer.alloc(CHANCE_BYTES + END_BYTES)
    randomBytes(CHANCE_BYTES).copy(head)
    head.writeBigUInt64BE(BigInt(this.#now() + CHALLENGE_MS), CHANCE_BYTES)
    return new Uint8Array(Buffer.concat([head, this.#mac(head, purpose)]))
  }

  /** Made here for this purpose, not over, and not used yet. `challenge` is base64url, as a browser gives it back. */
  isOpen(challenge: string, purpose: string): boolean {
    const bytes = Buffer.from(challenge, "base64url")
    if (bytes.length !== CHANCE_BYTES + END_BYTES + MAC_BYTES) return false
    const head = bytes.subarray(0, CHANCE_BYTES + END_BYTES)
    if (!timingSafeEqual(bytes.subarray(head.length), this.#mac(head, purpose))) return false
    return this.#endOf(bytes) > this.#now() && !this.#spent.has(nameOf(bytes))
  }

  /** False: another request was quicker. */
  spend(challenge: string): boolean {
    const bytes = Buffer.from(challenge, "base64url")
    for (const [name, end] of this.#spent) {
      if (end > this.#now()) break
      this.#spent.delete(name)
    }
    if (this.#spent.has(nameOf(bytes))) return false
    this.#spent.set(nameOf(bytes), this.#endOf(bytes))
    return true
  }

  #endOf(bytes: Buffer): number {
    return Number(bytes.readBigUInt64BE(CHANCE_BYTES))
  }

  #mac(head: Buffer, purpose: string): Buffer {
    return createHmac("sha256", this.#secret).update(head).update(purpose).digest()
  }
}

/** Texts of base64url that differ may say the same bytes. */
const nameOf = (bytes: Buffer): string => bytes.toString("base64url")
