/** Security headers of answers that are written onto a connection as they are, without fastify and so without helmet. */

/** Nothing in such an answer may be run, framed or guessed at. */
export const BARE_HEADERS: readonly string[] = [
  "X-Content-Type-Options: nosniff",
  "Content-Security-Policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
]
