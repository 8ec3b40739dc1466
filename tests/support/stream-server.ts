/** Runs the socket server alone: a real HTTP server on a free port, over a market driven by the test. */

import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { attachStream, type Stream, type StreamParts } from "#server/stream/attach-stream.ts"
import type { StreamSettings } from "#server/stream/stream-settings.ts"

export interface StreamServer {
  url: string
  http: Server
  stream: Stream
  /** What was logged as a warning. */
  warnings: object[]
  close(): Promise<void>
}

const STREAM_TEST_SETTINGS: StreamSettings = {
  heartbeatMs: 2500,
  coalesceMs: 10,
  connectionsMax: 2000,
  connectionsPerAddress: 2000,
  subscriptionsMax: 300,
  socketMegabytesMax: 256,
  isCompressing: true,
  messagesPerSecond: 100,
  origins: [],
}

/** Real clocks; what matters is shortened by settings. */
export async function startStream(
  reader: MarketReader,
  settings: Partial<StreamSettings> = {},
  now: () => number = Date.now,
  login: Pick<StreamParts, "accounts" | "watchLogin" | "doors"> = {},
): Promise<StreamServer> {
  const http = createServer((_request, response) => response.end("page"))
  const warnings: object[] = []
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: (values: object) => void warnings.push(values) }
  const stream = attachStream(http, {
    reader,
    settings: { ...STREAM_TEST_SETTINGS, ...settings },
    log,
    now,
    ...login,
  })
  http.listen(0, "127.0.0.1")
  await once(http, "listening")
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/socket`,
    http,
    stream,
    warnings,
    async close() {
      await stream.close()
      http.close()
      http.closeAllConnections()
      await once(http, "close")
    },
  }
}
