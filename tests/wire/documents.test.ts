/** Does the running server do what its own documents say? Every call and message, held against what it serves. */

import { Ajv } from "ajv"
import { Ajv2020 } from "ajv/dist/2020.js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { WebSocket } from "ws"
import type { RunningServer } from "#server/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 90_000

interface Operation {
  parameters?: { name: string; in: string; example?: string | number }[]
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
  server = await startInProcess({ SAKER_MARKETS: "3", SAKER_HEARTBEAT_MS: "300" })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const fetchJson = async <T>(path: string): Promise<T> =>
  (await (await fetch(server.address + path)).json()) as T

test("every call, asked as its example, is answered by success and as described", async () => {
  const { paths, components } = await fetchJson<OpenApi>("/openapi.json")
  const ajv = new Ajv2020({ strict: false })
  for (const [path, { get }] of Object.entries(paths)) {
    const query = new URLSearchParams()
    for (const { name, in: place, example } of get?.parameters ?? [])
      if (place === "query" && example !== undefined) query.set(name, String(example))
    const answer = await fetchJson<{ code?: number }>(`${path}?${query}`)
    const schema = get?.responses["200"]?.content["application/json"]?.schema ?? false
    const check = ajv.compile({ allOf: [schema], components })
    expect(check(answer), `${path}: ${ajv.errorsText(check.errors)}`).toBe(true)
    if (path !== "/config.json") expect(answer.code, path).toBe(200)
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
