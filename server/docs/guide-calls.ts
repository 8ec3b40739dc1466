/** The part of the guide about calls by HTTP. */

import {
  endpoints,
  LANGUAGE_HEADER,
  LANGUAGES,
  type LimitName,
  PAGE_CONFIG_PATH,
  PICTURE_BYTES_MAX,
  SUCCESS_CODE,
} from "#core/wire/index.ts"
import { BODY_BYTES_MAX, callLimits, HEAD_BYTES_MAX } from "../http/http-limits.ts"
import type { DocumentSettings, Section } from "./guide-section.ts"
import { signedSection } from "./guide-signed.ts"
import { refusalRows } from "./refusals.ts"

export const callSections = (settings: DocumentSettings): Section[] => [
  {
    id: "envelope",
    title: "Calls and their envelope",
    blocks: [
      "Only GET and POST. A GET carries its fields in the query, a POST in a JSON or form body. A field that a call doesn't know is refused with FORMAT, as is one that is out of bounds.",
      `Every answer to a call is HTTP 200 with a JSON object of three fields: \`code\`, \`message\`, \`data\`. \`code\` ${SUCCESS_CODE} is success and \`data\` is what the call promises. Any other code is a refusal: \`message\` says it in the language of the request, ready to be shown, and \`data\` is null. Limits are refusals too, with HTTP 200.`,
      { code: '{ "code": 200, "message": "", "data": { … } }', says: "A success" },
      {
        code: '{ "code": 1301, "message": "There is no such market.", "data": null }',
        says: "A refusal",
      },
      {
        caption: "Answers with another status, all in the envelope",
        head: ["Status", "Name", "When"],
        rows: [
          ["404", "`UNKNOWN_PATH`", "There is no such path, or it is called by another method."],
          ["500", "`INTERNAL`", "A fault of the server."],
          ["400", "`FORMAT`", "What came is no HTTP."],
          ["408", "`FORMAT`", `The request did not arrive within ${settings.requestSeconds} s.`],
          ["429", "`RATE_LIMIT`", "The address has too many connections open (see “Limits”)."],
          ["431", "`MESSAGE_SIZE`", `Address and headers together are above ${HEAD_BYTES_MAX} bytes.`],
          ["503", "`RATE_LIMIT`", "The server has too many connections open."],
        ],
      },
      `The last five are said in the server's default language, and the connection ends. No envelope have \`${PAGE_CONFIG_PATH}\`, these documents, pictures and files, the answer to a preflight (204), and a refused upgrade to the socket (see “The socket and its frames”). Anything else without an envelope comes from something in between.`,
      "Answers may gain fields one day: pass over those that you don't know.",
    ],
  },
  {
    id: "headers",
    title: "Headers and origins",
    blocks: [
      {
        list: [
          `\`${LANGUAGE_HEADER}\`: the language of \`message\`, one of ${LANGUAGES.map((code) => `\`${code}\``).join(" ")}. Where it is left out or names none of them, \`accept-language\` decides, then the server's default. A GET that does something (\`/register/sendemail\`) is refused without it: no image of a foreign page can send it.`,
          "`authorization: Bearer …`: the token that `POST /login/index` or `POST /register/index` gave. Each call below says whether it is for visitors or for users. A call for users without the token of an open session is refused with SESSION; a call for visitors passes over a token that is no session's.",
          "A page of another origin may call only if the operator allows its origin (`SAKER_ORIGINS`). Programs outside a browser are not concerned. These documents may be read from everywhere.",
        ],
      },
    ],
  },
  signedSection,
  {
    id: "limits",
    title: "Limits",
    blocks: [
      {
        caption: "How often one address may make each call; for `order` and `cancel` one user, from wherever",
        head: ["Counts as", "Each call in a second", "Calls"],
        rows: Object.entries(callLimits(settings)).map(([name, figure]) => [
          `\`${name}\``,
          String(figure),
          pathsOf(name as LimitName),
        ]),
      },
      "Above that: RATE_LIMIT, with the header `retry-after` (seconds). Each call has a count of its own for each address, which begins anew after a second: `x-ratelimit-limit`, `x-ratelimit-remaining` and `x-ratelimit-reset` (seconds) tell how it stands. WAIT brings `retry-after` too: it is about what was tried too often, not about the rate of calls.",
      `An address may have ${settings.httpConnectionsPerAddress} connections open; one that waits for a next request is closed after ${settings.keepAliveSeconds} s. IPv6 addresses count together that begin with the same 64 bits.`,
      `A body is at most ${BODY_BYTES_MAX} bytes, the file in a multipart body at most ${PICTURE_BYTES_MAX}: above it MESSAGE_SIZE.`,
    ],
  },
  {
    id: "values",
    title: "Numbers, times, names, rows",
    blocks: [
      {
        list: [
          "Prices, quantities and amounts are decimal text, so that no digit is lost: no exponent, no grouping. Don't turn them into binary fractions where they count; count in ticks and lots, or use a decimal library.",
          "A price of a market is written with as many decimals as its tick, a quantity with as many as its lot, trailing zeros included. So the same value is always the same text and may serve as a key. Only the total of a level that is gone is plain `0`.",
          "Index and mark prices follow no tick: they have up to eight decimals, and at least those of the tick in `MarkRow` and two in `IndexRow`. Amounts (turnover, stakes, least notional) and rates have as many as they need.",
          "Where a text may be unknown it is empty.",
          "Times are epoch milliseconds, UTC. Sequence numbers and trade ids are whole numbers below 2^53.",
          "Instruments are `BTC_USDT` (spot), `BTC_USDT_PERP` (perpetual), `BTC_USDT_SEC` (second contract). Indexes are named like the spot pair.",
          "Rows that travel often are arrays whose places have a meaning: `TickerRow`, `TradeRow`, `CandleRow`, `LevelRow`, `MarkRow`, `IndexRow`. Each place is named in its schema.",
        ],
      },
    ],
  },
  {
    id: "refusals",
    title: "Refusals",
    blocks: [
      "The same codes are used by HTTP and by the socket's `problem`. The first rule that fails is the answer. Any call may bring RATE_LIMIT, FORMAT, MESSAGE_SIZE and INTERNAL, a call for users SESSION too.",
      { caption: "Every refusal there is", head: ["Code", "Name", "Meaning"], rows: refusalRows() },
    ],
  },
]

const pathsOf = (limit: LimitName): string =>
  Object.values(endpoints)
    .filter((one) => one.limit === limit)
    .map(({ path }) => `\`${path}\``)
    .join(" ")
