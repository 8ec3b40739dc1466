/** What could be turned against users stands only where it is known: commands, patterns, markup, ciphers, hashes, requests. */

import { expect, test } from "vitest"
import { allOf, code, filesWith, server } from "./running-code.ts"

test.each<[what: string, pattern: RegExp, where: string[]]>([
  // The program is the one that whoever starts a run has named.
  ["commands of the system", /node:child_process/, ["server/time-machine/run-program.ts"]],
  ["code made of text", /\beval\(|new Function\(|node:vm\b/, []],
  ["patterns made of text", /new RegExp\(/, ["core/second/hour-file.ts"]],
  [
    "markup made of text",
    /innerHTML\b|outerHTML\b|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML/i,
    ["src/panels/article/article-text.view.tsx"],
  ],
  ["certificates left unchecked", /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/, []],
  ["cookies", /set-cookie|document\.cookie|@fastify\/cookie/i, []],
  ["answers that lead elsewhere", /reply\s*\.redirect\(|\.code\(30[1278]\)/, []],
  ["pasting that is stopped", /onPaste|autoComplete="off"[^>]*type="password"/, []],
  // The page's own worker and service worker; neither can be reached from another origin.
  [
    "messages between windows",
    /addEventListener\("message"/,
    ["workers/market/market.worker.ts", "workers/offline/service-worker.ts"],
  ],
  // A wait before the next try, that of a refusal, and the spread of those who come back.
  [
    "chance that could be guessed on the server",
    /Math\.random/,
    ["server/feed/ccxt/back-off.ts", "server/http/http-limits.ts", "server/stream/attach-stream.ts"],
  ],
])("%s", (what, pattern, where) => {
  expect(filesWith(pattern, what.endsWith("on the server") ? server : code).toSorted()).toEqual(where)
})

test("raw SQL is made of the server's own words", () => {
  expect(filesWith(/sql\.raw\(/).toSorted()).toEqual([
    "server/journal/commit-batch.ts",
    "server/storage/embedded-storage.ts",
    "server/storage/exchange-migration.ts",
    "server/storage/postgres-storage.ts",
    "server/storage/reader-storage.ts",
    "server/storage/sign-checks.ts",
  ])
})

test("hashes are SHA-256, and the only cipher is AES-256-GCM", () => {
  const hashes = allOf(/\b(?:createHash|createHmac|hkdfSync)\(\s*"([\w-]+)"/g)
  expect(hashes.length).toBeGreaterThan(10)
  expect([...new Set(hashes)]).toEqual(["sha256"])
  expect(filesWith(/createCipher|createDecipher/)).toEqual(["server/custody/keys.ts"])
  expect(allOf(/const CIPHER = "(.*)"/g)).toEqual(["aes-256-gcm"])
})

test("what asks another server follows no redirect", () => {
  // `exchange.fetch` is ccxt's own, which server/feed/ccxt/other-address.test.ts tries.
  const asking = server.filter(
    ({ path, text }) => !path.includes("/ccxt/") && /\bfetch\((?!input|request)/.test(text),
  )
  expect(asking.length).toBeGreaterThanOrEqual(3)
  const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
  const following = asking.filter(
    ({ text }) => countOf(text, /\bfetch\((?!input|request)/g) !== countOf(text, /redirect: "error"/g),
  )
  expect(following.map(({ path }) => path)).toEqual([])
})

test("fields for passwords hide them, and let password managers fill them in", () => {
  const page = code.filter(({ path }) => path.startsWith("src/"))
  const fields = page.flatMap(({ text }) => text.match(/<TextField\b[\s\S]*?\/>/g) ?? [])
  const isOfPassword =
    /autoComplete="(?:current|new)-password"|name="(?:password|confirm|login|old)"|type="password"/
  const ofPasswords = fields.filter((field) => isOfPassword.test(field))
  expect(ofPasswords.length).toBeGreaterThanOrEqual(4)
  for (const field of ofPasswords) {
    expect(field).toContain('type="password"')
    expect(field).toMatch(/autoComplete="(?:current-password|new-password|off)"/)
  }
})
