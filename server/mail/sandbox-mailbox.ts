/** Where do messages go in the sandbox? Into a list in memory that this machine may read at /mailbox. */

import type { FastifyInstance, FastifyRequest } from "fastify"
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

/** Serves the mailbox to this machine only: a page to read, and the same as JSON for scripts. */
export function addMailbox(app: FastifyInstance, mailbox: SandboxMailbox): void {
  app.get(MAILBOX_PATH, (request, reply) => {
    if (!isThisMachine(request)) return reply.callNotFound()
    return reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(pageOf(mailbox.messages()))
  })
  app.get(`${MAILBOX_PATH}.json`, (request, reply) => {
    if (!isThisMachine(request)) return reply.callNotFound()
    return reply.header("cache-control", "no-store").send({ rows: mailbox.messages() })
  })
}

/** A proxy on this machine speaks for others: its headers give it away. */
function isThisMachine({ socket, headers, hostname }: FastifyRequest): boolean {
  // A page from elsewhere may have its own name point here; it can't change what the browser calls us by.
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(hostname)) return false
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false
  const address = socket.remoteAddress?.replace("::ffff:", "") ?? ""
  return address.startsWith("127.") || address === "::1"
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
<p>Messages that a real exchange would send by e-mail or text message, the newest first. Only this machine sees them.</p>
${rows.join("\n") || "<p>Nothing has been sent yet.</p>"}
</body>
</html>
`
}
