/** The requests that may be answered from the cache: only the page's own files, never market data. */

/**
 * `page`: the one page, fresh if the network answers, else as last seen.
 * `hashed`: a file whose name changes with its content; kept once, right for ever.
 * `plain`: a file that may change under its name (configuration, look, icons): fresh if it can be had, else as last seen.
 */
export type Route = "page" | "hashed" | "plain"

export interface Asked {
  method: string
  mode: string
  url: string
}

/** Beside the page, by the names they have there. All else (calls, documents, health) is none of our business. */
const PLAIN = /^(?:config\.json|theme\.js|icon\.svg|manifest\.webmanifest|icons\/[\w-]+\.png)$/

const HASHED = /^assets\/[^/]+-[\w-]{8}\.\w+$/

/** Pure: how a request is answered; undefined leaves it to the browser. `scope` ends with a slash. */
export function routeOf({ method, mode, url }: Asked, scope: string): Route | undefined {
  const address = new URL(url)
  const plain = address.origin + address.pathname
  if (method !== "GET" || !plain.startsWith(scope)) return undefined
  const path = plain.slice(scope.length)
  if (path === "" || path === "index.html") return mode === "navigate" ? "page" : undefined
  if (HASHED.test(path)) return "hashed"
  return PLAIN.test(path) ? "plain" : undefined
}
