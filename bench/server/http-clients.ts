/**
 * Load on the HTTP server from clients that cost next to nothing.
 * Bare sockets, each with one request under way, whose answers
 * are read no further than their length and code.
 */

import { connect, type Socket } from "node:net"
import { WrongResult } from "./wrong-result.ts"

export interface Asked {
  path: string
  token: string
  body: string
  /** It is counted, and its time told. */
  isCounted: boolean
}

export interface Window {
  /** Counted answers in a second. */
  perSecond: number
  /** ms of each counted one. */
  times: number[]
}

/** What the next request of a connection is; it is asked as soon as the one before was answered. */
export type NextRequest = (connection: number) => Asked

/** Keeps `connections` busy for `ms`, and waits for the last answers. */
export async function askFor(
  port: number,
  { connections, ms, next }: { connections: number; ms: number; next: NextRequest },
): Promise<Window> {
  const times: number[] = []
  const begun = performance.now()
  const until = begun + ms
  await Promise.all(
    Array.from({ length: connections }, (_, place) => askOn({ port, until, times, next: () => next(place) })),
  )
  return { perSecond: (times.length * 1000) / (performance.now() - begun), times }
}

interface Line {
  port: number
  until: number
  times: number[]
  next: () => Asked
}

function askOn({ port, until, times, next }: Line): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, "127.0.0.1")
    socket.setNoDelay(true)
    let text = ""
    let asked: Asked | undefined
    let askedAt = 0
    const ask = () => {
      asked = next()
      askedAt = performance.now()
      socket.write(requestText(asked))
    }
    const answered = (body: string) => {
      if (!body.startsWith('{"code":200,')) {
        socket.destroy()
        reject(new WrongResult(`${asked?.path} was answered with ${body.slice(0, 200)}`))
        return
      }
      const now = performance.now()
      if (asked?.isCounted) times.push(now - askedAt)
      if (now < until) ask()
      else socket.end(() => resolve())
    }
    socket.setEncoding("latin1")
    socket.on("connect", ask)
    socket.on("error", reject)
    socket.on("data", (chunk: string) => {
      text += chunk
      const body = bodyOf(text)
      if (body === undefined) return
      text = ""
      answered(body)
    })
  })
}

const requestText = ({ path, token, body }: Asked): string =>
  `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** The whole body, once it is there. */
function bodyOf(text: string): string | undefined {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1])
  const body = text.slice(end + 4)
  return body.length >= length ? body : undefined
}
