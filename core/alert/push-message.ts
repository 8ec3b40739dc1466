/** What a push message says: written by the server, read by the service worker of the page. */

/** As JSON in the encrypted body of the message. */
export interface PushMessage {
  title: string
  text: string
  /** Of two messages with one tag a device shows the later. */
  tag: string
  /** The instrument that it is about; empty: none, or any. */
  market: string
}

const LONGEST = { title: 200, text: 1000, tag: 60, market: 40 } as const

/**
 * Reads the body of a push message. What a newer server adds is left out, what an older one lacks is empty, and what is
 * too long is cut.
 * @returns undefined for what isn't JSON, or has no title
 * @example readPushMessage('{"title":"order filled","tag":"alert-7"}') // { title: "order filled", text: "", tag: "alert-7", market: "" }
 */
export function readPushMessage(body: string): PushMessage | undefined {
  let given: Record<string, unknown>
  try {
    given = Object(JSON.parse(body)) as Record<string, unknown>
  } catch {
    return undefined
  }
  const textOf = (name: keyof PushMessage): string => {
    const value = given[name]
    return typeof value === "string" ? value.slice(0, LONGEST[name]) : ""
  }
  const [title, text, tag, market] = [textOf("title"), textOf("text"), textOf("tag"), textOf("market")]
  return title.trim() === "" ? undefined : { title, text, tag, market }
}
