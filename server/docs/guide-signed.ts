/** The part of the guide about requests that an API key signs. */

import { SCOPE_OF } from "#core/wire/api-key-scopes.ts"
import {
  endpoints,
  KEY_AHEAD_MS,
  KEY_HEADERS,
  KEY_SCOPES,
  KEY_WINDOW_MAX_MS,
  KEY_WINDOW_MS,
  signedText,
} from "#core/wire/index.ts"
import type { Section } from "./guide-section.ts"

const example = signedText({
  time: 1_785_000_000_000,
  window: KEY_WINDOW_MS,
  nonce: "c0ffee-0001",
  method: "POST",
  path: "/spot/cancelAll",
  body: '{"instrument":"BTC_USDT"}',
})

export const signedSection: Section = {
  id: "signed",
  title: "Requests signed by a key",
  blocks: [
    "A program needs no session: a user makes API keys for it at `/#/pages/user/keys`, and it signs each request with five headers in place of `authorization`. No key can withdraw, nor change how the account is secured.",
    {
      caption: "Headers of a signed request",
      head: ["Header", "What it carries"],
      rows: [
        [`\`${KEY_HEADERS.key}\``, "The API key."],
        [`\`${KEY_HEADERS.time}\``, "Epoch milliseconds by the client's clock."],
        [
          `\`${KEY_HEADERS.window}\``,
          `For how many milliseconds from then on it is good; left out: ${KEY_WINDOW_MS}, at most ${KEY_WINDOW_MAX_MS}.`,
        ],
        [`\`${KEY_HEADERS.nonce}\``, "8 to 64 letters, digits, `-` or `_`: another for each request."],
        [
          `\`${KEY_HEADERS.sign}\``,
          "Of an `hmac` key the 64 hex digits of HMAC-SHA-256 (keyed with the secret's text as it was told), of an `ed25519` key the signature in base64.",
        ],
      ],
    },
    {
      code: example,
      says: "What is signed, in UTF-8: time, window, nonce, method, path with query, body, each on a line of its own",
    },
    `A request without a body ends with an empty sixth line. A client's clock may be ahead by ${KEY_AHEAD_MS} ms; the server's stands in the refusal API_KEY_TIME and in each \`pong\` of the socket. A signed request counts once. Signatures made before the server's start are refused with API_KEY_TIME: sign anew.`,
    "On the socket `auth` carries the same as fields, with the method `AUTH`, the path `/socket` and an empty body; the key needs the scope `read`. When the key ends or expires, `sessionEnded` is told.",
    {
      caption: "What each scope allows. Calls for users that aren't here take a session only",
      head: ["Scope", "Calls"],
      rows: KEY_SCOPES.map((scope) => [`\`${scope}\``, pathsFor(scope)]),
    },
    "Orders and cancels of a key are counted by key and address, apart from those of its user's sessions.",
    "Programs written for Binance use the same keys under `/binance`, where the operator has opened that door: with the header `X-MBX-APIKEY`, a timestamp and a signature among the parameters (docs/binance-door.md).",
  ],
}

function pathsFor(scope: (typeof KEY_SCOPES)[number]): string {
  const names = Object.entries(SCOPE_OF).filter(([, needed]) => [needed].flat().includes(scope))
  return names.map(([name]) => `\`${endpoints[name as keyof typeof SCOPE_OF].path}\``).join(" ")
}
