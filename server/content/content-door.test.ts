/** The real server serves an operator's content, and nothing else of the operator's disk. */

import { mkdirSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

let server: RunningServer
const folder = freshFolder()
const put = (path: string, text: string) => {
  mkdirSync(join(folder, path, ".."), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeAll(async () => {
  put("categories.json", '[{"id":92,"kind":"notice","title":{"en":"News","de":"Neues"}}]')
  put(
    "articles/hello.en.md",
    "---\ntitle: Hello\ncategory: 92\ndate: 2026-01-02\n---\n<script>1</script>\n\n**Hi**",
  )
  put("articles/hello.de.md", "---\ntitle: Hallo\n---\nHallo")
  put("articles/broken.en.md", "no front matter")
  put("files/plan.pdf", "%PDF-1.4")
  put("files/photo.png", "png")
  put("files/page.html", "<script>1</script>")
  put("files/picture.svg", "<svg onload=1>")
  put("files/.hidden.png", "png")
  put("secret.png", "secret")
  server = await startInProcess({ SAKER_CONTENT: folder, SAKER_MARKETS: "2" })
}, 180_000)
afterAll(async () => {
  await server.close()
  removeFolders()
})

test("an article comes in the caller's language, else in the default one, sanitised", async () => {
  const ask = (lang: string) =>
    call<{ title: string; html: string; language: string }>(server, "/article/detail?id=hello", {
      headers: { lang },
    })
  expect((await ask("de")).data).toMatchObject({ title: "Hallo", language: "de" })
  expect((await ask("fr")).data).toMatchObject({
    title: "Hello",
    language: "en",
    html: "<p><strong>Hi</strong></p>",
  })
})

test("an unknown article is refused by name, a broken one is unknown, nonsense is FORMAT", async () => {
  for (const [id, code] of [
    ["nope", PROBLEMS.UNKNOWN_ARTICLE],
    ["broken", PROBLEMS.UNKNOWN_ARTICLE],
    ["..%2Fcategories", PROBLEMS.FORMAT],
    ["", PROBLEMS.FORMAT],
  ] as const)
    expect((await call(server, `/article/detail?id=${id}`)).code, id).toBe(code)
})

test("the shelves are named in the caller's language", async () => {
  const { data } = await call<{ categories: unknown }>(server, "/article/index", { headers: { lang: "de" } })
  expect(data.categories).toEqual([{ id: 92, kind: "notice", title: "Neues" }])
})

/** The path as it is, without a client that would tidy it up. */
const get = (path: string) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown> }>((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: server.port, path }, (response) => {
      response.resume()
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers }))
    })
    asked.on("error", reject)
    asked.end()
  })

test("pictures are shown, documents are saved, and both with the page's security policy", async () => {
  const picture = await get("/content/photo.png")
  expect(picture).toMatchObject({ status: 200, headers: { "content-type": "image/png" } })
  expect(picture.headers["content-security-policy"]).toContain("script-src 'self'")
  expect(picture.headers["x-content-type-options"]).toBe("nosniff")
  expect((await get("/content/plan.pdf")).headers["content-disposition"]).toBe("attachment")
})

test.each([
  "/content/",
  "/content/page.html",
  "/content/picture.svg",
  "/content/.hidden.png",
  "/content/../secret.png",
  "/content/..%2Fsecret.png",
  "/content/%2e%2e/secret.png",
  "/content/..%5Csecret.png",
  "/content//etc/passwd",
])("%s is no path of ours", async (path) => {
  expect((await get(path)).status).toBe(404)
})

test("a folder that isn't there ends the start with one clear line", async () => {
  await expect(
    startInProcess({ SAKER_CONTENT: join(folder, "missing"), SAKER_MARKETS: "1" }),
  ).rejects.toThrow(/^SAKER_CONTENT: .*allowed: a folder laid out like content\//)
}, 180_000)
