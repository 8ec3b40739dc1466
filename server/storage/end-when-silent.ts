/**
 * Ends a connection whose server has fallen silent: frozen, or cut off without a word (half-open). The network would notice after a quarter
 * of an hour, and until then whoever had asked would wait.
 */

import type { Client } from "pg"

/**
 * From now on what is asked on `client` fails when the server is silent for `ms`, and the connection with it. Answers how to leave that off.
 * The server's own limit of a statement must be shorter: what it works on is no silence.
 */
export function endWhenSilent(client: Client, ms: number): () => void {
  let timer: NodeJS.Timeout | undefined
  const isAnswered = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const giveUp = () =>
    client.connection.stream.destroy(new Error(`timeout: PostgreSQL didn't answer within ${ms / 1000} s`))
  const isAsked = () => {
    // In two halves: this process may have been frozen itself, and then the answer is there and only unread.
    timer ??= setTimeout(() => {
      timer = setTimeout(giveUp, ms / 2).unref()
    }, ms / 2).unref()
  }
  const own = { query: client.query, end: client.end }
  const watched = (call: (...asked: never[]) => unknown) =>
    function (this: unknown, ...asked: never[]) {
      isAsked()
      return call.apply(client, asked)
    }
  Object.assign(client, { query: watched(own.query), end: watched(own.end) })
  client.on("drain", isAnswered)
  client.on("end", isAnswered)
  return () => {
    Object.assign(client, own)
    client.off("drain", isAnswered)
    client.off("end", isAnswered)
    isAnswered()
  }
}
