/** Picture uploads: pieces are quarantined, checked by content, re-encoded and stored apart. */

import { randomBytes } from "node:crypto"
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { PicturePurpose } from "#core/wire/identity-calls.ts"
import { renameForced } from "#server/storage/force-path.ts"
import { pictureKind } from "./picture-kind.ts"

/** A phone's camera makes 12 to 50 million; a bomb says thousands of millions. */
const PIXELS_MAX = 50_000_000
/** Smaller than this nothing can be read on a document. */
const EDGE_MIN = 200
const EDGE_MAX = 2400
const AVATAR_EDGE = 256
const QUALITY = 85
const DRAW_WITHIN_SECONDS = 20
/** Pictures that are drawn at a time: each may take some hundred megabytes. */
const AT_ONCE = 1
const QUARANTINE_MS = 24 * 60 * 60_000
/** How the files of kept pictures end. */
const KEPT = ".jpg"
/** Unfinished uploads of one user. */
const OPEN_MAX = 6

/**
 * Pictures come seldom: what draws them is loaded with the first, as it takes 140 ms of a start and 20 MB that most servers
 * never need; and nothing of them should stay in memory.
 */
async function loadSharp() {
  const { default: sharp } = await import("sharp")
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** `document`: either side of one, by a caller that doesn't say which. */
type KeptPurpose = PicturePurpose | "document"

export type Drawn =
  | { ok: true; id: string; bytes: number }
  | { ok: false; reason: "PICTURE_KIND" | "PICTURE_SIZE" }

export class Pictures {
  readonly #incoming: string
  readonly #kept: string
  #drawing = 0
  readonly #waiting: (() => void)[] = []
  /** The last work of a user that isn't over. */
  readonly #turns = new Map<number, Promise<void>>()

  /** `folder` lies outside of everything that is served. */
  constructor(folder: string) {
    this.#incoming = join(folder, "incoming")
    this.#kept = join(folder, "kept")
  }

  /** Makes the folders and removes what was left unfinished for a day. */
  async open(now: number): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    await mkdir(this.#kept, { recursive: true, mode: 0o700 })
    await this.clearQuarantine(now - QUARANTINE_MS)
  }

  /** Removes what arrived before `before` and was never finished. */
  async clearQuarantine(before: number): Promise<void> {
    for (const name of await writtenBefore(this.#incoming, before))
      await rm(join(this.#incoming, name), { force: true })
  }

  /** Ids of the pictures kept since before `before`. Drafts of a server that was killed are removed on the way. */
  async keptBefore(before: number): Promise<string[]> {
    const names = await writtenBefore(this.#kept, before)
    for (const name of names) if (!name.endsWith(KEPT)) await rm(join(this.#kept, name), { force: true })
    return names.filter((name) => name.endsWith(KEPT)).map((name) => name.slice(0, -KEPT.length))
  }

  /** Does `work` when all that was begun earlier for this user is over. */
  async inTurnOf<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(userId) ?? Promise.resolve()
    const own = before.then(work)
    const settled = own.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(userId, settled)
    try {
      return await own
    } finally {
      if (this.#turns.get(userId) === settled) this.#turns.delete(userId)
    }
  }

  /** Bytes that have arrived of an upload. `upload` holds only letters, digits, `_` and `-`. */
  async received(userId: number, upload: string): Promise<number> {
    try {
      return (await stat(this.#quarantine(userId, upload))).size
    } catch {
      return 0
    }
  }

  /** Whether a user may begin another upload. */
  async hasRoom(userId: number): Promise<boolean> {
    const own = (await readdir(this.#incoming)).filter((name) => name.startsWith(`${userId}.`))
    return own.length < OPEN_MAX
  }

  /**
   * Adds a piece where the last ended; one that begins elsewhere changes nothing. Answers the bytes that are there.
   * Never grows beyond `size`.
   */
  async append(userId: number, upload: string, piece: { offset: number; size: number; bytes: Uint8Array }) {
    const before = await this.received(userId, upload)
    if (piece.offset !== before || before + piece.bytes.length > piece.size) return before
    const file = await open(this.#quarantine(userId, upload), "a", 0o600)
    try {
      await file.write(piece.bytes)
    } finally {
      await file.close()
    }
    return before + piece.bytes.length
  }

  /** Judges a whole upload by its content and draws it anew, without metadata; the original is thrown away. */
  async finish(userId: number, upload: string, purpose: KeptPurpose): Promise<Drawn> {
    const original = this.#quarantine(userId, upload)
    await this.#turn()
    try {
      const bytes = await readFile(original)
      if ((await pictureKind(bytes)) === undefined) return { ok: false, reason: "PICTURE_KIND" }
      return await this.#draw(bytes, purpose)
    } finally {
      await rm(original, { force: true })
      this.#turnOver()
    }
  }

  /** The bytes of a kept picture. `id` is 32 hex digits. */
  read(id: string): Promise<Buffer> {
    return readFile(this.#file(id))
  }

  async drop(id: string): Promise<void> {
    await rm(this.#file(id), { force: true })
  }

  async #draw(bytes: Buffer, purpose: KeptPurpose): Promise<Drawn> {
    const sharp = await loadSharp()
    let drawn: Buffer
    try {
      const input = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error", pages: 1 })
      const { width = 0, height = 0 } = await input.metadata()
      if (width * height > PIXELS_MAX) return { ok: false, reason: "PICTURE_SIZE" }
      if (Math.min(width, height) < EDGE_MIN && purpose !== "avatar")
        return { ok: false, reason: "PICTURE_SIZE" }
      const edge = purpose === "avatar" ? AVATAR_EDGE : EDGE_MAX
      // `rotate` turns it as the camera was held, before that note is dropped with all others.
      drawn = await input
        .rotate()
        .resize(edge, edge, {
          fit: purpose === "avatar" ? "cover" : "inside",
          withoutEnlargement: purpose !== "avatar",
        })
        .flatten({ background: "white" })
        .jpeg({ quality: QUALITY })
        .timeout({ seconds: DRAW_WITHIN_SECONDS })
        .toBuffer()
    } catch (error) {
      const isLarge = error instanceof Error && /pixel limit/i.test(error.message)
      return { ok: false, reason: isLarge ? "PICTURE_SIZE" : "PICTURE_KIND" }
    }
    const id = randomBytes(16).toString("hex")
    const draft = `${this.#file(id)}.draft`
    await writeFile(draft, drawn, { mode: 0o600 })
    await renameForced(draft, this.#file(id))
    return { ok: true, id, bytes: drawn.length }
  }

  #quarantine(userId: number, upload: string): string {
    return join(this.#incoming, `${userId}.${upload}`)
  }

  #file(id: string): string {
    return join(this.#kept, id + KEPT)
  }

  async #turn(): Promise<void> {
    if (this.#drawing < AT_ONCE) this.#drawing += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #turnOver(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#drawing -= 1
  }
}

/** Names of the files in a folder that were last written before a time. One that vanishes meanwhile is none of them. */
async function writtenBefore(folder: string, before: number): Promise<string[]> {
  const names: string[] = []
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < before) names.push(name)
  }
  return names
}
