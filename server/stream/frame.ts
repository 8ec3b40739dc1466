/**
 * Encodes messages into WebSocket frames. Each message is encoded once, and clients that get the same messages in one
 * flush share one finished WebSocket frame: a client costs one look-up a message and one write.
 */

import { compactOf } from "#core/wire/compact-writer.ts"
import {
  DEFLATED_FROM_CHARS,
  deflatedFrame,
  type Telling,
  type Told,
  tellingAfter,
  toldBy,
} from "./deflated-frame.ts"
import { frameHead } from "./frame-head.ts"

/** One message as JSON text, made once for all who get it. Compared by identity, never by its text. */
export interface Fragment {
  readonly text: string
  /** It is several messages, parted by commas in the text: these. */
  readonly parts?: readonly string[]
  /** In compact form, once somebody wants it. */
  compact?: Uint8Array
}

/**
 * The whole WebSocket frame (RFC 6455 section 5.2: final, text, unmasked) for a text. Made here so that a thousand
 * clients take the same bytes by one `write` each; `ws` would build and write a header of its own for every one.
 */
export function frameBytes(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = frameHead(length)
  const bytes = Buffer.allocUnsafe(head.length + length)
  bytes.set(head)
  bytes.write(text, head.length)
  return bytes
}

/**
 * The messages that a client gets in one flush, in order. All frames of a flush grow from one empty one, as a tree:
 * the same messages added in the same order lead to the same object, and so to the same bytes.
 */
export class Frame {
  readonly #before: Frame | undefined
  readonly #fragment: Fragment | undefined
  /** Length of the joined texts in characters: near enough to bytes to keep frames within bounds. */
  readonly length: number
  #lastFragment: Fragment | undefined
  #last: Frame | undefined
  #others: Map<Fragment, Frame> | undefined
  #bytes: Buffer | undefined
  #compact: Buffer | undefined
  #told: Told | undefined
  /** Compressed, by what was told last before it and before that. */
  #deflated: Map<Told | undefined, Map<Told | undefined, Buffer>> | undefined
  readonly #isSeparate: boolean

  /** `isSeparate`: each message leaves in a WebSocket frame of its own, all of them in one write. */
  constructor(before?: Frame, fragment?: Fragment, isSeparate = false) {
    this.#before = before
    this.#fragment = fragment
    this.#isSeparate = isSeparate
    this.length = (before?.length ?? 0) + (fragment?.text.length ?? 0) + 1
  }

  /** The frame that has one message more. */
  with(fragment: Fragment): Frame {
    if (this.#lastFragment === fragment && this.#last) return this.#last
    const next = this.#others?.get(fragment) ?? new Frame(this, fragment, this.#isSeparate)
    if (this.#last && this.#lastFragment) {
      this.#others ??= new Map()
      this.#others.set(this.#lastFragment, this.#last)
    }
    this.#lastFragment = fragment
    this.#last = next
    return next
  }

  /** One message stands alone, several as a JSON array (core/wire/socket.ts). */
  text(): string {
    const fragments = this.#fragments()
    const [first] = fragments
    if (first && fragments.length === 1 && (first.parts?.length ?? 1) === 1) return first.text
    return `[${fragments.map(({ text }) => text).join(",")}]`
  }

  #fragments(): Fragment[] {
    const fragments: Fragment[] = []
    for (let frame: Frame | undefined = this; frame; frame = frame.#before) {
      if (frame.#fragment) fragments.push(frame.#fragment)
    }
    return fragments.reverse()
  }

  bytes(): Buffer {
    this.#bytes ??= this.#isSeparate ? this.#separateBytes() : frameBytes(this.text())
    return this.#bytes
  }

  #separateBytes(): Buffer {
    const texts = this.#fragments().flatMap(({ text, parts }) => parts ?? [text])
    return Buffer.concat(texts.map(frameBytes))
  }

  /** In compact form, a binary frame: for clients that agreed to it. */
  compact(): Buffer {
    if (!this.#compact) {
      const messages = this.#fragments().map((fragment) => {
        fragment.compact ??= Buffer.concat((fragment.parts ?? [fragment.text]).map(compactOf))
        return fragment.compact
      })
      const length = messages.reduce((sum, message) => sum + message.length, 0)
      this.#compact = Buffer.concat([frameHead(length, { isBytes: true }), ...messages])
    }
    return this.#compact
  }

  /** Compressed for clients that were told `before`, and what they have been told then. */
  deflated(before: Telling): { bytes: Buffer; telling: Telling } {
    if (this.length < DEFLATED_FROM_CHARS) return { bytes: this.bytes(), telling: before }
    this.#told ??= toldBy(this.text())
    this.#deflated ??= new Map()
    const last = before.at(-1)
    const sharing = this.#deflated.get(last) ?? new Map<Told | undefined, Buffer>()
    this.#deflated.set(last, sharing)
    const bytes = sharing.get(before.at(-2)) ?? deflatedFrame(this.text(), before)
    sharing.set(before.at(-2), bytes)
    return { bytes, telling: tellingAfter(before, this.#told) }
  }
}
