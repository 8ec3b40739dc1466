/** Serves the built, pre-compressed terminal, or a hint on how to build it. */

import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve, sep } from "node:path"
import fastifyStatic from "@fastify/static"
import type { FastifyInstance, FastifyReply } from "fastify"
import { keepRelease } from "./release-archive.ts"

const YEAR_SECONDS = 31_536_000
const NOT_BUILT =
  "The terminal is not built yet. Run `npm start` (or `npm run build`) in the folder of Saker, then load this page again.\n"

/**
 * Serves the terminal in `folder` with what is under /assets kept for a year: those names change with their content.
 * @param archive where the hashed files of earlier releases are kept; without it a tab opened before a deployment loses its own
 */
export async function addSite(app: FastifyInstance, folder: string, archive?: string): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) {
    app.get("/", (_request, reply) => reply.code(503).type("text/plain; charset=utf-8").send(NOT_BUILT))
    return
  }
  const roots = [folder, ...(archive ? earlierReleases(app, folder, archive) : [])]
  const hashed = roots.map((root) => join(root, "assets") + sep)
  const page = join(folder, "index.html")
  await app.register(async (files) => {
    // The plugin decides the type of what is compressed behind `setHeaders`.
    files.addHook("onSend", async (_request, reply, body) => {
      if (reply.getHeader("content-type") === SVG) reply.header("content-type", `${SVG}; charset=utf-8`)
      return body
    })
    await files.register(fastifyStatic, {
      // Looked through in this order; the earlier releases hold nothing but /assets.
      root: roots,
      index: ["index.html"],
      preCompressed: true,
      dotfiles: "ignore",
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = hashed.some((assets) => path.startsWith(assets))
        reply.header("cache-control", isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache")
        // The same address has several bodies: a cache between must keep them apart.
        reply.header("vary", "Accept-Encoding, Origin")
        if (!isHashed && path.startsWith(page)) allowInlineScripts(reply, page)
      },
    })
  })
}

/** A folder that can't be written costs old tabs a reload, not everyone the page. */
function earlierReleases(app: FastifyInstance, folder: string, archive: string): string[] {
  try {
    return keepRelease(folder, resolve(archive), Date.now())
  } catch (error) {
    app.log.warn({ err: error, archive }, "files of earlier releases are not kept")
    return []
  }
}

/** What is XML says in which letters it is written; the plugin says so of texts and scripts only. */
const SVG = "image/svg+xml"
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g

/**
 * The page's policy allows what the page brings and nothing else: its own scripts by their hashes. Read with each page
 * that is served, for a release may be put into the folder while the server runs.
 */
function allowInlineScripts(reply: FastifyReply, page: string): void {
  const policy = reply.getHeader("content-security-policy")
  if (typeof policy !== "string") return
  const hashes = [...readFileSync(page, "utf8").matchAll(INLINE_SCRIPT)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  )
  reply.header("content-security-policy", policy.replace("script-src 'self'", ["$&", ...hashes].join(" ")))
}
