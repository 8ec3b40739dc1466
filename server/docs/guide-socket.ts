/** What must be known to speak with the socket? */

import {
  CHANNELS,
  CLIENT_MESSAGE_BYTES_MAX,
  CLIENT_SILENT_HEARTBEATS,
  channels,
  SERVER_SILENT_HEARTBEATS,
} from "#core/wire/index.ts"
import { SOCKET_PATH, snapshotBucket } from "../stream/stream-settings.ts"
import type { DocumentSettings, Section } from "./guide.ts"

export const socketSections = (settings: DocumentSettings): Section[] => [
  {
    id: "frames",
    title: "The socket and its frames",
    blocks: [
      `A WebSocket at \`${SOCKET_PATH}\`, without a subprotocol. Every message is a JSON object \`{ "type": …, "data": … }\`, both ways. One text frame holds one message, or an array of messages, to be taken in order. Changes are gathered for ${settings.coalesceMs} ms, and all of them leave in one frame.`,
      { code: '{"type":"subscribe","data":{"channel":"depth","key":"BTC_USDT"}}', says: "One message" },
      {
        code: '[{"type":"subscribed","data":{"channel":"depth","key":"BTC_USDT"}},{"type":"depth","data":{ … }}]',
        says: "A frame of two",
      },
      {
        list: [
          "Unknown types are passed over, on both sides; so are unknown fields of the server's messages.",
          "What can't be read is answered by `problem` with FORMAT; the connection goes on.",
          `A message of a client is at most ${CLIENT_MESSAGE_BYTES_MAX} bytes, arrays included; a larger one ends the connection.`,
          `A connection may have ${settings.subscriptionsMax} subscriptions, send ${settings.messagesPerSecond} messages a second and ask for ${snapshotBucket(settings).perSecond} whole states a second; all subscriptions may come at once at the beginning. Above that: RATE_LIMIT or SUBSCRIPTION_LIMIT, and far above it the connection is closed.`,
          `The upgrade is refused with 403 (a page of an origin that isn't allowed), 404 (another path), 429 (more than ${settings.connectionsPerAddress} connections of one address) or 503 (full, or closing).`,
        ],
      },
    ],
  },
  {
    id: "heartbeat",
    title: "Heartbeat",
    blocks: [
      `It beats the other way round from habit. The server sends \`pong\` on opening and then every ${settings.heartbeatMs} ms. The client answers each with \`ping\` and empty data. WebSocket's own control frames play no part.`,
      {
        code: '← {"type":"pong","data":{"time":1785000000000,"roundTrip":-1}}\n→ {"type":"ping","data":{}}',
        says: "A beat",
      },
      {
        list: [
          `A client that says nothing for ${CLIENT_SILENT_HEARTBEATS} beats is dropped with \`closing\`, reason \`silent\`.`,
          `A server that says nothing for ${SERVER_SILENT_HEARTBEATS} beats is dead: close, and connect anew.`,
          "`time` is the server's clock and `roundTrip` what it measured: server time is about `time + roundTrip / 2` when the message arrives.",
        ],
      },
    ],
  },
  {
    id: "channels",
    title: "Channels",
    blocks: [
      "Send `subscribe` with a channel and a key. `subscribed` comes back, then the whole state, then every change. An instrument that doesn't exist is refused with UNKNOWN_INSTRUMENT, a channel with UNKNOWN_CHANNEL. Messages of a channel have the channel's name as their type.",
      {
        caption: "Channels, their keys and their order",
        head: ["Channel", "Key", "Example", "Begins with", "Order"],
        rows: CHANNELS.map((name) => {
          const { key, example, first, order } = channels[name]
          return [`\`${name}\``, key, `\`${example}\``, first, order]
        }),
      },
      "A client that reads slowly gets the newest ticker, one merged delta a book and the newest trades instead of everything. One that still doesn't read is closed with the reason `slow`.",
    ],
  },
  {
    id: "reconnect",
    title: "Closing and coming back",
    blocks: [
      "Before the server closes it sends `closing` with a reason and the milliseconds after which to come back. Without it, come back after 3 s. Add some chance, so that not everybody comes at once. A new connection knows nothing of the old one: subscribe anew, and take the first messages as the truth.",
    ],
  },
]
