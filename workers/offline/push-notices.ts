/** Push messages as notifications of the device, and where a press on one leads. Shown always: a browser ends the subscription of a page that stays silent. */

import { readPushMessage } from "#core/alert/push-message.ts"

/** What is asked of the service worker's own surroundings; tests hand in theirs. */
export interface PushSurroundings {
  /** Of this page, with a slash at the end. */
  scope: string
  show(title: string, options: NotificationOptions): Promise<void>
  /** Open tabs of this origin, the one used last first. */
  tabs(): Promise<readonly Tab[]>
  open(address: string): Promise<unknown>
}
type Tab = Pick<WindowClient, "url" | "focus" | "navigate">

/** What a notification keeps for the press on it. */
interface Kept {
  market: string
}

/** Chromium and Firefox know it, the DOM types don't. */
type LoudOptions = NotificationOptions & { renotify?: boolean }

/** As the addresses of the site have it; anything else leads to the page as it stands. */
const MARKET = /^[A-Z0-9]{1,20}_[A-Z0-9]{2,10}(?<kind>_PERP|_SEC)?$/
const PLACES = { _PERP: "/pages/contract/trade", _SEC: "/pages/option/trade" } as const

/**
 * The part of an address behind the hash that shows this market; undefined: it isn't one.
 * @example marketHash("BTC_USDT") // "#/pages/spot/trade?symbol=BTC_USDT"
 */
export function marketHash(market: string): string | undefined {
  const found = MARKET.exec(market)
  if (!found) return undefined
  const kind = found.groups?.kind as keyof typeof PLACES | undefined
  return `#${kind ? PLACES[kind] : "/pages/spot/trade"}?symbol=${market}`
}

/** One alert is one notification: a later one of the same tag takes its place, and is heard all the same. */
export async function showPush(body: string, { scope, show }: PushSurroundings): Promise<void> {
  const message = readPushMessage(body)
  const icon = new URL("icons/icon-192.png", scope).href
  // Not understood: all that can be said in every language is who has sent it.
  if (!message) return show(new URL(scope).host, { icon })
  const { title, text, tag, market } = message
  const options: LoudOptions = { body: text, icon, data: { market } satisfies Kept }
  // With an empty tag a browser refuses to be loud again.
  if (tag !== "") Object.assign(options, { tag, renotify: true } satisfies LoudOptions)
  return show(title, options)
}

/**
 * To a tab that shows the market already, else to the tab used last, which then goes there, else to a new one.
 * Never rejects: where a browser allows one of these steps not, the others are taken.
 */
export async function openPush(kept: unknown, { scope, tabs, open }: PushSurroundings): Promise<void> {
  const { market } = Object(kept) as Partial<Kept>
  const hash = typeof market === "string" ? marketHash(market) : undefined
  const own = (await tabs().catch(() => [])).filter(({ url }) => url.startsWith(scope))
  const showing = own.find(({ url }) => hash !== undefined && isAt(url, hash))
  const tab = showing ?? own[0]
  if (!tab) return void (await open(scope + (hash ?? "")).catch(() => undefined))
  await tab.focus().catch(() => undefined)
  if (hash === undefined || showing) return
  // Only what is behind the hash: the page stays, with all that it has loaded.
  const address = new URL(tab.url)
  address.hash = hash
  await tab.navigate(address.href).catch(() => open(scope + hash).catch(() => undefined))
}

/** Whatever else the address says, such as the candles' interval. */
const isAt = (url: string, hash: string): boolean => {
  const at = new URL(url).hash
  return at === hash || at.startsWith(`${hash}&`)
}
