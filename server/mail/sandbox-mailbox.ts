/** The sandbox's mailbox: messages in memory, readable at an address with a random key. */

import { timingSafeEqual } from "node:crypto"
import type { FastifyInstance } from "fastify"
import type { Carrier, OutgoingMessage } from "./messenger.ts"

const KEPT_MAX = 200
const MAILBOX_PATH = "/mailbox"

export interface KeptMessage extends OutgoingMessage {
  time: number
}

/** A carrier that keeps the newest messages, whatever the channel. */
export class SandboxMailbox implements Carrier {
  readonly #now: () => number
  readonly #messages: KeptMessage[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  async deliver(message: OutgoingMessage): Promise<void> {
    this.#messages.unshift({ ...message, time: this.#now() })
    this.#messages.length = Math.min(this.#messages.length, KEPT_MAX)
  }

  async close(): Promise<void> {}

  /** Newest first. */
  messages(): readonly KeptMessage[] {
    return this.#messages
  }
}

/** What the address without the key says: that there is a mailbox, and where the key is. */
const WHERE =
  "The sandbox keeps its messages at an address with a random key. It was printed when the server started,\n" +
  "and the key stands in mailbox.json in the data folder.\n"

/**
 * Serves the mailbox at `/mailbox/<secret>`: a page to read, and the same as JSON for scripts. Whoever has the address
 * may read it: behind a proxy or a tunnel nothing else of a request tells who sends it.
 */
export function addMailbox(app: FastifyInstance, mailbox: SandboxMailbox, secret: string): void {
  app.get(MAILBOX_PATH, (_request, reply) =>
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8").send(WHERE),
  )
  app.get<{ Params: { key: string } }>(`${MAILBOX_PATH}/:key`, ({ params: { key } }, reply) => {
    const isJson = key.endsWith(".json")
    if (!isSame(isJson ? key.slice(0, -".json".length) : key, secret)) return reply.callNotFound()
    reply.header("cache-control", "no-store")
    if (isJson) return reply.send({ rows: mailbox.messages() })
    return reply.type("text/html; charset=utf-8").send(pageOf(mailbox.messages()))
  })
}

/** Where the mailbox is, from the address of the server. */
export const mailboxPath = (secret: string): string => `${MAILBOX_PATH}/${secret}`

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** For whoever runs the sandbox, in English like /docs. Without script; it reloads itself. */
function pageOf(messages: readonly KeptMessage[]): string {
  const rows = messages.map(
    ({ to, channel, subject, text, time }) => `<article>
<h2>${escaped(subject)}</h2>
<p><b>${escaped(to)}</b> · ${channel} · <time datetime="${new Date(time).toISOString()}">${new Date(time).toISOString()}</time></p>
<pre>${escaped(text)}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Sandbox mailbox</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
article { border-top: 1px solid; padding: .5rem 0 } h2 { font-size: 1rem } pre { white-space: pre-wrap; font: inherit }
</style>
</head>
<body>
<h1>Sandbox mailbox</h1>
<p>Messages that a real exchange would send by e-mail or text message, the newest first. Whoever knows this address sees them.</p>
${rows.join("\n") || "<p>Nothing has been sent yet.</p>"}
</body>
</html>
`
}
