/** Who a request came from: its peer, or whom a trusted proxy names; and under which key an address is counted. */

import type { IncomingMessage } from "node:http"
import { BlockList, isIP, isIPv4, isIPv6 } from "node:net"
import type { TLSSocket } from "node:tls"

/** What is read of a request; fastify's `request.raw` and the request of an upgrade are both such. */
type Asked = Pick<IncomingMessage, "headers" | "socket">

/**
 * The proxies whose forwarded headers are believed. With none, no such header is read: anybody can send one.
 * @example new TrustedProxies(["127.0.0.1", "10.0.0.0/8"]).addressOf(request) // "203.0.113.7"
 */
export class TrustedProxies {
  readonly #trusted = new BlockList()
  /** Without any, nothing is looked up for each request. */
  readonly #hasAny: boolean

  /** @param trusted addresses and networks (`10.0.0.0/8`), as `readProxies` of the settings has checked them */
  constructor(trusted: readonly string[]) {
    this.#hasAny = trusted.length > 0
    for (const one of trusted) {
      const [address = "", prefix] = one.split("/")
      const family = isIPv6(address) ? "ipv6" : "ipv4"
      if (prefix === undefined) this.#trusted.addAddress(address, family)
      else this.#trusted.addSubnet(address, Number(prefix), family)
    }
  }

  trusts(address: string): boolean {
    return (
      this.#hasAny && isIP(address) > 0 && this.#trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4")
    )
  }

  /**
   * The client's address. Each proxy appends whom it was asked by, so `X-Forwarded-For` is read from the right, as
   * far as trusted proxies have written it; what stands before that is the client's own invention.
   */
  addressOf({ socket, headers }: Asked): string {
    let address = peerOf({ socket })
    if (!this.trusts(address)) return address
    const named = String(headers["x-forwarded-for"] ?? "").split(",")
    for (const one of named.reverse()) {
      const next = readAddress(one)
      if (next === undefined) break
      address = next
      if (!this.trusts(next)) break
    }
    return address
  }

  /** Whether the client speaks HTTPS: with us, or with a trusted proxy that says so. */
  isHttps({ socket, headers }: Asked): boolean {
    if ((socket as TLSSocket).encrypted === true) return true
    if (!this.trusts(peerOf({ socket }))) return false
    return (
      String(headers["x-forwarded-proto"] ?? "")
        .split(",")
        .at(-1)
        ?.trim()
        .toLowerCase() === "https"
    )
  }
}

/** The other end of the connection: IPv4 as such even when it came through an IPv6 socket. */
export const peerOf = ({ socket }: { socket: { remoteAddress?: string | undefined } }): string =>
  readAddress(socket.remoteAddress ?? "") ?? "unknown"

/** An address as proxies write it (with a port, in brackets) in its one spelling; undefined for anything else. */
function readAddress(text: string): string | undefined {
  if (isIPv4(text)) return text
  const plain = text.trim().replace(/^\[([^\]]*)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/, "$1$2")
  if (isIPv4(plain)) return plain
  const [bare = ""] = plain.split("%")
  if (!isIPv6(bare)) return undefined
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)
  if (!mapped) return short
  const [high, low] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join(".")
}

/** The key that an address is counted under: of IPv6 the first 64 bits, which is what one customer is given. */
export function addressKey(address: string): string {
  const plain = readAddress(address) ?? address
  if (!isIPv6(plain)) return plain
  const [head = "", tail] = plain.split("::")
  const groups = head.split(":").filter(Boolean)
  if (tail !== undefined) {
    const behind = tail.split(":").filter(Boolean)
    while (groups.length + behind.length < 8) groups.push("0")
    groups.push(...behind)
  }
  return groups.slice(0, 4).join(":")
}
