/** What must be known to call by HTTP? */

import { LANGUAGE_HEADER, LANGUAGES, SUCCESS_CODE } from "#core/wire/index.ts"
import type { DocumentSettings, Section } from "./guide.ts"
import { refusalRows } from "./refusals.ts"

export const callSections = (settings: DocumentSettings): Section[] => [
  {
    id: "envelope",
    title: "Calls and their envelope",
    blocks: [
      "Only GET and POST. A GET carries its fields in the query, a POST in a JSON or form body. A field that a call doesn't know is refused with FORMAT, as is one that is out of bounds.",
      `Every answer is HTTP 200 with a JSON object of three fields: \`code\`, \`message\`, \`data\`. \`code\` ${SUCCESS_CODE} is success and \`data\` is what the call promises. Any other code is a refusal: \`message\` says it in the language of the request, ready to be shown, and \`data\` is null. Limits are refusals too, with HTTP 200.`,
      { code: '{ "code": 200, "message": "", "data": { … } }', says: "A success" },
      {
        code: '{ "code": 1301, "message": "There is no such market.", "data": null }',
        says: "A refusal",
      },
      "Only two things have another status: a path that doesn't exist (404, UNKNOWN_PATH) and a fault of the server (500, INTERNAL). Both carry the envelope. Anything else, without an envelope, comes from something in between.",
      "Answers may gain fields one day: pass over those that you don't know.",
    ],
  },
  {
    id: "headers",
    title: "Headers, origins and limits",
    blocks: [
      {
        list: [
          `\`${LANGUAGE_HEADER}\`: the language of \`message\`, one of ${LANGUAGES.map((code) => `\`${code}\``).join(" ")}. Without it \`accept-language\` decides, then the server's default.`,
          "`authorization: Bearer …`: for calls that need a login. The calls below need none.",
          "A page of another origin may call only if the operator allows its origin (`SAKER_ORIGINS`). Programs outside a browser are not concerned. These documents may be read from everywhere.",
          `Each address may make ${settings.readsPerSecond} calls a second that count as \`read\`, and ${settings.historyPerSecond} that count as \`history\`. Above that: RATE_LIMIT. Wait a second.`,
        ],
      },
    ],
  },
  {
    id: "values",
    title: "Numbers, times, names, rows",
    blocks: [
      {
        list: [
          "Prices, quantities and amounts are decimal text, so that no digit is lost: no exponent, no grouping. Don't turn them into binary fractions where they count; count in ticks and lots, or use a decimal library.",
          "A price is written with as many decimals as its tick, a quantity with as many as its lot, trailing zeros included. So the same value is always the same text and may serve as a key.",
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
      "The same codes are used by HTTP and by the socket's `problem`. The first rule that fails is the answer. Codes of order rules are here for those who will trade. Where a call lists refusals of its own, the door's may come as well: SESSION, RATE_LIMIT, FORMAT, MESSAGE_SIZE, INTERNAL.",
      { caption: "Every refusal there is", head: ["Code", "Name", "Meaning"], rows: refusalRows() },
    ],
  },
]
