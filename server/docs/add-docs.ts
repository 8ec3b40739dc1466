/** Where is the contract read? `/openapi.json` and `/asyncapi.json` for machines, `/docs` for people; made once, when first asked for. */

import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { FastifyInstance } from "fastify"
import { endpoints } from "#core/wire/index.ts"
import { writeAsyncApi } from "./asyncapi.ts"
import { STYLE_PATH, writeDocsPage } from "./docs-page.ts"
import { type DocumentSettings, writeGuide } from "./guide.ts"
import { writeOpenApi } from "./openapi.ts"

interface Document {
  body: string
  tag: string
}

const documentOf = (body: string): Document => ({
  body,
  tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
})

/** Serves the documents and their page. Open to every origin: they hold nothing of anyone's. */
export function addDocs(app: FastifyInstance, settings: DocumentSettings): void {
  const guide = writeGuide(settings)
  const clientFiles = exampleClient().map((name) => CLIENT_PATH + name)
  const parts = { endpoints, settings, guide, version: readVersion(), clientFiles }
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  serve(app, "/openapi.json", "application/json; charset=utf-8", () => json(writeOpenApi(parts)))
  serve(app, "/asyncapi.json", "application/json; charset=utf-8", () => json(writeAsyncApi(parts)))
  serve(app, "/docs", "text/html; charset=utf-8", () => writeDocsPage(parts))
  serve(app, STYLE_PATH, "text/css; charset=utf-8", () =>
    readFileSync(join(import.meta.dirname, "docs.css"), "utf8"),
  )
  for (const address of clientFiles)
    serve(app, address, "text/plain; charset=utf-8", () =>
      readFileSync(join(CLIENT_FOLDER, basename(address)), "utf8"),
    )
}

const CLIENT_PATH = "/docs/client/"
const CLIENT_FOLDER = join(import.meta.dirname, "../../examples/client")

/** What a reader of the client needs: its words and its code. */
const exampleClient = (): string[] =>
  readdirSync(CLIENT_FOLDER)
    .filter((name) => /\.(?:md|ts)$/.test(name))
    .toSorted()

function serve(app: FastifyInstance, path: string, type: string, write: () => string): void {
  let written: Document | undefined
  app.get(path, (request, reply) => {
    written ??= documentOf(write())
    reply
      .header("cache-control", "no-cache")
      .header("etag", written.tag)
      .header("access-control-allow-origin", "*")
      .header("cross-origin-resource-policy", "cross-origin")
    if (request.headers["if-none-match"] === written.tag) return reply.code(304).send()
    return reply.type(type).send(written.body)
  })
}

function readVersion(): string {
  const file = join(import.meta.dirname, "../../package.json")
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version
}
