/**
 * Downloads a long file from the server. Piece by piece, with how much is there; a refusal comes as the usual
 * envelope.
 */

import { type Envelope, LANGUAGE_HEADER } from "#core/wire/endpoint.ts"
import { PROBLEMS } from "#core/wire/problem.ts"
import { problemText } from "../text/problem-text.ts"
import { currentLanguage } from "../words/first-words.ts"
import { type Answer, refusalOf } from "./call.ts"
import { serverDoor } from "./server-door.ts"

/** A server that says nothing for so long is gone. */
const SILENCE_MS = 30_000

export interface Downloading {
  signal: AbortSignal
  /** So far: bytes, and line ends in them. */
  onProgress: (bytes: number, lines: number) => void
}

/** Fetches a whole file; never throws. `query` as the call takes it; fields that are undefined are left out. */
export async function download(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  { signal, onProgress }: Downloading,
): Promise<Answer<Blob>> {
  const door = await serverDoor()
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  signal.addEventListener("abort", giveUp, { once: true })
  if (signal.aborted) giveUp()
  let silence = setTimeout(giveUp, SILENCE_MS)
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(giveUp, SILENCE_MS)
  }
  try {
    const token = door.token?.()
    const { fetch = globalThis.fetch } = door
    const response = await fetch(`${door.apiBase}${path}${textOf(query)}`, {
      headers: {
        [LANGUAGE_HEADER]: currentLanguage(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      signal: stop.signal,
    })
    const kind = response.headers.get("content-type") ?? ""
    if (response.ok && kind.includes("application/json")) {
      const envelope = (await response.json()) as Partial<Envelope<unknown>>
      if (envelope.code === PROBLEMS.SESSION) door.sessionEnded?.(false)
      return { ok: false, failure: refusalOf(envelope.code ?? 0, envelope.message, response.headers) }
    }
    if (response.ok && response.body)
      return { ok: true, data: await collect(response.body, kind, { heard, onProgress }) }
  } catch (error) {
    if (!signal.aborted) console.warn(`saker: ${path} failed`, error)
  } finally {
    clearTimeout(silence)
    signal.removeEventListener("abort", giveUp)
  }
  return { ok: false, failure: { name: "NETWORK", text: problemText({ name: "NETWORK" }) } }
}

interface Collecting {
  heard: () => void
  onProgress: Downloading["onProgress"]
}

async function collect(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string,
  { heard, onProgress }: Collecting,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  let [bytes, lines] = [0, 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(pieces, { type })
    heard()
    pieces.push(value)
    bytes += value.length
    for (const byte of value) if (byte === LINE_END) lines += 1
    onProgress(bytes, lines)
  }
}

const LINE_END = 10
const ADDRESS_KEPT_MS = 60_000

function textOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(pairs).toString()
  return text && `?${text}`
}

/** Hands the file to the browser's own saving. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  // The address must hold until the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_KEPT_MS)
}
