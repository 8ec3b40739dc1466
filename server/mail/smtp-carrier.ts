/** Sends mail through the configured SMTP server. */

import { createTransport } from "nodemailer"
import type { Carrier, OutgoingMessage } from "./messenger.ts"

const WITHIN_MS = 20_000

/** `url` is `smtp://user:password@host:port` or `smtps://…`; `from` the sender's address. */
export function smtpCarrier(url: string, from: string): Carrier {
  const transport = createTransport(
    { url, connectionTimeout: WITHIN_MS, greetingTimeout: WITHIN_MS, socketTimeout: WITHIN_MS },
    { from },
  )
  return {
    deliver: async ({ to, subject, text }: OutgoingMessage) => {
      // As an object: nodemailer would read commas in a text as several receivers.
      await transport.sendMail({ to: { name: "", address: to }, subject, text, disableUrlAccess: true })
    },
    close: async () => transport.close(),
  }
}
