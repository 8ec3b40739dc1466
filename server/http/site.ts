/** Where does the page come from? The built terminal, pre-compressed; or a word on how to build it. */

import { existsSync } from "node:fs"
import { join, sep } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance } from "fastify"

const YEAR_SECONDS = 31_536_000
const NOT_BUILT =
  "The terminal is not built yet. Run `npm start` (or `npm run build`) in the folder of Saker, then load this page again.\n"

/** Serves `folder` with what is under /assets kept for a year: their names change with their content. */
export async function addSite(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) {
    app.get("/", (_request, reply) => reply.code(503).type("text/plain; charset=utf-8").send(NOT_BUILT))
    return
  }
  const assets = join(folder, "assets") + sep
  await app.register(fastifyStatic, {
    root: folder,
    index: ["index.html"],
    preCompressed: true,
    dotfiles: "ignore",
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(assets)
      reply.header("cache-control", isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache")
      // The same address has several bodies: a cache between must keep them apart.
      reply.header("vary", "Accept-Encoding, Origin")
    },
  })
}
