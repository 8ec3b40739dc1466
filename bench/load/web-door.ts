/** HTTP server of the load generator: static files, calls and `/socket` at one address, as with the real server. */

import { createReadStream, existsSync, readFileSync, statSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { extname, join, normalize } from "node:path"
import { type WebSocket, WebSocketServer } from "ws"

const root = join(import.meta.dirname, "../..")
const SITE = join(root, "dist/site")
const PAGES = join(root, "dist/bench")
const POSTED_BYTES_MAX = 4 * 1024 * 1024

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
}

/** Isolated from other origins, as the product's own pages are: clocks of 5 µs, and the same process model. */
const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
}

const PAGE_CONFIG = {
  api: "",
  socket: "",
  mobileSite: "",
  downloads: { ios: "", android: "" },
  defaultLanguage: "en",
  passkeys: "",
}

export interface WebDoorEvents {
  /** `data` of a call's answer; undefined: no such call. */
  call(path: string, query: URLSearchParams, token: string): unknown
  /** The market socket opened. Raw frames may be written to `raw` between messages. */
  opened(socket: WebSocket, raw: Socket): void
  /** A page posted a result (`POST /bench/posted`) and gets the answer. */
  posted(value: unknown): Promise<unknown>
  /** Put at the top of the terminal's page: what a phone needs, since nobody drives it. */
  head: string
}

export async function openWebDoor(
  { host, port }: { host: string; port: number },
  events: WebDoorEvents,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    if (request.method === "POST" && request.url === "/bench/posted") takePosted(request, response, events)
    else answer(request, response, events)
  })
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 64 * 1024 })
  server.on("upgrade", (request, raw, head) => {
    const path = new URL(request.url ?? "/", "http://x").pathname
    sockets.handleUpgrade(request, raw, head, (socket) => {
      ;(raw as Socket).setNoDelay(true)
      if (path === "/clock")
        socket.on("message", () => socket.send(String(performance.timeOrigin + performance.now())))
      else if (path === "/socket") events.opened(socket, raw as Socket)
      else socket.close()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return { server, port: typeof address === "object" && address ? address.port : port }
}

function answer(request: IncomingMessage, response: ServerResponse, events: WebDoorEvents): void {
  const url = new URL(request.url ?? "/", "http://x")
  if (url.pathname === "/config.json") {
    const isCompact = new URL(request.headers.referer ?? "http://x").searchParams.has("compact")
    sendJson(response, isCompact ? { ...PAGE_CONFIG, socket: "socket?compact" } : PAGE_CONFIG)
    return
  }
  const token = request.headers.authorization?.replace("Bearer ", "") ?? ""
  const data = events.call(url.pathname, url.searchParams, token)
  if (data !== undefined) {
    sendJson(response, { code: 200, message: "", data })
    return
  }
  const [folder, path] = url.pathname.startsWith("/bench/")
    ? [PAGES, url.pathname.slice("/bench".length)]
    : [SITE, url.pathname]
  if (folder === SITE && path === "/" && events.head) sendPage(response, events.head)
  else sendFile(response, folder, path === "/" ? "/index.html" : path)
}

function sendPage(response: ServerResponse, head: string): void {
  const page = readFileSync(join(SITE, "index.html"), "utf8")
  response.writeHead(200, { ...HEADERS, "content-type": TYPES[".html"] })
  response.end(page.replace(/<meta name="viewport"[^>]*>/, "").replace("<head>", `<head>${head}`))
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { ...HEADERS, "content-type": TYPES[".json"] })
  response.end(JSON.stringify(value))
}

/** An address of the terminal that is no file is a screen of it. */
function sendFile(response: ServerResponse, folder: string, path: string): void {
  const wanted = join(folder, normalize(decodeURIComponent(path)))
  const isFile = wanted.startsWith(folder) && existsSync(wanted) && statSync(wanted).isFile()
  const isScreen = !isFile && folder === SITE && extname(path) === ""
  if (!isFile && !isScreen) {
    response.writeHead(404, HEADERS).end()
    return
  }
  const file = isFile ? wanted : join(SITE, "index.html")
  response.writeHead(200, {
    ...HEADERS,
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
  })
  createReadStream(file).pipe(response)
}

function takePosted(request: IncomingMessage, response: ServerResponse, events: WebDoorEvents): void {
  let text = ""
  request.setEncoding("utf8")
  request.on("data", (chunk: string) => {
    text += chunk
    if (text.length > POSTED_BYTES_MAX) request.destroy()
  })
  request.on("end", () => {
    Promise.resolve()
      .then(() => events.posted(JSON.parse(text)))
      .then((answered) => sendJson(response, answered))
      .catch(() => response.writeHead(400, HEADERS).end())
  })
}
