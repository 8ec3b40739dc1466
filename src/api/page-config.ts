/**
 * The page's configuration and the server's address, from /config.json, which whoever hosts the page may change.
 * Without it the server is where the page came from.
 */

import type { PageConfig } from "#core/wire/platform.ts"
import { earlyStart } from "../first-face/early-start.ts"

export interface ServerAddress {
  /** Without a trailing slash. */
  apiBase: string
  socketUrl: string
}

const PATIENCE_MS = 10_000

let known: Promise<PageConfig> | undefined

/** Fetched once, however many ask. */
export function pageConfig(): Promise<PageConfig> {
  known ??= fetchPageConfig()
  return known
}

/** The file beside the page; defaults where it is missing, late or not what it should be. */
async function fetchPageConfig(): Promise<PageConfig> {
  const early = await earlyStart?.config
  if (early !== undefined) return readPageConfig(early)
  try {
    const answer = await fetch(new URL("config.json", document.baseURI), {
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return readPageConfig(answer.ok ? await answer.json() : null)
  } catch (error) {
    console.warn("saker: config.json can't be read, using this origin", error)
    return readPageConfig(null)
  }
}

/** Field by field: what isn't text counts as left out. */
export function readPageConfig(raw: unknown): PageConfig {
  const given = Object(raw) as Record<string, unknown>
  const downloads = Object(given.downloads) as Record<string, unknown>
  const text = (value: unknown, fallback = "") => (typeof value === "string" ? value : fallback)
  return {
    api: text(given.api),
    socket: text(given.socket),
    mobileSite: text(given.mobileSite),
    downloads: { ios: text(downloads.ios), android: text(downloads.android) },
    defaultLanguage: text(given.defaultLanguage, "en"),
    passkeys: text(given.passkeys),
  }
}

/** Absolute addresses, as src/first-face/first-script.js makes them too; empty ones mean the place that `pageUrl` was loaded from. */
export function serverAddress(config: Pick<PageConfig, "api" | "socket">, pageUrl: string): ServerAddress {
  const api = new URL(config.api || "./", pageUrl)
  const socket = new URL(config.socket || "socket", config.socket ? pageUrl : api)
  socket.protocol = socket.protocol.replace("http", "ws")
  return {
    apiBase: api.href.replace(/[#?].*$/, "").replace(/\/+$/, ""),
    socketUrl: socket.href.replace(/#.*$/, ""),
  }
}
