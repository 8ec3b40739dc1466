/** Redirects an exchange's addresses to a named stand-in, mirror or proxy. */

/** Base addresses of one exchange. Its own paths are kept behind them: `/api/v3/…` for Binance's REST. */
export interface ExchangeAddress {
  /** `http://` or `https://`. */
  rest: string
  /** `ws://` or `wss://`. */
  ws: string
}

/**
 * An address that ccxt is about to ask, with the other's base in place of protocol and host; path and query stay.
 * What is unencrypted already was told by the stand-in itself (some exchanges name their sockets by REST): it stays.
 * @example redirect("wss://ws.okx.com:8443/ws/v5/public", address) // "ws://127.0.0.1:9000/ws/v5/public"
 */
export function redirect(url: string, { rest, ws }: ExchangeAddress): string {
  const [, protocol, path = ""] = /^(https|wss):\/\/[^/?#]*(.*)$/s.exec(url) ?? []
  if (protocol === undefined) return url
  return (protocol === "wss" ? ws : rest).replace(/\/+$/, "") + path
}

/** `http://host` also tells where the sockets are: `ws://host`. */
export const addressOf = (base: string): ExchangeAddress => ({ rest: base, ws: base.replace(/^http/, "ws") })
