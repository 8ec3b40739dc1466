/** The documents are public, and their page passes our own content security policy. */

import { brotliDecompressSync, gunzipSync } from "node:zlib"
import Fastify from "fastify"
import { afterAll, describe, expect, test } from "vitest"
import { endpoints } from "#core/wire/index.ts"
import { TrustedProxies } from "../calls/client-address.ts"
import { addSecurity } from "../http/security.ts"
import { readSettings } from "../settings/settings.ts"
import { addDocs } from "./add-docs.ts"

const read = readSettings({ SAKER_NAME: "<b>Desk & Co</b>" })
if (!read.ok) throw new Error(read.lines.join("\n"))
const app = Fastify()
await addSecurity(app, read.settings, new TrustedProxies([]))
addDocs(app, read.settings)
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: "GET", url, headers })

describe.each([
  ["/openapi.json", "application/json; charset=utf-8"],
  ["/asyncapi.json", "application/json; charset=utf-8"],
  ["/docs", "text/html; charset=utf-8"],
  ["/docs/style.css", "text/css; charset=utf-8"],
])("%s", (path, type) => {
  test("is there for pages of every origin, and is sent once", async () => {
    const first = await get(path, { origin: "https://stranger.example" })
    expect(first.statusCode).toBe(200)
    expect(first.headers["content-type"]).toBe(type)
    expect(first.headers["access-control-allow-origin"]).toBe("*")
    const tag = String(first.headers.etag)
    const second = await get(path, { "if-none-match": tag })
    expect([second.statusCode, second.body]).toEqual([304, ""])
    expect((await get(path)).headers.etag).toBe(tag)
  })

  test("comes compressed to who takes it, each form with a tag of its own", async () => {
    const plain = await get(path)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip;q=1.0, br;q=0", "gzip"],
    ] as const) {
      const { headers, rawPayload } = await get(path, { "accept-encoding": accepted })
      expect([headers["content-encoding"], headers["content-type"]]).toEqual([encoding, type])
      expect(headers.vary).toBe("Accept-Encoding, Origin")
      expect(headers.etag).not.toBe(plain.headers.etag)
      expect(unpack[encoding](rawPayload).toString()).toBe(plain.body)
    }
    expect(plain.headers["content-encoding"]).toBeUndefined()
  })
})

test("a document is written once, however often it is asked for", async () => {
  const once = Fastify()
  let reads = 0
  const counted = new Proxy(read.settings, {
    get: (settings, name) => {
      reads += 1
      return Reflect.get(settings, name)
    },
  })
  addDocs(once, counted)
  await once.inject({ url: "/openapi.json" })
  const after = reads
  await Promise.all(Array.from({ length: 20 }, () => once.inject({ url: "/openapi.json" })))
  expect(reads).toBe(after)
  await once.close()
})

describe("the page", () => {
  test("holds no script, no style of its own and nothing from elsewhere", async () => {
    const { body } = await get("/docs")
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
    const addresses = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1] ?? "")
    expect(addresses.filter((address) => !/^[/#]/.test(address))).toEqual([])
  })

  test("leads with each of its links to a place that exists once", async () => {
    const { body } = await get("/docs")
    const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...body.matchAll(/href="#([^"]+)"/g)].map((match) => match[1])
    expect(targets.length).toBeGreaterThan(50)
    expect(targets.filter((target) => !ids.includes(target))).toEqual([])
    const labels = [...body.matchAll(/aria-labelledby="([^"]+)"/g)].map((match) => match[1])
    expect(labels.filter((label) => !ids.includes(label))).toEqual([])
  })

  test("shows the operator's name as text, never as markup", async () => {
    const { body } = await get("/docs")
    expect(body).toContain("&lt;b&gt;Desk &amp; Co&lt;/b&gt;")
    expect(body).not.toContain("<b>Desk")
  })

  test("leads to the example client, file by file, and the server has them", async () => {
    const { body } = await get("/docs")
    const files = [...body.matchAll(/href="(\/docs\/client\/[^"]+)"/g)].map((match) => match[1] ?? "")
    expect(files).toContain("/docs/client/main.ts")
    for (const file of files) {
      const answer = await get(file)
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"])
      for (const [, next] of answer.body.matchAll(/from "\.\/([^"]+)"/g))
        expect(files).toContain(`/docs/client/${next}`)
    }
  })

  test("says of every call whether it is for visitors or for users", async () => {
    const { body } = await get("/docs")
    const sections = body.split('<section aria-labelledby="call-').slice(1)
    expect(sections.length).toBe(Object.keys(endpoints).length)
    for (const section of sections) {
      const name = section.slice(0, section.indexOf('"')) as keyof typeof endpoints
      const isOpen = endpoints[name].access === "visitor"
      expect(section.includes("For visitors"), name).toBe(isOpen)
      expect(section.includes("authorization: Bearer"), name).toBe(!isOpen)
    }
  })

  test("writes the worked checksum out", async () => {
    const { body } = await get("/docs")
    expect(body).toContain("67284.00:0.50000:67284.10:0.01000:67283.99:1.20000")
    expect(body).toContain("856510850")
    expect(body).toContain("3354641333")
  })
})

test("the page names no two of its tables alike, so that a reader of headings can tell them apart", async () => {
  const names = [...(await get("/docs")).body.matchAll(/role="region" aria-label="([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
