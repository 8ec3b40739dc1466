/** Every call is answered as the wire says, and invalid ones are refused in the visitor's language. */

import { mkdirSync, writeFileSync } from "node:fs"
import { request as rawRequest } from "node:http"
import { connect } from "node:net"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  type AccountEndpointName,
  type AlertEndpointName,
  type CustodyEndpointName,
  type EndpointName,
  endpoints,
  LANGUAGES,
  PROBLEMS,
  type ReserveEndpointName,
  type TradingEndpointName,
} from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

let server: RunningServer
const site = freshFolder()

beforeAll(async () => {
  const script = `console.log("${"x".repeat(2000)}")`
  mkdirSync(join(site, "assets"))
  const page = "<!doctype html><title>Saker</title><script>alert(1)</script>"
  writeFileSync(join(site, "index.html"), page)
  writeFileSync(join(site, "index.html.br"), brotliCompressSync(page))
  writeFileSync(join(site, "assets/main-abc123.js"), script)
  writeFileSync(join(site, "assets/main-abc123.js.br"), brotliCompressSync(script))
  writeFileSync(join(site, "icon.svg"), "<svg/>")
  writeFileSync(join(site, "icon.svg.br"), brotliCompressSync("<svg/>"))
  server = await startInProcess(
    {
      SAKER_NAME: "Test & Co",
      SAKER_ORIGINS: "https://pages.example",
      SAKER_SOCKET: "wss://stream.example/socket",
    },
    { siteFolder: site },
  )
}, 180_000)
afterAll(async () => {
  await server.close()
  removeFolders()
})

const words = async (language: string) =>
  (await import(`../../locales/${language}/problem.json`, { with: { type: "json" } })).default as Record<
    string,
    string
  >

/** Sends a request line as it is, without a client that would tidy it up. */
const raw = (path: string, method = "GET", headers: Record<string, string> = {}, body?: string) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const request = rawRequest(
      { host: "127.0.0.1", port: server.port, path, method, headers },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk) => {
          text += chunk
        })
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        )
      },
    )
    request.on("error", reject)
    request.end(body)
  })

describe("calls", () => {
  const samples: Record<
    Exclude<
      EndpointName,
      | AccountEndpointName
      | AlertEndpointName
      | CustodyEndpointName
      | ReserveEndpointName
      | TradingEndpointName
    >,
    string
  > = {
    logo: "",
    home: "?invite=ABC",
    spotMarkets: "",
    contractMarkets: "",
    secondMarkets: "",
    sparklines: "?kind=spot",
    kline: "?symbol=BTC_USDT&interval=1m",
    depth: "?symbol=BTC_USDT&limit=20",
    trades: "?symbol=BTC_USDT",
    contractTiers: "",
    fundingRates: "?instrument=BTC_USDT_PERP",
    fundingOverview: "",
    openInterest: "?instrument=BTC_USDT_PERP&limit=5",
    insuranceFund: "",
    priceCandles: "?instrument=BTC_USDT_PERP&price=mark&interval=1m",
    optionProducts: "",
    indexHours: "?index=BTC_USDT&limit=2",
    announcements: "",
    articles: "?category_id=92&limit=1",
    article: "?id=practice-money",
    customerService: "",
    aboutEntries: "",
    pdfDocument: "",
    secDocument: "",
  }

  test.each(Object.entries(samples))("%s is answered as its schema says", async (name, query) => {
    const endpoint = endpoints[name as EndpointName]
    const answer = await call(server, `${endpoint.path}${query}`)
    expect(answer).toMatchObject({ status: 200, code: 200, message: "" })
    expect(endpoint.response.safeParse(answer.data).success).toBe(true)
  })

  test("the platform's own name and feed come with the init data", async () => {
    const { data } = await call(server, "/index/logo")
    expect(data).toMatchObject({
      head_logo: "",
      name: "Test & Co",
      feed: { kind: "simulated", source: "", practice: true, since: server.feed.since },
    })
  })

  test("the lists hold every market once, with its fields and a ticker", async () => {
    const { data } = await call<{ rows: { id: string; ticker: string[]; tick: string }[] }>(
      server,
      "/market/exchange",
    )
    expect(new Set(data.rows.map((row) => row.id)).size).toBe(6)
    const bitcoin = data.rows.find((row) => row.id === "BTC_USDT")
    expect(bitcoin).toMatchObject({
      name: "Bitcoin",
      base: "BTC",
      quote: "USDT",
      tick: "0.01",
      state: "open",
    })
    for (const row of data.rows) {
      expect(row.ticker[0]).toBe(row.id)
      for (const text of row.ticker.slice(1, 9)) expect(Number(text)).toBeGreaterThan(0)
    }
  })

  test("a query parameter that names no market is UNKNOWN_INSTRUMENT, in all eight languages and the older codes", async () => {
    const ask = (headers: Record<string, string>) => call(server, "/market/depth?symbol=NO_SUCH", { headers })
    for (const language of LANGUAGES) {
      expect(await ask({ lang: language })).toEqual({
        status: 200,
        code: PROBLEMS.UNKNOWN_INSTRUMENT,
        message: (await words(language)).UNKNOWN_INSTRUMENT,
        data: null,
      })
    }
    expect((await ask({ lang: "sp" })).message).toBe((await words("es")).UNKNOWN_INSTRUMENT)
    expect((await ask({ lang: "bl" })).message).toBe((await words("pl")).UNKNOWN_INSTRUMENT)
    expect((await ask({ lang: "de-AT", "accept-language": "fr" })).message).toBe(
      (await words("de")).UNKNOWN_INSTRUMENT,
    )
    expect((await ask({ "accept-language": "xx, fr;q=0.8, de;q=0.5" })).message).toBe(
      (await words("fr")).UNKNOWN_INSTRUMENT,
    )
    expect((await ask({ lang: "klingon" })).message).toBe((await words("en")).UNKNOWN_INSTRUMENT)
  })
})

const TWO_LENGTHS = "HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked"

describe("nonsense", () => {
  const long = "A".repeat(10_000)
  test.each([
    "/market/kline",
    "/market/kline?symbol=BTC_USDT",
    "/market/kline?symbol=BTC_USDT&interval=2m",
    "/market/kline?symbol=BTC_USDT&interval=1s",
    "/market/kline?symbol=BTC_USDT&interval=1m&interval=5m",
    "/market/kline?symbol=BTC_USDT&symbol=ETH_USDT&interval=1m",
    "/market/kline?symbol[]=BTC_USDT&interval=1m",
    "/market/kline?symbol=BTC_USDT&interval=1m&limit=0",
    "/market/kline?symbol=BTC_USDT&interval=1m&limit=1001",
    "/market/kline?symbol=BTC_USDT&interval=1m&limit=1e2",
    "/market/kline?symbol=BTC_USDT&interval=1m&limit=-1",
    "/market/kline?symbol=BTC_USDT&interval=1m&before=9e99",
    "/market/kline?symbol=BTC_USDT&interval=1m&before=NaN",
    "/market/kline?symbol=BTC_USDT&interval=1m&before=99999999999999999999",
    "/market/kline?symbol=BTC_USDT&interval=1m&extra=1",
    "/market/kline?symbol=BTC_USDT&interval=1m&__proto__=1",
    "/market/kline?symbol=BTC_USDT&interval=1m&constructor=1",
    "/market/kline?symbol=BTC_USDT&interval=1m&__proto__[limit]=1",
    "/market/kline?symbol=%00&interval=1m",
    "/market/kline?symbol=BTC_USDT%00&interval=1m",
    "/market/kline?symbol=%zz&interval=1m",
    "/market/kline?symbol=%F0%9F%92%A9&interval=1m",
    "/market/kline?symbol=btc_usdt&interval=1m",
    "/market/kline?symbol=../../etc/passwd&interval=1m",
    "/market/kline?symbol='%20or%201=1--&interval=1m",
    `/market/kline?symbol=${long}&interval=1m`,
    `/market/depth?symbol=BTC_USDT&limit=${"9".repeat(5000)}`,
    "/market/depth?symbol=BTC_USDT&limit=201",
    "/market/trades?symbol=BTC_USDT&before=0",
    "/market/sparklines",
    "/market/sparklines?kind=spots",
    "/market/exchange?kind=spot",
    "/index/logo?x",
    "/%zz",
  ])("%s is FORMAT", async (path) => {
    const { status, text } = await raw(path, "GET", { lang: "it" })
    const { code, message, data } = JSON.parse(text)
    expect({ status, code, data }).toEqual({ status: 200, code: PROBLEMS.FORMAT, data: null })
    const { FORMAT = "", FORMAT_field = "" } = await words("it")
    const [start = ""] = FORMAT_field.split("{{field}}")
    expect(message === FORMAT || message.startsWith(start)).toBe(true)
  })

  test.each([
    ["GET", "/nope"],
    ["GET", "/market"],
    ["GET", "/market/%00"],
    ["GET", "/market/kline/"],
    ["GET", "/Market/kline"],
    ["GET", "/constructor"],
    ["GET", "/__proto__"],
    ["GET", "/assets/none.js"],
    ["GET", "/../package.json"],
    ["GET", "/..%2fpackage.json"],
    ["GET", "/assets/..%2f..%2fpackage.json"],
    ["GET", "/.vite/manifest.json"],
    ["GET", "/.git/config"],
    ["GET", "/assets"],
    ["GET", "/assets/"],
    ["TRACE", "/"],
    ["POST", "/market/kline"],
    ["POST", "/nope"],
    ["PUT", "/market/depth"],
    ["DELETE", "/"],
    ["PATCH", "/healthz"],
  ])("%s %s is an unknown path", async (method, path) => {
    // What is in a body makes no difference where nobody takes one.
    const body = method === "POST" ? "{bad" : undefined
    const headers = { lang: "pt", ...(body ? { "content-type": "application/json" } : {}) }
    const { status, text } = await raw(path, method, headers, body)
    expect({ status, ...JSON.parse(text) }).toEqual({
      status: 404,
      code: PROBLEMS.UNKNOWN_PATH,
      message: (await words("pt")).UNKNOWN_PATH,
      data: null,
    })
  })

  test.each([
    [`GET /market/depth?symbol=${"A".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, "MESSAGE_SIZE"],
    [`GET /index/logo HTTP/1.1\r\nhost: x\r\nx-long: ${"A".repeat(20_000)}\r\n\r\n`, 431, "MESSAGE_SIZE"],
    ["no HTTP at all\r\n\r\n", 400, "FORMAT"],
    // Two lengths of one body: what is behind it would be a request to one reader and a body to another.
    [`POST /login/index ${TWO_LENGTHS}\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n`, 400, "FORMAT"],
  ] as const)("%.30s… never becomes a request, and is told in the envelope", async (text, status, name) => {
    const socket = connect(server.port, "127.0.0.1")
    let answer = ""
    socket.setEncoding("utf8").on("data", (part) => {
      answer += part
    })
    // The server may close while we still write.
    socket.on("error", () => undefined)
    socket.write(text)
    await new Promise((resolve) => socket.once("close", resolve))
    const [head = "", body = ""] = answer.split("\r\n\r\n")
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toContain("X-Content-Type-Options: nosniff")
    expect(head).toContain("frame-ancestors 'none'")
    expect(head).toContain("Content-Type: application/json; charset=utf-8")
    expect(JSON.parse(body)).toEqual({
      code: PROBLEMS[name],
      message: (await words("en"))[name],
      data: null,
    })
  })

  test.each(["/market/depth", "/market/trades"])(
    "%s of a second contract is refused: it has neither book nor trades",
    async (path) => {
      const { data } = await call<{ rows: { id: string }[] }>(server, "/market/second")
      expect(data.rows.length).toBeGreaterThan(0)
      for (const { id } of data.rows)
        expect((await call(server, `${path}?symbol=${id}`)).code).toBe(PROBLEMS.UNKNOWN_INSTRUMENT)
    },
  )

  test("the server is still well after all of it", async () => {
    const health = await fetch(`${server.address}/healthz`)
    expect(health.status).toBe(200)
    const state = await health.json()
    expect(state).toMatchObject({ ready: true, feed: "simulated", since: server.feed.since })
    expect(state).toMatchObject({ disk: { bytes: expect.any(Number) } })
  })
})

describe("the page", () => {
  test("is served with its assets kept for a year and itself asked for anew", async () => {
    const page = await raw("/")
    expect(page.text).toContain("<title>Saker</title>")
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      vary: "Accept-Encoding, Origin",
    })
    const asset = await raw("/assets/main-abc123.js")
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable")
    expect(asset.headers["content-type"]).toMatch(/^(application|text)\/javascript/)
    expect(asset.headers["content-encoding"]).toBeUndefined()
  })

  test.each([
    ["/", "text/html; charset=utf-8"],
    ["/index.html", "text/html; charset=utf-8"],
    ["/assets/main-abc123.js", "application/javascript; charset=utf-8"],
    ["/icon.svg", "image/svg+xml; charset=utf-8"],
  ])("%s comes compressed to who takes it, with its own type", async (path, type) => {
    const { headers } = await raw(path, "GET", { "accept-encoding": "gzip, br" })
    expect([headers["content-encoding"], headers["content-type"]]).toEqual(["br", type])
  })

  test("answers HEAD without a body", async () => {
    for (const path of ["/", "/assets/main-abc123.js", "/market/exchange", "/healthz", "/config.json"]) {
      const { status, text } = await raw(path, "HEAD")
      expect([path, status, text]).toEqual([path, 200, ""])
    }
  })

  test("forbids eval and foreign hosts, and promises no HTTPS that a phone on the network could not have", async () => {
    const { headers } = await raw("/", "GET", { host: "192.168.1.7:8080" })
    const policy = String(headers["content-security-policy"])
    // The page's own script by its hash, alert(1); no other.
    expect(policy).toContain("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';")
    expect(policy).toContain(
      "connect-src 'self' ws://192.168.1.7:8080 wss://192.168.1.7:8080 wss://stream.example",
    )
    expect(policy).not.toMatch(/unsafe-eval|upgrade-insecure-requests/)
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    // Browsers refuse it on plain HTTP from elsewhere; at home it stands.
    expect(headers["cross-origin-opener-policy"]).toBeUndefined()
    const atHome = await raw("/", "GET", { host: "127.0.0.1:8080" })
    expect(atHome.headers["cross-origin-opener-policy"]).toBe("same-origin")
    expect(headers).toMatchObject({
      "cross-origin-embedder-policy": "require-corp",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
    })
    expect(headers["strict-transport-security"]).toBeUndefined()
    const odd = await raw("/", "GET", { host: "x; script-src *" })
    expect(String(odd.headers["content-security-policy"])).not.toContain("script-src *")
  })

  test("learns its configuration without an envelope", async () => {
    const response = await fetch(`${server.address}/config.json`)
    expect(response.headers.get("cache-control")).toBe("no-cache")
    expect(await response.json()).toEqual({
      api: "",
      socket: "wss://stream.example/socket",
      mobileSite: "",
      downloads: { ios: "", android: "" },
      defaultLanguage: "en",
      passkeys: "localhost",
    })
  })

  test("may call from a named origin only", async () => {
    const origin = "https://pages.example"
    const preflight = await raw("/market/kline", "OPTIONS", {
      origin,
      "access-control-request-method": "GET",
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-headers": "lang, authorization, content-type",
    })
    const named = await raw("/index/logo", "GET", { origin })
    expect(named.headers["access-control-allow-origin"]).toBe(origin)
    const other = await raw("/index/logo", "GET", { origin: "https://evil.example" })
    expect(other.headers["access-control-allow-origin"]).toBeUndefined()
  })
})
