/** Generates the AsyncAPI 3.0 document from the wire's table of messages. */

import { kindsOf } from "#core/account/kept-rows.ts"
import {
  CHANNELS,
  channels,
  type MessageEntry,
  type PrivateRows,
  privateRows,
  socketMessages,
} from "#core/wire/index.ts"
import { SOCKET_PATH } from "../stream/stream-settings.ts"
import { DocumentSchemas, type JsonSchema } from "./document-schemas.ts"
import { asMarkdown, type Guide } from "./guide.ts"
import type { DocumentSettings } from "./guide-section.ts"
import { refusalRows } from "./refusals.ts"

interface AsyncApiParts {
  settings: DocumentSettings
  guide: Guide
  version: string
}

const CHANNEL = { $ref: "#/channels/socket" }
const ofChannel = (type: string) => ({ $ref: `#/channels/socket/messages/${type}` })

export function writeAsyncApi({ settings, guide, version }: AsyncApiParts): JsonSchema {
  const schemas = new DocumentSchemas("draft-7")
  const entries = Object.entries(socketMessages)
  const messages = Object.fromEntries(entries.map(([type, entry]) => [type, messageOf(type, entry, schemas)]))
  const isOfServer = (type: string) => socketMessages[type as keyof typeof socketMessages].from === "server"
  return {
    asyncapi: "3.0.0",
    info: {
      title: `${settings.name}: socket`,
      version,
      description: `${asMarkdown(guide.socket)}\n\nThe application described is the exchange: what it sends, a client receives. Calls and values in general are told in /openapi.json; both can be read at /docs.`,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      contact: { name: `The operator of ${settings.name}` },
      tags: [
        { name: "market", description: "What is traded, and at which prices." },
        { name: "account", description: "Own orders, fills and money." },
      ],
    },
    defaultContentType: "application/json",
    servers: serversOf(settings),
    channels: {
      socket: {
        address: settings.socket ? new URL(settings.socket).pathname : SOCKET_PATH,
        title: "The socket",
        description: "All messages of both sides, in text frames of one message or an array of them.",
        messages: Object.fromEntries(
          entries.map(([type]) => [type, { $ref: `#/components/messages/${type}` }]),
        ),
      },
    },
    operations: Object.fromEntries(entries.map(([type, entry]) => operationOf(type, entry))),
    components: {
      messages,
      schemas: {
        ...schemas.named,
        ServerFrame: frameOf(entries.filter(([type]) => isOfServer(type)).map(([type]) => type)),
        ClientFrame: frameOf(entries.filter(([type]) => !isOfServer(type)).map(([type]) => type)),
      },
    },
    "x-channels": channels,
    "x-problems": Object.fromEntries(
      refusalRows().map(([code, name = "", meaning]) => [
        name.replaceAll("`", ""),
        { code: Number(code), meaning },
      ]),
    ),
  }
}

function serversOf({ socket, port }: DocumentSettings): JsonSchema {
  if (socket) {
    const url = new URL(socket)
    return { exchange: { host: url.host, protocol: url.protocol.replace(":", "") } }
  }
  const host = { default: `localhost:${port || 8080}`, description: "Host and port of the exchange." }
  return {
    exchange: { host: "{host}", protocol: "ws", description: "Over plain HTTP.", variables: { host } },
    secure: { host: "{host}", protocol: "wss", description: "Over HTTPS.", variables: { host } },
  }
}

/** Named by its type; `data` is what the type promises. */
function messageOf(type: string, entry: MessageEntry, schemas: DocumentSchemas): JsonSchema {
  return {
    name: type,
    title: type,
    summary: entry.summary,
    description: entry.notes,
    contentType: "application/json",
    payload: schemas.of(entry.schema),
    examples: entry.examples.map(({ name, data }) => ({ name, payload: { type, data } })),
  }
}

/** What answers a message, where something does. */
const REPLIES: Readonly<Record<string, readonly string[]>> = {
  subscribe: ["subscribed", "problem"],
  resync: [...CHANNELS, "problem"],
  auth: ["authenticated", "account", ...kindsOf<PrivateRows>(privateRows), "problem"],
}

function operationOf(type: string, { from, summary }: MessageEntry): [string, JsonSchema] {
  const verb = from === "server" ? "send" : "receive"
  const reply = REPLIES[type]
  return [
    `${verb}${type.charAt(0).toUpperCase()}${type.slice(1)}`,
    {
      action: verb,
      channel: CHANNEL,
      summary,
      description: from === "server" ? "The exchange sends it, a client receives it." : "A client sends it.",
      messages: [ofChannel(type)],
      ...(reply ? { reply: { channel: CHANNEL, messages: reply.map(ofChannel) } } : {}),
    },
  ]
}

function frameOf(types: readonly string[]): JsonSchema {
  const one = { anyOf: types.map((type) => ({ $ref: `#/components/messages/${type}/payload` })) }
  return { anyOf: [...one.anyOf, { type: "array", items: one }] }
}
