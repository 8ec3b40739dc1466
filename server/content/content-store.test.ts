/** Content is served by language, in order, page by page, and reloaded when the folder changes. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, describe, expect, test, vi } from "vitest"
import { LANGUAGES } from "#core/wire/index.ts"
import { ContentStore } from "./content-store.ts"

const folders: string[] = []
const stores: ContentStore[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const CATEGORIES = JSON.stringify([
  { id: 92, kind: "notice", title: { en: "Notices", de: "Mitteilungen" } },
  { id: 7, kind: "help", title: "Help" },
  { id: 8, title: "Empty" },
])
const article = (title: string, fields = "category: 7\ndate: 2026-01-01") =>
  `---\ntitle: ${title}\n${fields}\n---\nText of ${title}.`

function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

async function open(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "saker-content-"))
  folders.push(folder)
  put(folder, { "categories.json": CATEGORIES, ...files })
  const warn = vi.fn()
  const store = new ContentStore({ folder, defaultLanguage: "de", log: { warn } })
  stores.push(store)
  await store.start()
  return { store, folder, said: () => warn.mock.calls.map(([, text]) => String(text)) }
}

describe("a text", () => {
  test("comes in the reader's language, else in the default one, else in English, else in any", async () => {
    const { store } = await open({
      "articles/a.de.md": article("Deutsch"),
      "articles/a.en.md": "---\ntitle: English\n---\n",
      "articles/b.en.md": article("Only English"),
      "articles/c.pl.html": article("Tylko po polsku"),
    })
    const titles = (id: string) =>
      (["en", "de", "fr"] as const).map((language) => {
        const found = store.article(id, language)
        return `${found?.title} (${found?.language})`
      })
    expect(titles("a")).toEqual(["English (en)", "Deutsch (de)", "Deutsch (de)"])
    expect(titles("b")).toEqual(Array(3).fill("Only English (en)"))
    expect(titles("c")).toEqual(Array(3).fill("Tylko po polsku (pl)"))
    expect(store.article("d", "en")).toBeUndefined()
  })

  test("takes category, date and pin from the default language's file", async () => {
    const { store } = await open({
      "articles/a.en.md": article("English", "category: 7\ndate: 2020-01-01"),
      "articles/a.de.md": article("Deutsch", "category: 92\ndate: 2026-02-03\npinned: true"),
    })
    expect(store.article("a", "en")).toMatchObject({
      title: "English",
      category_id: 92,
      date: Date.UTC(2026, 1, 3),
      pinned: true,
      html: "<p>Text of English.</p>",
    })
    expect(store.announcements("en").map(({ id }) => id)).toEqual(["a"])
  })
})

describe("a list", () => {
  const many = Object.fromEntries(
    Array.from({ length: 25 }, (_, day) => [
      `articles/a${String(day).padStart(2, "0")}.md`,
      article(`Artikel ${day}`, `category: 7\ndate: 2026-01-${String(1 + (day % 13)).padStart(2, "0")}`),
    ]),
  )

  test("has pinned articles first, then the newest, and every one once over all pages", async () => {
    const { store } = await open({
      ...many,
      "articles/old.md": article("Alt", "category: 7\ndate: 2000-01-01\npinned: true"),
    })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { rows, next } = store.articles({ kind: "help", limit: 7, cursor }, "de")
      seen.push(...rows.map(({ id }) => id))
      cursor = next || undefined
    } while (cursor)
    expect(seen.slice(0, 4)).toEqual(["old", "a12", "a11", "a24"])
    expect(new Set(seen).size).toBe(26)
    expect(seen).toHaveLength(26)
  })

  test("goes on where it was when the row of the cursor has gone meanwhile", async () => {
    const { store } = await open(many)
    const { rows } = store.articles({ limit: 100, cursor: `0.${Date.UTC(2026, 0, 12)}.a11x` }, "de")
    expect(rows[0]?.id).toBe("a24")
  })

  test("is searched by all words of the title, whatever their case, and narrowed to a category", async () => {
    const { store } = await open({
      "articles/a.md": article("Gebühren im Überblick"),
      "articles/b.md": article("Das Orderbuch", "category: 92\ndate: 2026-01-01"),
    })
    const ids = (asked: object) => store.articles({ limit: 9, ...asked }, "de").rows.map(({ id }) => id)
    expect(ids({ query: "ÜBERBLICK gebühren" })).toEqual(["a"])
    expect(ids({ query: "gebühren orderbuch" })).toEqual([])
    expect(ids({ categoryId: 92 })).toEqual(["b"])
    expect(ids({ categoryId: 93 })).toEqual([])
    expect(store.categories("de")).toEqual([
      { id: 92, kind: "notice", title: "Mitteilungen" },
      { id: 7, kind: "help", title: "Help" },
    ])
  })
})

describe("what else the operator says", () => {
  test("marketing comes in order, with links and pictures that can do no harm", async () => {
    const { store } = await open({
      "marketing/b.md": "---\ntitle: Zwei\norder: 2\nlink: javascript:alert(1)\npicture: ../../x.png\n---\nB",
      "marketing/a.md": "---\ntitle: Eins\norder: 1\nlink: /pages/spot/index\n---\nA",
    })
    expect(store.marketing("en")).toEqual([
      { id: "a", title: "Eins", text: "A", link: "/pages/spot/index", picture: "", language: "de" },
      { id: "b", title: "Zwei", text: "B", link: "", picture: "/content/x.png", language: "de" },
    ])
  })

  test("customer service and documents are empty until there are some", async () => {
    const { store, folder } = await open({})
    expect([store.service("en"), store.document("msb", "en"), store.about("en")]).toEqual([
      { text: "", channels: [] },
      null,
      [],
    ])
    const channel = { kind: "email", name: { en: "Mail", de: "Post" }, value: "a@b.example" }
    put(folder, {
      "service.json": JSON.stringify({ channels: [{ ...channel, address: "mailto:a@b.example" }] }),
      "files/msb.pdf": "%PDF",
      "documents/msb.md": "---\ntitle: MSB\ndate: 2026-01-01\nfiles: msb.pdf\n---\nSiehe Anlage.",
    })
    await vi.waitFor(() => expect(store.service("de").channels).toHaveLength(1), { timeout: 60_000 })
    expect(store.service("de").channels[0]).toMatchObject({
      name: "Post",
      address: "mailto:a@b.example",
      note: "",
    })
    expect(store.document("msb", "en")).toEqual({
      title: "MSB",
      date: Date.UTC(2026, 0, 1),
      html: "<p>Siehe Anlage.</p>",
      language: "de",
      files: [{ name: "msb.pdf", address: "/content/msb.pdf", bytes: 4 }],
    })
    expect(store.document("sec", "en")).toBeNull()
  })
})

describe("a broken file", () => {
  test("is named and left out; all others are served", async () => {
    const { store, said } = await open({
      "articles/good.md": article("Gut"),
      "articles/no-front.md": "words",
      "articles/no-date.md": article("x", "category: 7"),
      "articles/no-shelf.md": article("x", "category: 5\ndate: 2026-01-01"),
      "articles/klingon.xx.md": article("x"),
      "articles/large.md": article("x") + "x".repeat(300_000),
      "documents/sec.md": "---\ntitle: SEC\nfiles: missing.pdf\n---\n",
      "service.json":
        '{"channels":[{"kind":"email","name":"x","value":"x","address":"javascript:alert(1)"}]}',
    })
    expect(store.articles({ limit: 9 }, "en").rows.map(({ id }) => id)).toEqual(["good"])
    expect(store.service("en").channels).toEqual([])
    for (const part of [
      "articles/no-front.md: the first line must be ---",
      "articles/no-date: has no date",
      "articles/no-shelf: category 5 is not in categories.json",
      'articles/klingon.xx.md: "xx" is none of',
      "articles/large.md: is larger than",
      "documents/sec: ENOENT",
      "service.json: channels.0.address is not as it should be",
    ])
      expect(
        said().some((line) => line.includes(part)),
        part,
      ).toBe(true)
  })

  test("that breaks while it is served takes nothing else with it, and comes back when it is mended", async () => {
    const { store, folder } = await open({ "articles/a.md": article("A"), "articles/b.md": article("B") })
    const ids = () => store.articles({ limit: 9 }, "en").rows.map(({ id }) => id)
    put(folder, { "articles/a.md": "broken" })
    await vi.waitFor(() => expect(ids()).toEqual(["b"]), { timeout: 60_000 })
    put(folder, { "articles/a.md": article("A again") })
    await vi.waitFor(() => expect(store.article("a", "en")?.title).toBe("A again"), { timeout: 60_000 })
  })
})

test("a folder that isn't there is no content", async () => {
  const store = new ContentStore({ folder: "/no/such/folder", defaultLanguage: "en", log: { warn: vi.fn() } })
  await expect(store.start()).rejects.toThrow("ENOENT")
})

describe("the texts that come with Saker", () => {
  const folder = join(import.meta.dirname, "../../content")

  test("are whole, in all eight languages, and say nothing twice", async () => {
    const warn = vi.fn()
    const store = new ContentStore({ folder, defaultLanguage: "en", log: { warn } })
    stores.push(store)
    await store.start()
    expect(warn).not.toHaveBeenCalled()
    for (const language of LANGUAGES) {
      const { rows } = store.articles({ limit: 100 }, language)
      expect(rows.length).toBeGreaterThan(10)
      expect(rows.filter((row) => row.language !== language)).toEqual([])
      expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length)
      for (const { id } of rows) expect(store.article(id, language)?.html).toMatch(/^<(p|ul)>/)
      expect(store.marketing(language).every((block) => block.language === language)).toBe(true)
    }
  })

  test("lead only to articles and screens that exist", async () => {
    const store = new ContentStore({ folder, defaultLanguage: "en", log: { warn: vi.fn() } })
    stores.push(store)
    await store.start()
    for (const { link } of store.marketing("en")) {
      const id = /\?id=(.*)$/.exec(link)?.[1]
      if (id) expect(store.article(id, "en"), link).toBeDefined()
    }
    expect(readdirSync(folder)).not.toContain("service.json")
  })
})
