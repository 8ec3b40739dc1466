/** Hands a copy of the state to a thread that hashes and packs it, in parts, so that no turn of the exchange takes long. */

import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import { limitYoungObjects } from "../storage/young-objects.ts"
import type { StateImage } from "./state-image.ts"

/** A state crosses in parts, each a few items of one of its lists, then its other fields: no turn takes long. */
export type ImageRequest =
  | { id: number; kind: "part"; field: string; items: unknown[] }
  | { id: number; kind: "rest"; fields: Record<string, unknown> }
export interface ImageReply {
  id: number
  image: StateImage
}

/** JavaScript in the bundle of `npm start`. */
const address = new URL(`./state-image.worker${extname(import.meta.filename)}`, import.meta.url)

/** MB of young objects: a state crosses into it every twenty seconds and is soon forgotten, which may take a few collections. */
const YOUNG_MB = 6

/** Hashes and packs states; so that a simulation needs no thread. */
export interface MakesImages {
  /** The state must be a copy: nobody changes it from here on. */
  image(state: object): Promise<StateImage>
  close(): Promise<void>
}

export class ImageThread implements MakesImages {
  readonly #worker = new Worker(address, {
    name: "snapshot",
    resourceLimits: limitYoungObjects(YOUNG_MB),
  })
  readonly #pending = new Map<number, PromiseWithResolvers<StateImage>>()
  #nextId = 1
  #failure: Error | undefined

  constructor() {
    this.#worker.on("message", ({ id, image }: ImageReply) => {
      this.#pending.get(id)?.resolve(image)
      this.#pending.delete(id)
    })
    this.#worker.on("error", (error) =>
      this.#break(error instanceof Error ? error : new Error(String(error))),
    )
    this.#worker.once("exit", () => this.#break(new Error("the snapshot thread ended")))
    // Nothing to do is no reason to keep the process.
    this.#worker.unref()
  }

  async image(state: object): Promise<StateImage> {
    if (this.#failure) throw this.#failure
    const pending = Promise.withResolvers<StateImage>()
    // Nobody waits for it yet while the parts cross.
    pending.promise.catch(() => undefined)
    const id = this.#nextId
    this.#nextId += 1
    this.#pending.set(id, pending)
    for (const request of partsOf(id, state)) {
      if (this.#failure) throw this.#failure
      this.#worker.postMessage(request)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return await pending.promise
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #break(error: Error): void {
    this.#failure = error
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}

/** Items of a list that cross at a time, by what they are: markets have hundreds of orders each, keys are short texts. */
const ITEMS: Readonly<Record<string, number>> = { markets: 3, keys: 5000 }
const ITEMS_DEFAULT = 500

function* partsOf(id: number, state: object): Generator<ImageRequest> {
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(state)) {
    if (!Array.isArray(value)) {
      fields[field] = value
      continue
    }
    const count = ITEMS[field] ?? ITEMS_DEFAULT
    // Even of nothing: an empty list is a list.
    for (let from = 0; from === 0 || from < value.length; from += count)
      yield { id, kind: "part", field, items: value.slice(from, from + count) }
  }
  yield { id, kind: "rest", fields }
}
