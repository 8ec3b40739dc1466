/** The thread that packs and hashes states: that takes longer than a market can wait. */

import { parentPort } from "node:worker_threads"
import type { ImageReply, ImageRequest } from "./image-thread.ts"
import { imageOf } from "./state-image.ts"

const port = parentPort
if (!port) throw new Error("this file runs as a thread")

/** Lists of states that are on their way. */
const gathered = new Map<number, Record<string, unknown[]>>()

port.on("message", (request: ImageRequest) => {
  const { id } = request
  const lists = gathered.get(id) ?? {}
  if (request.kind === "part") {
    const list = lists[request.field] ?? []
    for (const item of request.items) list.push(item)
    gathered.set(id, { ...lists, [request.field]: list })
    return
  }
  gathered.delete(id)
  const reply: ImageReply = { id, image: imageOf({ ...request.fields, ...lists }) }
  port.postMessage(reply)
})
