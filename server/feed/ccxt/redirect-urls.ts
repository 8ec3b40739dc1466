/** Where does an exchange answer, if not at its own addresses? At a stand-in, a mirror or a proxy that is named instead. */

/** Base addresses of one exchange. Its own paths are kept behind them: `/api/v3/…` for Binance's REST. */
export interface ExchangeAddress {
  /** `http://` or `https://`. */
  rest: string
  /** `ws://` or `wss://`. */
  ws: string
}

type Urls = { [name: string]: Urls | string }

/** Rewrites each address in `urls`, those below `ws` to the socket's base, all others to the other. */
export function redirectUrls(urls: Urls, address: ExchangeAddress, isSocket = false): Urls {
  return Object.fromEntries(
    Object.entries(urls).map(([name, value]) => {
      const isWs = isSocket || name === "ws"
      if (typeof value !== "string") return [name, redirectUrls(value, address, isWs)]
      return [name, redirect(value, /^wss?:/.test(value) || isWs ? address.ws : address.rest)]
    }),
  )
}

/** The host may hold a `{hostname}` that ccxt fills in: such an address is no URL yet. */
function redirect(url: string, base: string): string {
  const path = /^[a-z]+:\/\/[^/]*(\/.*)?$/.exec(url)?.[1] ?? ""
  return base.replace(/\/+$/, "") + path
}

/** `http://host` also tells where the sockets are: `ws://host`. */
export const addressOf = (base: string): ExchangeAddress => ({ rest: base, ws: base.replace(/^http/, "ws") })
