/** Does the running server do what its own documents say? Every call and message, held against what it serves. */

import { Ajv } from "ajv"
import { Ajv2020 } from "ajv/dist/2020.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { WebSocket } from "ws"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000

type Example = Record<string, string | number>
interface Operation {
  security: object[]
  parameters?: { name: string; in: string; required?: boolean; example?: string | number }[]
  requestBody?: { content: Record<string, { example?: Example }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: object
}
interface AsyncApi {
  components: { schemas: { ServerFrame: object } }
  "x-channels": Record<string, { example: string }>
}

let server: RunningServer
beforeAll(async () => {
  server = await startInProcess({
    SAKER_MARKETS: "3",
    SAKER_HEARTBEAT_MS: "300",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
  })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const fetchJson = async <T>(path: string): Promise<T> =>
  (await (await fetch(server.address + path)).json()) as T

/** A call as the document tells it: the example in the query, as JSON, or in parts. */
function asDescribed(path: string, method: string, operation: Operation): [path: string, init: RequestInit] {
  if (method === "get") {
    const query = new URLSearchParams()
    let address = path
    const headers: Record<string, string> = {}
    for (const { name, in: place, example, required } of operation.parameters ?? [])
      if (place === "query" && example !== undefined) query.set(name, String(example))
      else if (place === "path") address = address.replace(`{${name}}`, String(example))
      else if (place === "header" && required) headers[name] = String(example)
    return [`${address}?${query}`, { headers }]
  }
  const { "application/json": json, "multipart/form-data": parts } = operation.requestBody?.content ?? {}
  if (!parts) {
    const headers = { "content-type": "application/json" }
    return [path, { method: "POST", headers, body: JSON.stringify(json?.example) }]
  }
  const body = new FormData()
  for (const [name, value] of Object.entries(parts.example ?? {}))
    body.append(name, name === "file" ? new Blob(["no picture"]) : String(value))
  return [path, { method: "POST", body }]
}

/** Nobody has the example's order, contract, holding or withdrawal. */
const NOT_THERE = [
  ...["/config.json", "/spot/order", "/contract/order", "/option/record"],
  ...["/ai/holding", "/assets/withdrawal"],
]

test("every call, asked as its example, is answered as described; what is only read, by success", async () => {
  const { paths, components } = await fetchJson<OpenApi>("/openapi.json")
  const { token } = await newPerson(server)
  const ajv = new Ajv2020({ strict: false })
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  // What changes something comes last: one of them logs the person out.
  for (const { path, method, operation } of operations.sort((a, b) => a.method.localeCompare(b.method))) {
    const [address, init] = asDescribed(path, method, operation)
    const isPrivate = operation.security.length > 0
    const headers = { ...init.headers, ...(isPrivate ? { authorization: `Bearer ${token}` } : {}) }
    const response = await fetch(server.address + address, { ...init, headers })
    if ("text/csv" in (operation.responses["200"]?.content ?? {})) {
      expect([response.status, response.headers.get("content-type")], path).toEqual([
        200,
        "text/csv; charset=utf-8",
      ])
      continue
    }
    // In the example's hour nobody has ticks.
    if ("text/plain" in (operation.responses["200"]?.content ?? {})) {
      expect(response.status, path).toBe(404)
      continue
    }
    const answer = (await response.json()) as { code?: number }
    const schema = operation.responses["200"]?.content["application/json"]?.schema ?? false
    const check = ajv.compile({ allOf: [schema], components })
    expect(response.status, path).toBe(200)
    expect(check(answer), `${path}: ${ajv.errorsText(check.errors)}`).toBe(true)
    if (method === "get" && !NOT_THERE.includes(path)) expect(answer.code, path).toBe(200)
  }
})

test("every frame is one as described, on every channel by its example", async () => {
  const { components, "x-channels": channels } = await fetchJson<AsyncApi>("/asyncapi.json")
  const ajv = new Ajv({ strict: false })
  const check = ajv.compile({ allOf: [components.schemas.ServerFrame], components })
  const names = Object.keys(channels)
  const heard = new Set<string>()
  const wrong: string[] = []
  const socket = new WebSocket(`${server.address}/socket`)
  const hasAll = new Promise<void>((resolve) => {
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data)) as { type: string } | { type: string }[]
      if (!check(frame)) wrong.push(`${String(data).slice(0, 200)}: ${ajv.errorsText(check.errors)}`)
      for (const { type } of [frame].flat()) heard.add(type)
      if ([...names, "pong", "subscribed", "problem"].every((type) => heard.has(type))) resolve()
    })
  })
  socket.on("open", () => {
    socket.send(JSON.stringify({ type: "subscribe", data: { channel: "depth", key: "NO_SUCH" } }))
    for (const [channel, { example: key }] of Object.entries(channels))
      socket.send(JSON.stringify({ type: "subscribe", data: { channel, key } }))
  })
  await hasAll
  socket.terminate()
  expect(wrong).toEqual([])
})

test("the page can be read, and a page of another origin may read the documents", async () => {
  const page = await fetch(`${server.address}/docs`)
  expect(page.status).toBe(200)
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'")
  const html = await page.text()
  for (const path of Object.keys((await fetchJson<OpenApi>("/openapi.json")).paths))
    expect(html).toContain(path)
  const other = await fetch(`${server.address}/openapi.json`, { headers: { origin: "https://a.example" } })
  expect(other.headers.get("access-control-allow-origin")).toBe("*")
})
