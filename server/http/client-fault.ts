/** What is said to a client whose request never became one? The envelope too, and then the connection ends. */

import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { PROBLEMS, type ProblemName } from "#core/wire/index.ts"
import type { ProblemText } from "./problem-text.ts"

/** By the code of Node's HTTP parser; anything else is no HTTP. */
const FAULTS: Readonly<Record<string, { status: number; name: ProblemName }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, name: "MESSAGE_SIZE" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, name: "FORMAT" },
}
const NO_HTTP = { status: 400, name: "FORMAT" } as const

/** Answers in the server's default language: the request's headers could not be read. */
export function sendClientFault(text: ProblemText, error: { code: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return
  const { status, name } = FAULTS[error.code] ?? NO_HTTP
  const message = text.say({ name }, text.languageOf({}))
  const body = JSON.stringify({ code: PROBLEMS[name], message, data: null })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    "Connection: close",
  ]
  if (socket.writable) socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy())
  else socket.destroy()
}
