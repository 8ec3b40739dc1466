/** What users typed stays text until it is shown, log lines are constants, and neither code nor storage holds what could be turned. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { allOf, code, filesWith, server } from "./running-code.ts"
import { listFiles, root } from "./source-files.ts"

const read = (path: string) => readFileSync(join(root, path), "utf8")
const lock = JSON.parse(read("package-lock.json")) as {
  packages: Record<
    string,
    { dev?: true; cpu?: string[]; os?: string[]; hasInstallScript?: true; peer?: true }
  >
}
const running = Object.entries(lock.packages).filter(([path, { dev }]) => path !== "" && !dev)

test("signs are escaped by who writes HTML, last, and nowhere before", () => {
  const writing = ["server/docs/html.ts", "server/docs/docs-page.ts", "server/mail/sandbox-mailbox.ts"]
  const escaping = filesWith(/&lt;|&amp;|&quot;|\bescapeHtml|\bescapeHTML|html-escaper|\bfrom "he"/)
  expect(escaping.filter((path) => !writing.includes(path))).toEqual([])
  // Whoever writes elements out of text takes `html`, which escapes each part, or `escaped`.
  const elements = filesWith(
    /`\s*<(?:!doctype|html|div|p|h\d|table|tr|td|ul|li|a|b|span|section|article|pre)\b[^`]*\$\{/i,
    server,
  )
  const raw = server.filter(({ path, text }) => elements.includes(path) && !/\bescaped\(|\bhtml`/.test(text))
  expect(raw.map(({ path }) => path)).toEqual([])
})

test("JSON is written by JSON.stringify: what is put around it is of our own words", () => {
  const around = code.filter(({ text }) => /`\{\s*"[^`]*\$\{/.test(text))
  expect(around.map(({ path }) => path).toSorted()).toEqual([
    "server/binance/streams/stream-source.ts",
    "server/binance/streams/user-feed.ts",
    "server/datafeed/add-datafeed.ts",
    // An array of PostgreSQL, bound as a value.
    "server/storage/row-arrays.ts",
    "server/stream/topic.ts",
  ])
  // A name that a client may have chosen is written by it there as well.
  for (const path of ["server/binance/streams/stream-source.ts", "server/binance/streams/user-feed.ts"])
    expect(read(path)).toMatch(/\{"stream":\$\{JSON\.stringify\(name\)\},/)
  expect(filesWith(/<script[^>]*>[^<]*\$\{/)).toEqual([])
})

test("no template engine is there to take a user's text for a template", () => {
  const engine =
    /(?:^|\/)(?:handlebars|ejs|pug|jade|nunjucks|mustache|eta|liquidjs|dot|twig|velocityjs|hogan\.js|lodash\.template|art-template|squirrelly|@fastify\/view)$/
  expect(running.map(([path]) => path).filter((path) => engine.test(path))).toEqual([])
  // Words come from the locales by a key of ours, never by a text that came from outside.
  const byText = filesWith(/\bt\((?:`\$\{(?:message|text|name|value|data)\b|(?:data|answer|body|message)\.)/)
  expect(byText).toEqual([])
})

/** The arguments of a call whose bracket opens before `at`. */
function argumentsFrom(text: string, at: number): string[] {
  const found = [""]
  let depth = 1
  let quote = ""
  for (let place = at; depth > 0 && place < text.length; place += 1) {
    const sign = text[place] ?? ""
    if (quote) quote = sign === quote && text[place - 1] !== "\\" ? "" : quote
    else if (`"'\``.includes(sign)) quote = sign
    else if ("([{".includes(sign)) depth += 1
    else if (")]}".includes(sign)) depth -= 1
    if (depth === 1 && !quote && sign === ",") found.push("")
    else if (depth > 0) found[found.length - 1] += sign
  }
  return found.map((one) => one.trim()).filter(Boolean)
}

test("a line of the log has a constant for its message, and nothing is formatted into it", () => {
  const lines = server.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:log|logger|#log)\??\.(?:trace|debug|info|warn|error|fatal)\(/g)].map((match) => ({
      path,
      given: argumentsFrom(text, match.index + match[0].length),
    })),
  )
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.filter(({ given }) => given.length > 2)).toEqual([])
  const free = lines.filter(({ given }) => !/^"[^"]*"$/.test(given.at(-1) ?? ""))
  // Names of files and of what is watched, of the operator's own; what a start says before it has a log.
  expect(free.map(({ path }) => path).toSorted()).toEqual([
    "server/content/content-store.ts",
    "server/journal/restore.ts",
    "server/self-audit/reserve-watch.ts",
    "server/start/open-sources.ts",
  ])
  expect(filesWith(/\butil\.format\b|\bformatWithOptions\b|\bsprintf\b/)).toEqual([])
})

test("native code is that of argon2 and sharp alone, and no memory is handed out as it was", () => {
  const native = running
    .filter(([path, { cpu, os, peer }]) => (cpu ?? os) && !path.includes("@typescript/") && !peer)
    .map(([path]) => path.replace("node_modules/", ""))
  expect(native.filter((path) => !/^@(?:img\/sharp|node-rs\/argon2)-/.test(path))).toEqual([])
  expect(native.length).toBeGreaterThan(10)
  const scripts = running.filter(([, one]) => one.hasInstallScript).map(([path]) => path)
  const { allowScripts } = JSON.parse(read("package.json")) as { allowScripts: Record<string, boolean> }
  const refused = scripts.filter((path) => allowScripts[path.replace("node_modules/", "")] !== false)
  expect(refused.filter((path) => path !== "node_modules/node")).toEqual([])
  // A frame is as long as what is written into it at once.
  expect(filesWith(/allocUnsafe|new SlowBuffer|Buffer\.from\([^)]*\.buffer\)/)).toEqual([
    "server/stream/frame.ts",
  ])
  expect(filesWith(/process\.dlopen|node:ffi|\.node"\)|napi_|WebAssembly\./)).toEqual([])
})

test("the page needs no technology that browsers have given up", () => {
  const element = /<(?:object|embed|applet|frameset|frame|bgsound|marquee)[\s>]/
  const dead =
    /ActiveXObject|x-shockwave|\.swf\b|java-applet|document\.all\b|showModalDialog|window\.openDatabase|applicationCache|webkitStorageInfo|-ms-filter/
  const pages = listFiles(".html", ".css", ".svg").filter((path) =>
    /^(?:src|public|content|index)/.test(path),
  )
  expect(filesWith(dead)).toEqual([])
  // Between the brackets of a type the same words are something else.
  const parts = code.filter(({ path }) => path.endsWith(".tsx"))
  expect(filesWith(new RegExp(`(?<![\\w.])${element.source}`), parts)).toEqual([])
  expect(pages.length).toBeGreaterThan(3)
  expect(pages.filter((path) => dead.test(read(path)) || element.test(read(path)))).toEqual([])
})

test("the browser keeps the token and what is chosen there, nothing else that is secret", () => {
  expect(filesWith(/\b(?:local|session)Storage\b/)).toEqual([
    "src/shell/chunk-recovery.ts",
    "src/stores/device-storage.ts",
    "src/stores/last-list.ts",
    "src/stores/list-places.ts",
    "src/stores/tab-storage.ts",
  ])
  expect(filesWith(/indexedDB|document\.cookie|cookieStore/)).toEqual([])
  // Answers are never kept for a time without network: the page's own files are.
  expect(filesWith(/\bcaches\.(?:open|match)|\bCacheStorage\b/)).toEqual(["workers/offline/file-store.ts"])
  const kept = allOf(/\b(?:write(?:Device|Tab)|setItem)\(\s*([\w.[\]"]+)[,(]/g).filter(
    (name) => name !== "key",
  )
  expect(kept.length).toBeGreaterThan(30)
  expect(kept.filter((name) => /TOKEN/.test(name))).toEqual(["TOKEN_KEY"])
  const secret = /pass(?:word|phrase)|secret|totp|seed|mnemonic|private|api_?key|identity|\bcode\b/i
  const writing = code.filter(
    ({ path, text }) => path.startsWith("src/") && /\bwrite(?:Device|Tab)\(/.test(text),
  )
  const names = allOf(/"(saker:[\w-]+)"/g, writing)
  expect(names.length).toBeGreaterThan(20)
  expect([...kept, ...names].filter((name) => secret.test(name))).toEqual([])
})

test("types are strict, equality is too, and nothing switches the checks off", () => {
  const { compilerOptions } = JSON.parse(read("tsconfig.base.json")) as {
    compilerOptions: Record<string, unknown>
  }
  expect(compilerOptions).toMatchObject({ strict: true, noUncheckedIndexedAccess: true })
  const loose = listFiles("tsconfig.json").filter((path) =>
    /"strict\w*": false|"noImplicitAny": false/.test(read(path)),
  )
  expect(loose).toEqual([])
  expect(filesWith(/@ts-(?:ignore|nocheck)/)).toEqual([])
  const words = code.map(({ path, text }) => ({
    path,
    text: text.replace(/"[^"\n]*"|`[^`]*`|'[^'\n]*'/g, '""'),
  }))
  // `== null` asks for both kinds of nothing on purpose.
  expect(filesWith(/[^=!]==(?!=)(?! null\b)|!=(?!=)(?! null\b)/, words)).toEqual([])
  expect(filesWith(/:\s*any\b|\bas any\b|<any>/, words)).toEqual([])
  const { linter } = JSON.parse(read("biome.json")) as { linter: { rules: { preset: string } } }
  expect(linter.rules.preset).toBe("recommended")
})
