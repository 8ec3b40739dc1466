/** Listen keys: each names the user-data stream of an API key's owner, for an hour from when it was made or last kept alive. */

import { randomBytes } from "node:crypto"
import type { KeySession } from "../../calls/signed-request.ts"
import type { Venue } from "../door-error.ts"

const LISTEN_KEY_LIFE_MS = 3_600_000
/** How often it is looked at whether one is over, ms. */
const LOOKED_AT_MS = 500
/** 64 characters of base64. */
const KEY_BYTES = 48

interface ListenKey {
  key: string
  venue: Venue
  userId: number
  /** The API key that it was made by. */
  keyId: number
  /** Epoch ms. */
  ends: number
  stopFollowing(): void
}

interface ListenKeysParts {
  /** Wall clock, epoch ms. */
  now(): number
  /** Calls `onEnd` once when the API key ends; answers how to stop. */
  follow(session: KeySession, onEnd: () => void): () => void
  /** Its streams are told, and end. */
  onEnd(key: string): void
}

/** One of each API key and market, as there: making it again only prolongs it. */
export class ListenKeys {
  readonly #parts: ListenKeysParts
  readonly #keys = new Map<string, ListenKey>()
  readonly #byOwner = new Map<string, ListenKey>()
  readonly #looking: NodeJS.Timeout

  constructor(parts: ListenKeysParts) {
    this.#parts = parts
    this.#looking = setInterval(() => this.#look(), LOOKED_AT_MS).unref()
  }

  stop(): void {
    clearInterval(this.#looking)
    for (const { stopFollowing } of this.#keys.values()) stopFollowing()
  }

  make(venue: Venue, session: KeySession): string {
    const own = this.#byOwner.get(ownerOf(venue, session)) ?? this.#open(venue, session)
    own.ends = this.#parts.now() + LISTEN_KEY_LIFE_MS
    return own.key
  }

  /** The one of the API key, or the one named; false: there is none, or it is another's. */
  keepAlive(venue: Venue, session: KeySession, named?: string): boolean {
    const own = this.#ownOf(venue, session, named)
    if (own) own.ends = this.#parts.now() + LISTEN_KEY_LIFE_MS
    return own !== undefined
  }

  close(venue: Venue, session: KeySession, named?: string): boolean {
    const own = this.#ownOf(venue, session, named)
    if (own) this.#end(own)
    return own !== undefined
  }

  /** Whose a key is; undefined: there is no such key, or it is over. */
  userOf(venue: Venue, key: string): number | undefined {
    const known = this.#keys.get(key)
    return known?.venue === venue && known.ends > this.#parts.now() ? known.userId : undefined
  }

  #ownOf(venue: Venue, session: KeySession, named: string | undefined): ListenKey | undefined {
    const own = this.#byOwner.get(ownerOf(venue, session))
    return named === undefined || own?.key === named ? own : undefined
  }

  #open(venue: Venue, session: KeySession): ListenKey {
    const key = randomBytes(KEY_BYTES).toString("base64url")
    const made: ListenKey = {
      ...{ key, venue, userId: session.userId, keyId: session.id, ends: 0 },
      stopFollowing: () => undefined,
    }
    this.#keys.set(key, made)
    this.#byOwner.set(ownerOf(venue, session), made)
    made.stopFollowing = this.#parts.follow(session, () => this.#end(made))
    return made
  }

  #end(own: ListenKey): void {
    if (!this.#keys.delete(own.key)) return
    this.#byOwner.delete(ownerOf(own.venue, { id: own.keyId }))
    own.stopFollowing()
    this.#parts.onEnd(own.key)
  }

  #look(): void {
    const now = this.#parts.now()
    for (const own of this.#keys.values()) if (own.ends <= now) this.#end(own)
  }
}

const ownerOf = (venue: Venue, { id }: Pick<KeySession, "id">): string => `${venue} ${id}`
