/** Serves `/openapi.json`, `/asyncapi.json` and the page `/docs`; each is generated and compressed once, on first request. */

import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { FastifyInstance } from "fastify"
import { endpoints } from "#core/wire/index.ts"
import { writeAsyncApi } from "./asyncapi.ts"
import { STYLE_PATH, writeDocsPage } from "./docs-page.ts"
import { writeGuide } from "./guide.ts"
import type { DocumentSettings } from "./guide-section.ts"
import { writeOpenApi } from "./openapi.ts"

/** Each document, for one address in a second: a reader takes each once, and then asks whether it is still the same. */
const DOCUMENTS_PER_SECOND = 20
/** Half of what 11 takes off more costs ten times the time. */
const BROTLI_QUALITY = 6

interface Encoded {
  /** As `accept-encoding` names it; empty: as it is. */
  encoding: string
  body: Buffer
  tag: string
}

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
    readFileSync(join(import.meta.dirname, "../../server/docs/docs.css"), "utf8"),
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
  let written: Promise<readonly Encoded[]> | undefined
  const config = { rateLimit: { max: DOCUMENTS_PER_SECOND, timeWindow: 1000 } }
  app.get(path, { config }, async ({ headers }, reply) => {
    written ??= encodings(write())
    const encoded = chosen(await written, headers["accept-encoding"])
    reply
      .header("cache-control", "no-cache")
      .header("etag", encoded.tag)
      .header("vary", "Accept-Encoding, Origin")
      .header("access-control-allow-origin", "*")
      .header("cross-origin-resource-policy", "cross-origin")
    if (headers["if-none-match"] === encoded.tag) return reply.code(304).send()
    if (encoded.encoding) reply.header("content-encoding", encoded.encoding)
    return reply.type(type).send(encoded.body)
  })
}

/** The smallest first. Compressed beside the engine's thread. */
async function encodings(text: string): Promise<readonly Encoded[]> {
  const body = Buffer.from(text)
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, { params }),
    promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return [
    { encoding: "br", body: br, tag: `"${hash}-br"` },
    { encoding: "gzip", body: gz, tag: `"${hash}-gzip"` },
    { encoding: "", body, tag: `"${hash}"` },
  ]
}

/** The first that the reader takes; one that is named with `q=0` is refused. */
function chosen(all: readonly Encoded[], accepted: string | string[] | undefined): Encoded {
  const takes = String(accepted ?? "")
    .split(",")
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(";")[0]?.trim().toLowerCase())
  const plain = all.at(-1)
  const found = all.find(({ encoding }) => takes.includes(encoding)) ?? plain
  if (!found) throw new Error("a document has no encoding")
  return found
}

function readVersion(): string {
  const file = join(import.meta.dirname, "../../package.json")
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version
}
