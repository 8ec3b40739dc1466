/** The documented proxies take no old TLS, and lead people alone from plain HTTP to HTTPS. nginx' file is only read. */

import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { connect } from "node:tls"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { CADDY_LEFT_OUT, caddyIsThere, startCaddy, type TestCaddy } from "#tests/support/caddy.ts"
import { freePort } from "#tests/support/free-port.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const NAME = "trade.example.org"
const folder = join(import.meta.dirname, "../../docs/proxy")

describe("nginx' file", () => {
  const text = readFileSync(join(folder, "nginx.conf"), "utf8")
  const lineOf = (name: string) => new RegExp(`^ *${name} (.*);$`, "m").exec(text)?.[1]

  test("takes TLS 1.2 and 1.3 with forward secrecy, the strongest first", () => {
    expect(lineOf("ssl_protocols")).toBe("TLSv1.2 TLSv1.3")
    expect(lineOf("ssl_prefer_server_ciphers")).toBe("on")
    const ciphers = (lineOf("ssl_ciphers") ?? "").split(":")
    expect(ciphers[0]).toContain("AES256-GCM")
    for (const cipher of ciphers) expect(cipher).toMatch(/^ECDHE-.*(?:GCM|POLY1305)/)
  })

  test("leads the page and the documents to HTTPS, and nothing else", () => {
    const [, plain = ""] = /listen 80;(.*?)listen 443/s.exec(text) ?? []
    const places = [...plain.matchAll(/location (.*) \{ return (\d+)/g)].map(([, path, status]) => [
      path,
      status,
    ])
    expect(places).toEqual([
      ["= /", "301"],
      ["= /docs", "301"],
      ["/", "403"],
    ])
    expect(plain).not.toMatch(/\$host|\$request_uri/)
  })

  test("overwrites or appends to what a visitor says of itself", () => {
    expect(lineOf("proxy_set_header X-Forwarded-For")).toBe("$proxy_add_x_forwarded_for")
    expect(lineOf("proxy_set_header X-Forwarded-Proto")).toBe("$scheme")
  })
})

const LEFT_OUT = caddyIsThere ? "" : ` (${CADDY_LEFT_OUT})`

describe.skipIf(!caddyIsThere).each([
  ["Caddy's file", "proxy/Caddyfile", NAME],
  ["the gateways' file", "gateways/Caddyfile", "localhost"],
])(`%s${LEFT_OUT}`, (_title, file, name) => {
  let caddy: TestCaddy
  let plainPort: number
  beforeAll(async () => {
    plainPort = await freePort()
    const env = { SAKER_GATEWAYS: `127.0.0.1:${await freePort()}` }
    caddy = await startCaddy(join(folder, "..", file), env, plainPort)
  }, 90_000)
  afterAll(async () => {
    await caddy.end()
    removeFolders()
  })

  /** As `fetch` won't: under a name that leads elsewhere. */
  const plain = async (path: string, method = "GET") => {
    const { request } = await import("node:http")
    const asking = request({ host: "127.0.0.1", port: plainPort, path, method, headers: { host: name } })
    asking.end()
    const [response] = await once(asking, "response")
    response.resume()
    return [response.statusCode, response.headers.location]
  }

  test("leads the page and the documents to HTTPS, and nothing else", async () => {
    expect(await plain("/?invite=ABC")).toEqual([301, `https://${name}/?invite=ABC`])
    expect(await plain("/docs")).toEqual([301, `https://${name}/docs`])
    for (const path of ["/index/logo", "/login/index", "/socket", "/binance/api/v3/time", "/docs/x"])
      expect([path, ...(await plain(path))]).toEqual([path, 403, undefined])
    expect(await plain("/login/index", "POST")).toEqual([403, undefined])
  })

  test.each([
    ["TLSv1.1", false],
    ["TLSv1.2", true],
    ["TLSv1.3", true],
  ] as const)("speaks %s: %s", async (version, isSpoken) => {
    const { port } = new URL(caddy.url)
    const socket = connect({
      ...{ host: "127.0.0.1", port: Number(port), servername: name, ca: caddy.ca },
      ...{ minVersion: version, maxVersion: version },
      // Node's own client would refuse the old one by itself.
      ...(!isSpoken && { ciphers: "DEFAULT@SECLEVEL=0" }),
    })
    const spoken = await Promise.race([
      once(socket, "secureConnect").then(() => socket.getProtocol()),
      once(socket, "error").then(([error]) => (error as { code?: string }).code),
    ]).catch((error: { code?: string }) => error.code)
    socket.destroy()
    expect(spoken).toBe(isSpoken ? version : "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION")
  })
})
