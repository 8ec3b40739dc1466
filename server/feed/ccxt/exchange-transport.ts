/** Intercepts requests between ccxt and the network: rate gate, redirects, and handling of every answer's status. */

import type { IncomingMessage } from "node:http"
import type { CcxtClient, CcxtExchange } from "./ccxt-exchange.ts"
import { type RateGate, ToldToWait } from "./rate-gate.ts"
import { type ExchangeAddress, redirect } from "./redirect-urls.ts"

/** A message of a socket that is longer is no market data; the socket is cut. */
const MESSAGE_BYTES_MAX = 16 * 1024 * 1024
/** A socket that isn't open after this is given up. */
const HANDSHAKE_MS = 10_000

/** As `ws` calls it for each socket that is dialled. */
interface Dialling {
  on(event: "response", listener: (response: IncomingMessage) => void): void
  end(): void
}

interface TransportParts {
  gate: RateGate
  address: ExchangeAddress | undefined
  /** A message that nothing could be made of. */
  onNonsense(): void
}

/**
 * Nothing is sent while we have been told to wait, over REST as over sockets. Addresses are rewritten at the last
 * moment, so that nothing inside ccxt, which tells markets and channels by their hosts, sees another than its own.
 */
export async function guardTransport(
  exchange: CcxtExchange,
  { gate, address, onNonsense }: TransportParts,
): Promise<void> {
  guardRest(exchange, gate, address)
  guardMessages(exchange, onNonsense)
  exchange.options.ws = {
    ...(exchange.options.ws as object | undefined),
    // Our own back-off is the only one.
    backoff: { base: 0 },
    options: {
      maxPayload: MESSAGE_BYTES_MAX,
      handshakeTimeout: HANDSHAKE_MS,
      finishRequest(request: Dialling) {
        request.on("response", ({ statusCode = 0, headers }) => gate.heed(statusCode, headers))
        request.end()
      },
    },
  }
  const clientAt = exchange.client.bind(exchange)
  const known = new WeakSet<CcxtClient>()
  exchange.client = (url) => {
    const client = clientAt(url)
    if (known.has(client)) return client
    known.add(client)
    holdRejections(client)
    if (address) redirectClient(client, address)
    return client
  }
  // Without it ccxt refuses `ws://`.
  if (address) await exchange.loadHttpProxyAgent()
}

/**
 * A message that makes ccxt stumble is counted and dropped: it would else end whatever is waited for on that socket.
 * Errors that ccxt raises on purpose are told to whoever listens. Any message is a sign of life, not only a pong.
 */
function guardMessages(exchange: CcxtExchange, onNonsense: () => void): void {
  const handleMessage = exchange.handleMessage.bind(exchange)
  exchange.handleMessage = (client, message) => {
    client.lastPong = Date.now()
    // ccxt hands on the text of what is no JSON; "pong" is all that some exchanges say so.
    if (typeof message === "string" && message.length > 10) return onNonsense()
    try {
      handleMessage(client, message)
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError))
        throw error
      onNonsense()
    }
  }
}

function guardRest(exchange: CcxtExchange, gate: RateGate, address: ExchangeAddress | undefined): void {
  const fetch = exchange.fetch.bind(exchange)
  exchange.fetch = (url, ...values) =>
    gate.left > 0
      ? Promise.reject(new ToldToWait(exchange.id, gate.left))
      : fetch(address ? redirect(url, address) : url, ...values)
  const handleErrors = exchange.handleErrors.bind(exchange)
  exchange.handleErrors = (status, ...rest) => {
    gate.heed(status, rest[3] as Record<string, unknown> | undefined)
    return handleErrors(status, ...rest)
  }
}

/** The client keeps its own address as its name; only what it dials is another. */
function redirectClient(client: CcxtClient, address: ExchangeAddress): void {
  const connect = client.createConnection.bind(client)
  client.createConnection = () => {
    const own = client.url
    client.url = redirect(own, address)
    // An agent is made for one protocol.
    if (client.url.startsWith("ws:") !== own.startsWith("ws:") && client.options) delete client.options.agent
    try {
      connect()
    } finally {
      client.url = own
    }
  }
}

/**
 * ccxt makes a promise for each symbol and may reject one that it no longer looks at; nobody could catch it then, and
 * Node would end the process.
 */
function holdRejections(client: CcxtClient): void {
  const held = new WeakSet<object>()
  const futureOf = client.future.bind(client)
  client.future = (hash) => {
    const future = futureOf(hash)
    // Once for each: a quiet symbol is asked for again with every message of the others.
    if (!held.has(future)) {
      held.add(future)
      future.catch(() => undefined)
    }
    return future
  }
  client.connected?.catch(() => undefined)
  // A message that finds its socket closed: the cut itself is told to whoever listens.
  const send = client.send.bind(client)
  client.send = (message) => {
    const sent = send(message)
    sent.catch(() => undefined)
    return sent
  }
}
