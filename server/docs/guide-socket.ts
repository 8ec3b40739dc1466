/** The part of the guide about the socket. */

import { COMPACT_PROTOCOL } from "#core/wire/compact-writer.ts"
import { CHANNELS, CLIENT_MESSAGE_BYTES_MAX, channels, SILENT_HEARTBEATS } from "#core/wire/index.ts"
import { CLOSE_CODES, type ClosingReason, COME_BACK_MS } from "../stream/farewell.ts"
import { CONNECTION_BYTES_MAX, SLOW_STALL_MS } from "../stream/slow-reader.ts"
import { messageBucket, PROBLEM_BUCKET, SOCKET_PATH, snapshotBucket } from "../stream/stream-settings.ts"
import type { DocumentSettings, Section } from "./guide-section.ts"

export const socketSections = (settings: DocumentSettings): Section[] => [
  frames(settings),
  limits(settings),
  heartbeat(settings),
  channelTable,
  login(settings),
  closing,
]

const frames = (settings: DocumentSettings): Section => ({
  id: "frames",
  title: "The socket and its frames",
  blocks: [
    `A WebSocket at \`${SOCKET_PATH}\`, without a subprotocol (or with that of the compact form, below). Every message is a JSON object \`{ "type": …, "data": … }\`, both ways. One text frame holds one message, or an array of messages, to be taken in order. Changes are gathered for ${settings.coalesceMs} ms, and all of them leave in one frame.`,
    { code: '{"type":"subscribe","data":{"channel":"depth","key":"BTC_USDT"}}', says: "One message" },
    {
      code: '[{"type":"subscribed","data":{"channel":"depth","key":"BTC_USDT"}},{"type":"depth","data":{ … }}]',
      says: "A frame of two",
    },
    {
      list: [
        "`subscribe` is answered by `subscribed` or `problem`, in the order in which you asked. Only `auth` may be answered later than what came after it, since a session has to be looked up.",
        "Where you offer `permessage-deflate` without parameters for the server's side, frames come compressed: a quarter of the bytes. Any WebSocket library does it by itself; without the offer, frames are plain.",
        `Where you offer the subprotocol \`${COMPACT_PROTOCOL}\`, what the exchange tells comes in binary frames of the compact form, a third of the bytes and read several times as fast; heartbeats and farewells stay text, and so does all that you send. These frames aren't compressed. It is the same contract: each message there stands for one in JSON, to the last digit.`,
        "Unknown types are passed over, on both sides; so are unknown fields of the server's messages.",
        "What can't be read is refused by `problem` with FORMAT, and the connection goes on: text that is no JSON, a binary frame, something else than an object in an array (an array too), a message without a type, fields in `data` that are missing, wrong or unknown; also `ping` with `data` null. A field that is unknown beside `type` and `data` is passed over, and so is an empty array.",
        "`problem` repeats type, channel and key of what was refused, as far as they could be read.",
        `A message of a client is at most ${CLIENT_MESSAGE_BYTES_MAX} bytes, arrays included; a larger one ends the connection with \`closing\`, reason \`size\`.`,
      ],
    },
    {
      caption: `A binary frame of \`${COMPACT_PROTOCOL}\`: messages one after the other, each a byte for its kind, then`,
      head: ["Kind", "Message", "Fields in order"],
      rows: [
        ["0", "any other", "count of bytes, JSON in UTF-8"],
        [
          "1",
          "`ticker`",
          "count of rows; of each: name, whole time, whole seq, four bytes of scales (two each, the lower half first), eight counts: the row's texts from last to ask",
        ],
        [
          "2, 3",
          "`depth`, a change or a snapshot",
          "name, whole prev (2 only), whole seq, whole time, checksum (32 bits, little-endian), scale of prices, scale of totals, count of bids, count of asks; of each level two counts: price, total",
        ],
        [
          "4",
          "`trade`",
          "name, scale of prices, scale of quantities, count of trades; of each: whole id, whole time, side (1: the taker bought, 0: sold), two counts: price, quantity",
        ],
      ],
    },
    "*Name*: a byte for its length, then ASCII. *Whole*: a whole number below 2⁵³ as a little-endian double. *Count*: a whole number below 2⁵³, seven bits a byte, the lowest first, the eighth bit set on all but the last. *Scale*: how many of a text's digits are decimals; 15: the text is empty. Decimal text is its digits without the point, and its scale: 972840 at scale 2 is `9728.40`. A total of 0 in a book is `0` at any scale. An unknown kind never comes in this version: end the reading of such a frame, the sequence tells what is missing.",
    {
      caption: "An upgrade that is refused; the body is empty or plain text, never an envelope",
      head: ["Status", "Why"],
      rows: [
        ["400, 405", "It is no WebSocket handshake."],
        ["403", "It comes from a page whose origin isn't allowed (`SAKER_ORIGINS`)."],
        ["404", `It is for another path than \`${SOCKET_PATH}\`.`],
        ["429", `The address has ${settings.connectionsPerAddress} connections already.`],
        ["503", "The server is full, or closing."],
      ],
    },
  ],
})

function limits(settings: DocumentSettings): Section {
  const messages = messageBucket(settings)
  const states = snapshotBucket(settings)
  return {
    id: "socket-limits",
    title: "Limits of a connection",
    blocks: [
      {
        caption: "So much at once, and so much a second after that",
        head: ["What", "At once", "A second", "Above that"],
        rows: [
          [
            "messages",
            String(messages.burst),
            String(messages.perSecond),
            `not carried out: RATE_LIMIT without type and key; ${messages.burst} further still: closed with \`limit\``,
          ],
          [
            "whole states",
            String(states.burst),
            String(states.perSecond),
            "RATE_LIMIT of that `subscribe` or `resync`",
          ],
          [
            "`problem`",
            String(PROBLEM_BUCKET.burst),
            String(PROBLEM_BUCKET.perSecond),
            "further refusals are left out: what is refused then is answered by nothing",
          ],
          ["subscriptions", String(settings.subscriptionsMax), "", "SUBSCRIPTION_LIMIT"],
        ],
      },
      "Allowances fill up by the figure of a second until the figure at once is reached again. Every frame counts as a message, a WebSocket ping too; in an array each message of a known type counts. Messages that are refused for their rate count as well, so that a client that never pauses ends at `limit`.",
      "Don't wait for an answer for ever: after many refusals none may come. Take a request as failed after some seconds, and ask more slowly.",
    ],
  }
}

const heartbeat = (settings: DocumentSettings): Section => ({
  id: "heartbeat",
  title: "Heartbeat",
  blocks: [
    `It beats the other way round from habit. The server sends \`pong\` on opening and then every ${settings.heartbeatMs} ms. The client answers each with \`ping\` and empty data. WebSocket's own control frames are not needed; a ping among them is answered and counts as a sign of life.`,
    {
      code: '← {"type":"pong","data":{"time":1785000000000,"roundTrip":-1}}\n→ {"type":"ping","data":{}}',
      says: "A beat",
    },
    {
      list: [
        `A client from which nothing comes for ${SILENT_HEARTBEATS} beats is dropped with \`closing\`, reason \`silent\`. Any frame is a sign of life, not only \`ping\`.`,
        `A server from which nothing comes for ${SILENT_HEARTBEATS} beats, neither \`pong\` nor anything else, is dead: close, and connect anew.`,
        "`time` is the server's clock and `roundTrip` what it measured: server time is about `time + roundTrip / 2` when the message arrives.",
      ],
    },
  ],
})

const channelTable: Section = {
  id: "channels",
  title: "Channels",
  blocks: [
    "All channels that one subscribes to are public. Send `subscribe` with a channel and a key. `subscribed` comes back, then the whole state, then every change. Each `subscribe` is confirmed, also one that is repeated, and the whole state comes anew; of equal ones that are answered together the state comes once, after the last confirmation. Messages of a channel have the channel's name as their type.",
    "A channel that doesn't exist is refused with UNKNOWN_CHANNEL, a key that the channel doesn't have with UNKNOWN_INSTRUMENT: an unknown market, `depth` or `trade` of a second contract, `mark` or `openInterest` of anything but a perpetual, `*` where the table doesn't name it, a candle without interval or of an interval that isn't kept for that kind of market. (By HTTP a wrong interval is FORMAT.)",
    "`resync` and `unsubscribe` of what isn't subscribed are passed over without an answer, whatever the key.",
    {
      caption: "Channels, their keys and their order",
      head: ["Channel", "Key", "Example", "Begins with", "Order"],
      rows: CHANNELS.map((name) => {
        const { key, example, first, order } = channels[name]
        return [`\`${name}\``, key, `\`${example}\``, first, order]
      }),
    },
    `A client that reads slowly gets the newest ticker, one merged delta a book and the newest trades instead of everything. One that takes nothing for ${SLOW_STALL_MS / 1000} s, or for which more than ${CONNECTION_BYTES_MAX / 1024 / 1024} MiB wait, is closed with the reason \`slow\`. When all together are too far behind, those furthest are closed or cut first.`,
  ],
}

const login = (settings: DocumentSettings): Section => ({
  id: "login",
  title: "Logging a connection in",
  blocks: [
    {
      steps: [
        "Get a token by `POST /login/index` or `POST /register/index`.",
        "Send `auth` with it, as soon as the connection is open and again after each reconnect. `authenticated` comes back when the session is open, the refusal SESSION when it isn't, INTERNAL when it could not be looked up.",
        "When the session ends, `sessionEnded` comes within a second: by logout, from another device, by the operator, by a new password, or by idling. The connection and its public channels go on as a visitor's.",
      ],
    },
    {
      code: '→ {"type":"auth","data":{"token":"example-token"}}\n← [{"type":"authenticated","data":{"n":1785000000000004}},{"type":"account","data":{ … }}]\n← {"type":"sessionEnded","data":{}}',
      says: "In, and later out",
    },
    {
      list: [
        "A later `auth` replaces the login before it, even when it is refused itself. An empty token logs the connection out and is not answered.",
        `A session that makes no call for ${settings.sessionIdleMinutes} minutes ends. Being connected is no use of it: a call by HTTP is.${settings.sessionLifetimeMinutes === null ? "" : ` However much it is used, it ends ${settings.sessionLifetimeMinutes} minutes after the login.`}`,
        "Private messages follow; see “Private messages”, also for `since`.",
      ],
    },
  ],
})

const WHY: Readonly<Record<ClosingReason, string>> = {
  shutdown: "The server stops or restarts; the times are spread, so that not everybody comes at once.",
  slow: "You took too little for too long.",
  silent: "Nothing came from you for too long.",
  limit: "You sent far too much.",
  size: "A message was too large.",
  protocol: "What you sent is no WebSocket (1002), or no UTF-8 (1007).",
}

const closing: Section = {
  id: "reconnect",
  title: "Closing and coming back",
  blocks: [
    "Before the server closes it sends `closing` with a reason and the milliseconds after which to come back. Without it (the network failed, or the server died) come back after 3 s. Add some chance, so that not everybody comes at once. A new connection knows nothing of the old one: log in and subscribe anew, and take the first messages as the truth.",
    {
      caption: "Why the server closes, and with which code",
      head: ["Reason", "Code", "Come back after", "Why"],
      rows: (Object.keys(WHY) as ClosingReason[]).map((reason) => [
        `\`${reason}\``,
        reason === "protocol" ? "1002, 1007" : String(CLOSE_CODES[reason]),
        reason === "shutdown" ? "as the message says" : `${COME_BACK_MS[reason]} ms`,
        WHY[reason],
      ]),
    },
    "Take the time from the message, not from this table, and treat a reason that you don't know in the same way.",
  ],
}
