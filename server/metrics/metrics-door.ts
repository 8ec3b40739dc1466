/** The door of the metrics: an HTTP server of its own that answers `GET /metrics` and nothing else. */

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { StartProblem, systemCode } from "../settings/start-problem.ts"

export interface MetricsText {
  contentType: string
  text(): Promise<string>
}

export interface MetricsDoor {
  /** Where they are read. */
  address: string
  close(): Promise<void>
}

/** @throws StartProblem when the port can't be had */
export async function openMetricsDoor(
  metrics: MetricsText,
  { host, port }: { host: string; port: number },
): Promise<MetricsDoor> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      const code = systemCode(error)
      if (code === undefined) reject(error)
      else
        reject(
          new StartProblem(
            `SAKER_METRICS_PORT: ${host} ${port} can't be opened (${code}); allowed: a free port, or 0 for any`,
          ),
        )
    })
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    address: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
