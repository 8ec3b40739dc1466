/** W7, whose request it is: no header is believed unless a trusted proxy has written it. */

import type { IncomingMessage } from "node:http"
import { describe, expect, test } from "vitest"
import { addressKey, TrustedProxies } from "./client-address.ts"

const asked = (peer: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress: peer }, headers }) as unknown as IncomingMessage

describe("the address of a client", () => {
  const none = new TrustedProxies([])
  const some = new TrustedProxies(["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"])

  test.each([
    [none, "127.0.0.1", "203.0.113.7", "127.0.0.1"],
    [some, "192.0.2.1", "203.0.113.7", "192.0.2.1"],
    [some, "127.0.0.1", "203.0.113.7", "203.0.113.7"],
    [some, "::ffff:127.0.0.1", "203.0.113.7", "203.0.113.7"],
    [some, "127.0.0.1", "1.2.3.4, 203.0.113.7", "203.0.113.7"],
    [some, "127.0.0.1", "1.2.3.4, 203.0.113.7, 10.1.1.1", "203.0.113.7"],
    [some, "127.0.0.1", "10.2.2.2, 10.1.1.1", "10.2.2.2"],
    [some, "127.0.0.1", "203.0.113.7:5678", "203.0.113.7"],
    [some, "127.0.0.1", "[2001:DB8:0::7]:5678", "2001:db8::7"],
    [some, "2001:db8:1::5", "::ffff:203.0.113.7", "203.0.113.7"],
    [some, "127.0.0.1", "1.2.3.4, unknown", "127.0.0.1"],
    [some, "127.0.0.1", "", "127.0.0.1"],
    [some, "127.0.0.1", "1.2.3.4, 10.1.1.1, <script>, 10.3.3.3", "10.3.3.3"],
  ] as const)(
    "%# of peer %s with X-Forwarded-For %j is read from the right",
    (proxies, peer, header, address) => {
      expect(proxies.addressOf(asked(peer, header === "" ? {} : { "x-forwarded-for": header }))).toBe(address)
    },
  )

  test("is never read from Forwarded or X-Real-IP", () => {
    const headers = { forwarded: "for=203.0.113.7", "x-real-ip": "203.0.113.7" }
    expect(some.addressOf(asked("127.0.0.1", headers))).toBe("127.0.0.1")
  })

  test("comes over HTTPS when a trusted proxy says so, and nobody else", () => {
    const https = { "x-forwarded-proto": "https" }
    expect(some.isHttps(asked("127.0.0.1", https))).toBe(true)
    expect(some.isHttps(asked("127.0.0.1", { "x-forwarded-proto": "https, http" }))).toBe(false)
    expect(some.isHttps(asked("127.0.0.1"))).toBe(false)
    expect(some.isHttps(asked("192.0.2.1", https))).toBe(false)
    expect(none.isHttps(asked("127.0.0.1", https))).toBe(false)
  })
})

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:a:b:c:d:e:f", "2001:db8:a:b"],
  ["2001:0db8:000a:000b::1", "2001:db8:a:b"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["unknown", "unknown"],
])("%s is counted as %s", (address, key) => {
  expect(addressKey(address)).toBe(key)
})
