/** Users' API keys: made, ended, and proven for each request that one has signed (E5). */

import type { Kysely } from "kysely"
import {
  KEY_AHEAD_MS,
  KEY_SCOPES,
  KEYS_MAX,
  type KeyKind,
  type KeyRow,
  type KeyScope,
  type Result,
  refuse,
  signedText,
} from "#core/wire/index.ts"
import type { ApiKeyProblem, KeySession, SignedRequest, SignedText } from "../../calls/signed-request.ts"
import type { Tables } from "../../storage/schema.ts"
import { SharedEnds } from "../shared-ends.ts"
import { addressCheck } from "./address-list.ts"
import { ed25519Verifier, hmacVerifier, newKey, secretOf, type Verifier } from "./key-signature.ts"
import { SeenRequests } from "./seen-requests.ts"

/** The last use is written at most this often. */
const USED_EVERY_MS = 60_000
/** Keys kept in memory; beyond them the one read first is read from the database again. */
const KNOWN_MAX = 20_000
/** How often keys that sockets are logged in by are looked at: an expiry ends them within this. */
const WATCH_MS = 500

interface Known {
  id: number
  userId: number
  scopes: ReadonlySet<KeyScope>
  created: number
  isBound: boolean
  mayFrom(address: string): boolean
  verify: Verifier
  /** 0: never. */
  expires: number
  used: number
  usedFrom: string
}

interface Watcher {
  id: number
  expires: number
  onEnd(): void
}

/** A signature that counts once: by whom and what, when it was made, and for how many ms it is good. */
export interface SignedOnce {
  key: string
  time: number
  window: number
}

interface ApiKeyParts {
  database: Kysely<Tables>
  now(): number
  /** The server's own, from which secrets are derived. */
  master: string
  /** Where another process remembers which signatures have counted: takes one, false when it had been taken. Left out: this one does. */
  takeOnce?(signed: SignedOnce): Promise<boolean>
  /** Every request counts as signed just now, whatever it says: where the exchange's time is another than its callers'. Default no. */
  takesAnyTime?: boolean
}

export interface KeyWish {
  name: string
  kind: KeyKind
  /** Base64; empty for `hmac`. */
  publicKey: string
  scopes: readonly KeyScope[]
  addresses: readonly string[]
  expires: number
}

export class ApiKeys extends SharedEnds {
  readonly #parts: ApiKeyParts
  readonly #known = new Map<string, Known>()
  readonly #seen = new SeenRequests()
  readonly #watchers = new Set<Watcher>()
  /** Signatures of before aren't taken: which of them counted already is forgotten with the process. */
  readonly #opened: number
  /** Rises with every end: what was read from the database before one may be of the past. */
  #ends = 0
  #watching: NodeJS.Timeout | undefined

  constructor(parts: ApiKeyParts) {
    super()
    this.#parts = parts
    this.#opened = parts.now() + KEY_AHEAD_MS
  }

  /**
   * The session of a signed request. Whatever is wrong with a key itself has one answer. The signature is judged before time,
   * address and repetition, so that nobody without the secret learns anything of a key.
   */
  async prove(request: SignedRequest | SignedText): Promise<Result<KeySession, ApiKeyProblem>> {
    const { key, time: said, window, text, once } = "text" in request ? request : asText(request)
    const known = this.#known.get(key) ?? (await this.#read(key))
    const now = this.#parts.now()
    const { takeOnce, takesAnyTime } = this.#parts
    const time = takesAnyTime ? now : said
    if (!known || isOver(known, now)) return refuse("API_KEY_UNKNOWN")
    if (!known.verify(text, request.sign)) return refuse("API_KEY_SIGNATURE")
    if (!known.mayFrom(request.address)) return refuse("API_KEY_ADDRESS", { address: request.address })
    // What may come again needs no memory of what came before the start.
    const earliest = once === undefined || takeOnce || takesAnyTime ? 0 : this.#opened + 1
    if (time < Math.max(now - window, earliest) || time > now + KEY_AHEAD_MS)
      return refuse("API_KEY_TIME", { now })
    if (once !== undefined) {
      const signed = { key: `${known.id} ${once} ${said}`, time, window }
      if (!(takeOnce ? await takeOnce(signed) : this.takeOnce(signed))) return refuse("API_KEY_REPEATED")
    }
    await this.#noteUse(known, request.address, now)
    return { ok: true, value: sessionOf(known) }
  }

  /** Takes a signature, of this process or of one that asks for it; false: it had been taken, or is of before the start. */
  takeOnce({ key, time, window }: SignedOnce): boolean {
    const isSinceStart = this.#parts.takesAnyTime || time > this.#opened
    return isSinceStart && this.#seen.take(key, time + window, this.#parts.now())
  }

  /** Whose a key is that was named without a proof. */
  async named(
    key: string,
    address: string,
  ): Promise<Result<KeySession, "API_KEY_UNKNOWN" | "API_KEY_ADDRESS">> {
    const known = this.#known.get(key) ?? (await this.#read(key))
    const now = this.#parts.now()
    if (!known || isOver(known, now)) return refuse("API_KEY_UNKNOWN")
    if (!known.mayFrom(address)) return refuse("API_KEY_ADDRESS", { address })
    await this.#noteUse(known, address, now)
    return { ok: true, value: sessionOf(known) }
  }

  /** Whether a key is in memory: only then its requests have a limit of their own. */
  isKnown(key: string): boolean {
    return this.#known.has(key)
  }

  /** As {@link prove}; `onEnd` is called once when the key ends or expires, within a second. */
  async watch(
    request: SignedRequest | SignedText,
    onEnd: () => void,
  ): Promise<Result<KeySession & { stop(): void }, ApiKeyProblem>> {
    const proven = await this.prove(request)
    if (!proven.ok) return proven
    const known = this.#known.get(request.key)
    // It may have ended between the proof and this line.
    if (!known) return refuse("API_KEY_UNKNOWN")
    return { ok: true, value: { ...proven.value, stop: this.#watch(known, onEnd) } }
  }

  /** Calls `onEnd` once when the key of a session ends or expires, at once where it has; answers how to stop. */
  follow({ id }: Pick<KeySession, "id">, onEnd: () => void): () => void {
    const known = [...this.#known.values()].find((one) => one.id === -id)
    if (!known) {
      onEnd()
      return () => undefined
    }
    return this.#watch(known, onEnd)
  }

  #watch({ id, expires }: Known, onEnd: () => void): () => void {
    const watcher = { id, expires, onEnd }
    this.#watchers.add(watcher)
    this.#watching ??= setInterval(() => this.#lookAtWatched(), WATCH_MS).unref()
    return () => void this.#watchers.delete(watcher)
  }

  close(): void {
    clearInterval(this.#watching)
    this.#watchers.clear()
  }

  /** Those of a user that haven't ended, expired ones among them, the newest first. */
  async list(userId: number): Promise<KeyRow[]> {
    const rows = await this.#parts.database
      .selectFrom("api_keys")
      .selectAll()
      .where("user_id", "=", userId)
      .where("ended", "is", null)
      .orderBy("id", "desc")
      .execute()
    return rows.map(({ id, used_from: usedFrom, scopes, addresses, ...row }) => ({
      ...{ id: String(id), name: row.name, key: row.key, kind: row.kind },
      ...{ scopes: readScopes(scopes), addresses: listOf(addresses) },
      ...{ made: row.made, expires: row.expires, used: row.used, usedFrom },
    }))
  }

  /** Makes one within `transaction`, which holds the user's row; null: the user has as many as may be. */
  async add(
    transaction: Kysely<Tables>,
    userId: number,
    wish: KeyWish,
  ): Promise<{ row: KeyRow; secret: string } | null> {
    const { count } = await transaction
      .selectFrom("api_keys")
      .select((select) => select.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .where("ended", "is", null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= KEYS_MAX) return null
    const key = newKey()
    const made = this.#parts.now()
    const { id } = await transaction
      .insertInto("api_keys")
      .values({
        ...{ user_id: userId, name: wish.name, key, kind: wish.kind, public_key: wish.publicKey },
        ...{ scopes: wish.scopes.join(","), addresses: wish.addresses.join(",") },
        ...{ made, expires: wish.expires, ended: null },
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    const { publicKey, ...shown } = wish
    const row = { ...shown, id: String(id), key, made, used: 0, usedFrom: "" }
    return {
      row: { ...row, scopes: [...wish.scopes], addresses: [...wish.addresses] },
      secret: wish.kind === "hmac" ? secretOf(this.#parts.master, key) : "",
    }
  }

  /** Ends one of the user's own; false when it isn't theirs or has ended. */
  async end(userId: number, id: number): Promise<boolean> {
    const ended = await this.#writeEnd(this.#parts.database, userId, id)
    this.forget(ended)
    return ended.length > 0
  }

  /** Ends all of a user's; answers how many. */
  async endAll(userId: number): Promise<number> {
    const ended = await this.#writeEnd(this.#parts.database, userId)
    this.forget(ended)
    return ended.length
  }

  /** Ends all of a user's as a part of `transaction`; who holds it calls `forget` once it is committed. */
  async endAllWithin(
    transaction: Kysely<Tables>,
    userId: number,
  ): Promise<{ ended: number; forget: () => void }> {
    const ended = await this.#writeEnd(transaction, userId)
    return { ended: ended.length, forget: () => this.forget(ended) }
  }

  async #writeEnd(database: Kysely<Tables>, userId: number, id?: number): Promise<number[]> {
    const rows = await database
      .updateTable("api_keys")
      .set({ ended: this.#parts.now() })
      .where("user_id", "=", userId)
      .where("ended", "is", null)
      .$if(id !== undefined, (update) => update.where("id", "=", id ?? 0))
      .returning("id")
      .execute()
    return rows.map((row) => row.id)
  }

  protected *heldIds(): Iterable<number> {
    for (const { id } of this.#known.values()) yield id
    for (const { id } of this.#watchers) yield id
  }

  protected async readEnded(ids: readonly number[]): Promise<number[]> {
    const rows = await this.#parts.database
      .selectFrom("api_keys")
      .select("id")
      .where("id", "in", ids)
      .where("ended", "is not", null)
      .execute()
    return rows.map(({ id }) => id)
  }

  protected drop(ids: readonly number[]): void {
    this.#ends += 1
    const ended = new Set(ids)
    for (const [key, known] of this.#known) if (ended.has(known.id)) this.#known.delete(key)
    this.#tell((watcher) => ended.has(watcher.id))
  }

  #tell(hasEnded: (watcher: Watcher) => boolean): void {
    for (const watcher of this.#watchers) {
      if (!hasEnded(watcher)) continue
      this.#watchers.delete(watcher)
      watcher.onEnd()
    }
  }

  #lookAtWatched(): void {
    const now = this.#parts.now()
    this.#tell((watcher) => isOver(watcher, now))
    if (this.#watchers.size > 0) return
    clearInterval(this.#watching)
    this.#watching = undefined
  }

  /** A row that was read while some key ended is read once more: it may be that one's last moment. */
  async #read(key: string): Promise<Known | undefined> {
    for (;;) {
      const before = this.#ends
      const row = await this.#parts.database
        .selectFrom("api_keys")
        .selectAll()
        .where("key", "=", key)
        .where("ended", "is", null)
        .executeTakeFirst()
      if (this.#ends !== before) continue
      if (!row) return undefined
      const known = this.#known.get(key) ?? {
        ...{ id: row.id, userId: row.user_id, scopes: new Set(readScopes(row.scopes)) },
        ...{ expires: row.expires, used: row.used, usedFrom: row.used_from },
        ...{ created: row.made, isBound: row.addresses !== "" },
        mayFrom: addressCheck(listOf(row.addresses)),
        verify:
          row.kind === "hmac"
            ? hmacVerifier(secretOf(this.#parts.master, key))
            : ed25519Verifier(row.public_key),
      }
      this.#known.set(key, known)
      const oldest = this.#known.size > KNOWN_MAX ? this.#known.keys().next().value : undefined
      if (oldest !== undefined) this.#known.delete(oldest)
      return known
    }
  }

  async #noteUse(known: Known, address: string, now: number): Promise<void> {
    if (now - known.used <= USED_EVERY_MS) return
    known.used = now
    known.usedFrom = address
    await this.#parts.database
      .updateTable("api_keys")
      .set({ used: now, used_from: address })
      .where("id", "=", known.id)
      .execute()
  }
}

/** A session that no login has: keys count below zero. */
const sessionOf = ({ id, userId, scopes, created, isBound }: Known): KeySession => ({
  ...{ id: -id, userId, scopes, created, isBound },
})

const asText = (request: SignedRequest): SignedText => ({
  ...request,
  text: Buffer.concat([Buffer.from(signedText({ ...request, body: "" })), request.body]),
  once: request.nonce,
})

const isOver = ({ expires }: { expires: number }, now: number): boolean => expires > 0 && expires <= now
const listOf = (text: string): string[] => text.split(",").filter(Boolean)
const readScopes = (text: string): KeyScope[] => KEY_SCOPES.filter((scope) => listOf(text).includes(scope))
