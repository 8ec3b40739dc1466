/** Serves the operator's pictures and documents from the folder `files` of the content; no other kind of file. */

import { existsSync } from "node:fs"
import { extname, join } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"
import { CONTENT_FILES_PATH } from "./render-html.ts"

const PICTURES = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif"]
const DOCUMENT = ".pdf"

/** Serves `<folder>/files` below `/content/`. Any other kind of file, or a missing one, is an unknown path. */
export async function addContentFiles(app: FastifyInstance, folder: string): Promise<void> {
  const root = join(folder, "files")
  if (!existsSync(root)) return
  await app.register(fastifyStatic, {
    root,
    prefix: CONTENT_FILES_PATH,
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
