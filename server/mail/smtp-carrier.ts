/** How does a mail leave the house? By the SMTP server that was set; text messages need an adapter of the operator's. */

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
    deliver: async ({ to, channel, subject, text }: OutgoingMessage) => {
      if (channel === "phone") throw new Error("no adapter for text messages is set up")
      // As an object: nodemailer would read commas in a text as several receivers.
      await transport.sendMail({ to: { name: "", address: to }, subject, text, disableUrlAccess: true })
    },
    close: async () => transport.close(),
  }
}
