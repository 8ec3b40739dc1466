/** Answers connections whose request couldn't be parsed, or that are too many, in the usual envelope, and closes them. */

import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { PROBLEMS, type ProblemName } from "#core/wire/index.ts"
import { BARE_HEADERS } from "../calls/bare-headers.ts"
import type { ProblemText } from "./problem-text.ts"

/** By the code of Node's HTTP parser; anything else is no HTTP. */
const FAULTS: Readonly<Record<string, { status: number; name: ProblemName }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, name: "MESSAGE_SIZE" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, name: "FORMAT" },
}
const NO_HTTP = { status: 400, name: "FORMAT" } as const

/** Answers in the server's default language: the request's headers could not be read. */
export function sendClientFault(text: ProblemText, error: { code: string }, socket: Socket): void {
  if (error.code === "ECONNRESET") return
  sendLast(text, FAULTS[error.code] ?? NO_HTTP, socket)
}

/** Answers a connection over a limit, before it has asked anything. */
export const refuseConnection = (text: ProblemText, socket: Socket, why: "address" | "all"): void =>
  sendLast(text, { status: why === "address" ? 429 : 503, name: "RATE_LIMIT" }, socket)

function sendLast(
  text: ProblemText,
  { status, name }: { status: number; name: ProblemName },
  socket: Socket,
): void {
  if (socket.destroyed) return
  const message = text.say({ name }, text.languageOf({}))
  const body = JSON.stringify({ code: PROBLEMS[name], message, data: null })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    ...BARE_HEADERS,
    "Connection: close",
  ]
  if (socket.writable) socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy())
  else socket.destroy()
}
