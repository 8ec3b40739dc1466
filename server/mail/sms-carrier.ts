/** Sends text messages as a JSON POST to the address of the operator's provider or script. */

import type { Carrier } from "./messenger.ts"

const WITHIN_MS = 20_000

/** `url` takes `{"to": "+49…", "text": "…"}` and answers 2xx when it has taken the message. */
export const smsCarrier = (url: string): Carrier => ({
  deliver: async ({ to, text }) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ to, text }),
      redirect: "error",
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    if (!response.ok) throw new Error(`the provider of text messages answered ${response.status}`)
  },
  close: async () => undefined,
})
