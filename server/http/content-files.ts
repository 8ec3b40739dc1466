/** Where do the operator's pictures and documents come from? The folder `files` of the content; nothing that could act. */

import { existsSync } from "node:fs"
import { extname, join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"

const PICTURES = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"]
const DOCUMENT = ".pdf"

/** Serves `<folder>/files` below `prefix`. Another kind of file, or one that isn't there, is no path of ours. */
export async function addContentFiles(app: FastifyInstance, folder: string, prefix: string): Promise<void> {
  const root = join(folder, "files")
  if (!existsSync(root)) return
  await app.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    dotfiles: "ignore",
    index: false,
    cacheControl: false,
    allowedPath: (path) => [...PICTURES, DOCUMENT].includes(extname(path).toLowerCase()),
    setHeaders(reply, path) {
      reply.header("cache-control", "public, max-age=300")
      // A page of another origin that may call may show them too.
      reply.header("cross-origin-resource-policy", "cross-origin")
      if (path.toLowerCase().endsWith(DOCUMENT)) reply.header("content-disposition", "attachment")
    },
  })
}
