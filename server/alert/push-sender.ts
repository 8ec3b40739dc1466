/**
 * Sends messages to the devices of a user through the push services of their browsers, signed with this server's own keys
 * (VAPID, RFC 8292) and encrypted for the device (RFC 8291). It speaks to known push services alone, and never to an address of
 * a private network, unless the operator has named the host (J8).
 */

import { lookup as resolve } from "node:dns"
import { readFile } from "node:fs/promises"
import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"
import { join } from "node:path"
import type { Kysely } from "kysely"
import type { PushSubscription } from "web-push"
import type { PushMessage } from "#core/alert/push-message.ts"
import { writePrivate } from "../storage/private-file.ts"
import type { Tables } from "../storage/schema.ts"

/** In the data folder, readable by its owner alone. */
const KEYS_FILE = "push-keys.json"
/** Where browsers' subscriptions lead: Chrome and those made of it, Firefox, Safari, Edge. */
const KNOWN_HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com"]
const KNOWN_PARENTS = [".push.apple.com", ".notify.windows.com"]
/** Devices of one user. */
export const DEVICES_MAX = 10
/** How long a push service may keep a message for a device that is off. */
const KEPT_SECONDS = 86_400
const WITHIN_MS = 10_000

interface PushKeys {
  publicKey: string
  privateKey: string
}
interface SenderParts {
  database: Kysely<Tables>
  keys: PushKeys
  /** Whom a push service may write to about us: `mailto:` or an address. */
  subject: string
  /** Origins that the operator trusts besides the known services; they may be private ones. */
  origins: readonly string[]
  log: { warn(values: object, text: string): void }
}
/** The keys that this server signs with, from start to start; made at the first. */
export async function pushKeysIn(folder: string): Promise<PushKeys> {
  const kept = await readFile(join(folder, KEYS_FILE), "utf8").then(
    (text) => JSON.parse(text) as Partial<PushKeys>,
    () => undefined,
  )
  if (typeof kept?.publicKey === "string" && typeof kept.privateKey === "string")
    return { publicKey: kept.publicKey, privateKey: kept.privateKey }
  const { default: webPush } = await import("web-push")
  const made = webPush.generateVAPIDKeys()
  await writePrivate(folder, KEYS_FILE, made)
  return made
}

/** Whether a subscription leads to a push service that is known, or named by the operator. */
export function isPushService(endpoint: string, origins: readonly string[]): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url?.username !== "" || url.password !== "") return false
  if (origins.includes(url.origin)) return true
  if (url.protocol !== "https:" || url.port !== "") return false
  return KNOWN_HOSTS.includes(url.hostname) || KNOWN_PARENTS.some((parent) => url.hostname.endsWith(parent))
}

export class PushSender {
  readonly #parts: SenderParts

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  get publicKey(): string {
    return this.#parts.keys.publicKey
  }

  isService(endpoint: string): boolean {
    return isPushService(endpoint, this.#parts.origins)
  }

  /** To every device of the user. Never rejects; a device that is gone is forgotten. */
  async send(userId: number, message: PushMessage): Promise<void> {
    const { database, log } = this.#parts
    try {
      const devices = await database
        .selectFrom("push_devices")
        .selectAll()
        .where("user_id", "=", userId)
        .execute()
      await Promise.all(
        devices.map(async ({ endpoint, p256dh, auth }) => {
          const status = await this.#post({ endpoint, keys: { p256dh, auth } }, message)
          if (status === 404 || status === 410)
            await database.deleteFrom("push_devices").where("endpoint", "=", endpoint).execute()
          else if (status < 200 || status > 299) log.warn({ status }, "a push service refused a message")
        }),
      )
    } catch (error) {
      // Not the address: it lets whoever has it wake the device.
      log.warn({ reason: error instanceof Error ? error.message : "" }, "a message could not be pushed")
    }
  }

  async #post(subscription: PushSubscription, message: PushMessage): Promise<number> {
    const { keys, subject, origins } = this.#parts
    const { default: webPush } = await import("web-push")
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify(message),
      { vapidDetails: { subject, ...keys }, TTL: KEPT_SECONDS, urgency: "high" },
    )
    const url = new URL(endpoint)
    if (!this.isService(endpoint)) throw new Error("not a push service any more")
    const isTrusted = origins.includes(url.origin)
    const open = url.protocol === "http:" ? httpRequest : httpsRequest
    return await new Promise((done, fail) => {
      const asked = open(
        url,
        {
          ...{ method, headers, timeout: WITHIN_MS },
          ...(isTrusted ? {} : { lookup: publicLookup }),
        },
        (answer) => {
          answer.resume()
          done(answer.statusCode ?? 0)
        },
      )
      asked.on("timeout", () => asked.destroy(new Error("the push service doesn't answer")))
      asked.on("error", fail)
      asked.end(body)
    })
  }
}

const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
  ] as const),
  ...([
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 3],
  ] as const),
])
  PRIVATE.addSubnet(net, prefix, "ipv4")
/** Of IPv6 only what is routed in public; mapped and translated addresses are not in it. */
const PUBLIC_6 = new BlockList()
PUBLIC_6.addSubnet("2000::", 3, "ipv6")
PRIVATE.addSubnet("2001::", 23, "ipv6")
PRIVATE.addSubnet("2002::", 16, "ipv6")

/** Whether a message may leave to this address. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !PRIVATE.check(address, "ipv4")
  return family === 6 && PUBLIC_6.check(address, "ipv6") && !PRIVATE.check(address, "ipv6")
}

/** Looks a name up for the very connection that is then made: a name that changes in between changes nothing. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    const open = error ? [] : found.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) done(error ?? new Error("the push service has no public address"), "", 4)
    else if (options.all) done(null, open)
    else done(null, first.address, first.family)
  })
}
