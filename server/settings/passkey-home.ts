/** Where passkeys are at home: the domain that they are bound to, and the pages that may ask for them. */

import type { Settings } from "./settings.ts"

export interface PasskeyHome {
  /** The relying party's id of WebAuthn: a domain. */
  domain: string
  isOwn(origin: string): boolean
}

/** In the sandbox, unless the operator says otherwise: browsers let pages there have passkeys without TLS. */
const LOCALHOST: PasskeyHome = {
  domain: "localhost",
  isOwn: (origin) => /^https?:\/\/localhost(:\d{1,5})?$/.test(origin),
}

/** Undefined: there are none. Never guessed from a request: a page that stands between could say anything there. */
export function passkeyHome({
  passkeyOrigin,
  sandbox,
}: Pick<Settings, "passkeyOrigin" | "sandbox">): PasskeyHome | undefined {
  if (passkeyOrigin === "") return sandbox ? LOCALHOST : undefined
  return { domain: new URL(passkeyOrigin).hostname, isOwn: (origin) => origin === passkeyOrigin }
}
