/** Renders the page `/docs` from the same data as both documents; no script, no foreign address. */

import { basename } from "node:path"
import {
  CHANNELS,
  type Endpoint,
  LANGUAGE_HEADER,
  type MessageEntry,
  PAGE_CONFIG_PATH,
  pageConfig,
  pageConfigExample,
  SUCCESS_CODE,
  socketMessages,
} from "#core/wire/index.ts"
import { accessText, limitText, problemsOf } from "./call-facts.ts"
import { DocumentSchemas, type JsonSchema } from "./document-schemas.ts"
import type { Guide } from "./guide.ts"
import type { Block, DocumentSettings, Section } from "./guide-section.ts"
import { type Html, html, sentence } from "./html.ts"
import { anchorOf, jsonText, listing, schemaView, table } from "./schema-view.ts"

interface PageParts {
  endpoints: Readonly<Record<string, Endpoint>>
  settings: DocumentSettings
  guide: Guide
  version: string
  /** Addresses of the example client's files. */
  clientFiles: readonly string[]
}

export const STYLE_PATH = "/docs/style.css"

export function writeDocsPage({ endpoints, settings, guide, version, clientFiles }: PageParts): string {
  const schemas = new DocumentSchemas("draft-2020-12")
  const calls = Object.entries(endpoints)
  const messages = Object.entries(socketMessages)
  const callViews = calls.map(([name, endpoint]) => callView(name, endpoint, { schemas, settings }))
  const messageViews = messages.map(([type, entry]) => messageView(type, entry, schemas))
  schemas.of(pageConfig)
  const named = Object.entries(schemas.named)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${settings.name}: how to write a client or a server</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header>
<h1>${settings.name}: the contract</h1>
<p>Everything needed to write a client for this exchange, or an exchange for this terminal. Version ${version}. For machines: <a href="/openapi.json">openapi.json</a> (HTTP) and <a href="/asyncapi.json">asyncapi.json</a> (socket), made from the same table.</p>
</header>
<nav aria-label="Contents">
${contents("HTTP", [
  ...guide.http.map(({ id, title }): Entry => [id, title]),
  ...calls.map(([name, { method, path }]): Entry => [`call-${name}`, `${method} ${path}`]),
  ["config", `GET ${PAGE_CONFIG_PATH}`],
])}
${contents("Socket", [
  ...guide.socket.map(({ id, title }): Entry => [id, title]),
  ...messages.map(([type]): Entry => [`message-${type}`, type]),
])}
${contents(
  "Schemas",
  named.map(([name]): Entry => [anchorOf(name), name]),
)}
</nav>
<main id="main" tabindex="-1">
${startView(clientFiles)}
<h2>HTTP</h2>
${guide.http.map(sectionView)}
${callViews}
${configView}
<h2>Socket</h2>
${guide.socket.map(sectionView)}
${messageViews}
<h2>Schemas</h2>
${named.map(([name, schema]) => namedView(name, schema))}
</main>
</body>
</html>
`.text
}

type Entry = [id: string, title: string]

const contents = (title: string, entries: readonly Entry[]): Html =>
  html`<details open><summary>${title}</summary><ul>${entries.map(
    ([id, text]) => html`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></details>`

const startView = (clientFiles: readonly string[]) => html`<section aria-labelledby="start">
<h2 id="start">In five minutes</h2>
<ol>
<li>Ask <a href="#call-spotMarkets"><code>GET /market/exchange</code></a> for the markets, with tick, lot and last ticker.</li>
<li>Open the WebSocket at <code>/socket</code>. Answer every <code>pong</code> with <code>ping</code>.</li>
<li>Send <code>subscribe</code> for what you want to see: <a href="#channels">channels</a>.</li>
<li>Keep the book by <a href="#book">sequence and checksum</a>, trades by id, candles by last trade id.</li>
<li>When the connection closes, come back after 3 s and subscribe anew.</li>
</ol>
<p>Who writes a server answers the calls below, in the envelope, and speaks the socket's side of the server: the terminal needs nothing else. It finds them by <a href="#config"><code>/config.json</code></a>.</p>
<p>A small client in TypeScript, written from these pages alone, and without any package: ${clientFiles.map((address, place) => html`${place > 0 && ", "}<a href="${address}"><code>${basename(address)}</code></a>`)}.</p>
</section>`

const sectionView = ({ id, title, blocks }: Section): Html =>
  html`<section aria-labelledby="${id}"><h3 id="${id}">${title}</h3>${blocks.map(blockView)}</section>`

function blockView(block: Block): Html {
  if (typeof block === "string") return html`<p>${sentence(block)}</p>`
  if ("list" in block) return html`<ul>${block.list.map((item) => html`<li>${sentence(item)}</li>`)}</ul>`
  if ("steps" in block) return html`<ol>${block.steps.map((item) => html`<li>${sentence(item)}</li>`)}</ol>`
  if ("code" in block) return html`<p>${sentence(block.says)}:</p>${listing(block.says, block.code)}`
  return table(
    block.caption,
    block.head,
    block.rows.map((cells) => cells.map(sentence)),
  )
}

interface Surroundings {
  schemas: DocumentSchemas
  settings: DocumentSettings
}

function callView(name: string, endpoint: Endpoint, { schemas, settings }: Surroundings): Html {
  const { method, path, summary, notes, access, example } = endpoint
  const title = `${method} ${path}`
  const query = new URLSearchParams(
    Object.entries(example.request).map(([key, value]) => [key, String(value)]),
  )
  const asked = method === "GET" ? `${path}${query.size > 0 ? `?${query}` : ""}` : path
  const body = method === "GET" ? "" : `\n\n${jsonText(example.request)}`
  const answered = { code: SUCCESS_CODE, message: "", data: example.response }
  const refusals = problemsOf(endpoint)
  const session = access === "visitor" ? "" : "\nauthorization: Bearer …"
  return html`<section aria-labelledby="call-${name}">
<h3 id="call-${name}"><code>${title}</code></h3>
<p>${sentence(`${summary}. ${notes ?? ""}`)}</p>
<p>${accessText(endpoint)} ${sentence(limitText(endpoint, settings))} Refusals: ${refusals.map((one, place) => html`${place > 0 && ", "}<code>${one}</code>`)}.</p>
<h4>Request</h4>
${schemaView(`Fields of the request ${title}`, schemas.of(endpoint.request))}
${listing(`Example of the request ${title}`, `${method} ${asked}\n${LANGUAGE_HEADER}: en${session}${body}`)}
<h4>Answer: <code>data</code></h4>
${schemaView(`Fields of the answer of ${title}`, schemas.of(endpoint.response))}
${listing(`Example of the answer of ${title}`, jsonText(answered))}
</section>`
}

const configView = html`<section aria-labelledby="config">
<h3 id="config"><code>GET ${PAGE_CONFIG_PATH}</code></h3>
<p>Where a page finds API and socket: <a href="#${anchorOf("PageConfig")}">PageConfig</a>. No envelope; served by whoever hosts the page.</p>
${listing("Example of the configuration", jsonText(pageConfigExample))}
</section>`

function messageView(type: string, entry: MessageEntry, schemas: DocumentSchemas): Html {
  const { properties } = schemas.of(entry.schema) as { properties: { data?: JsonSchema } }
  const isChannel = CHANNELS.some((name) => name === type)
  return html`<section aria-labelledby="message-${type}">
<h3 id="message-${type}"><code>${type}</code> <span class="way">${entry.from === "server" ? "server → client" : "client → server"}</span></h3>
<p>${entry.summary}. ${sentence(entry.notes)}${isChannel && html` Comes by the <a href="#channels">channel</a> of this name.`}</p>
<h4><code>data</code></h4>
${schemaView(`Fields of ${type}`, properties.data ?? {})}
${entry.examples.map(({ name, data }) => listing(`Example of ${type}: ${name}`, jsonText({ type, data })))}
</section>`
}

const namedView = (name: string, schema: JsonSchema): Html =>
  html`<section aria-labelledby="${anchorOf(name)}"><h3 id="${anchorOf(name)}">${name}</h3>
<p>${sentence(String(schema.description ?? ""))}</p>
${schemaView(`Parts of ${name}`, schema)}</section>`
