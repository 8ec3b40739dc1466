/** Loads the content folder file by file; a broken file is reported and left out. */

import { readdir, readFile, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { LANGUAGES, type Language } from "#core/wire/index.ts"
import { type FrontMatter, readDate, readFlag, readFrontMatter } from "./front-matter.ts"
import type { ContentText, Library, LibraryArticle, LibraryBlock, LibraryDocument } from "./library.ts"
import { readCategories, readService } from "./read-lists.ts"
import { CONTENT_FILES_PATH } from "./render-html.ts"

/** More texts than this are not read: it would be the wrong folder. */
const TEXTS_MAX = 5000
const TEXT_BYTES_MAX = 256 * 1024

export interface ReadLibrary {
  library: Library
  /** `articles/x.de.md: what is wrong`. */
  problems: string[]
}

/** Reads all of `folder`. Throws only when the folder itself can't be read. */
export async function readLibrary(folder: string, defaultLanguage: Language): Promise<ReadLibrary> {
  await readdir(folder)
  const problems: string[] = []
  const noting = async <T>(file: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      problems.push(`${file}: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }
  const room = { left: TEXTS_MAX }
  const readRoom = (name: string) => readTexts(folder, name, { defaultLanguage, room, noting })
  const categories =
    (await noting("categories.json", () => readCategories(join(folder, "categories.json")))) ?? []
  const articles: LibraryArticle[] = []
  for (const [id, found] of await readRoom("articles")) {
    const one = await noting(`articles/${id}`, async () => articleOf(id, found, defaultLanguage))
    if (one && !categories.some((category) => category.id === one.categoryId))
      problems.push(`articles/${id}: category ${one.categoryId} is not in categories.json`)
    else if (one) articles.push(one)
  }
  const blocks: (LibraryBlock & { order: number })[] = []
  for (const [id, found] of await readRoom("marketing"))
    blocks.push(blockOf(id, found, leadOf(found, defaultLanguage)))
  const documents = new Map<string, LibraryDocument>()
  for (const [id, found] of await readRoom("documents")) {
    const one = await noting(`documents/${id}`, () =>
      documentOf(folder, found, leadOf(found, defaultLanguage)),
    )
    if (one) documents.set(id, one)
  }
  const service = await noting("service.json", () => readService(join(folder, "service.json")))
  const library: Library = {
    categories,
    articles: articles.sort(inOrder),
    marketing: blocks.sort((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1)),
    service: service ?? { text: {}, channels: [] },
    documents,
  }
  return { library, problems }
}

/** Pinned first, then the newest, then by id. */
export const inOrder = (
  one: Pick<LibraryArticle, "id" | "dateMs" | "isPinned">,
  other: Pick<LibraryArticle, "id" | "dateMs" | "isPinned">,
): number =>
  Number(other.isPinned) - Number(one.isPinned) ||
  other.dateMs - one.dateMs ||
  (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)

/** A text with the fields that its file began with. */
interface FoundText extends ContentText {
  fields: FrontMatter["fields"]
}
type Found = ReadonlyMap<Language, FoundText>

interface Reading {
  defaultLanguage: Language
  room: { left: number }
  noting: <T>(file: string, work: () => Promise<T>) => Promise<T | undefined>
}

/** `name.de.md`, `name.html`: without a language it is in the default one. */
const TEXT_FILE = /^([\w-]{1,64})(?:\.([a-z]{2}))?\.(md|html)$/

async function readTexts(folder: string, name: string, reading: Reading): Promise<Map<string, Found>> {
  const found = new Map<string, Map<Language, FoundText>>()
  for (const file of (await readdir(join(folder, name)).catch(() => [])).sort()) {
    const [, id, code, format] = TEXT_FILE.exec(file) ?? []
    if (!id || file === "README.md" || reading.room.left <= 0) continue
    reading.room.left -= 1
    const text = await reading.noting(`${name}/${file}`, async () => {
      const language = code === undefined ? reading.defaultLanguage : LANGUAGES.find((one) => one === code)
      if (!language) throw new Error(`"${code}" is none of ${LANGUAGES.join(", ")}`)
      return { language, ...(await readText(join(folder, name, file))), format: format as "md" | "html" }
    })
    if (text) found.set(id, (found.get(id) ?? new Map<Language, FoundText>()).set(text.language, text))
  }
  return found
}

async function readText(path: string): Promise<Pick<FoundText, "title" | "summary" | "body" | "fields">> {
  if ((await stat(path)).size > TEXT_BYTES_MAX) throw new Error(`is larger than ${TEXT_BYTES_MAX} bytes`)
  const { fields, body } = readFrontMatter(await readFile(path, "utf8"))
  if (!fields.title) throw new Error("has no title")
  return { title: fields.title, summary: fields.summary ?? "", body, fields }
}

/** What is the same in all languages stands in the default one's text, else in the first that says it. */
function leadOf(found: Found, defaultLanguage: Language): FrontMatter["fields"] {
  const texts = [found.get(defaultLanguage), found.get("en"), ...found.values()].filter(
    (it) => it !== undefined,
  )
  return Object.assign({}, ...texts.reverse().map((text) => text.fields)) as FrontMatter["fields"]
}

function articleOf(id: string, found: Found, defaultLanguage: Language): LibraryArticle {
  const fields = leadOf(found, defaultLanguage)
  const dateMs = readDate(fields.date)
  if (dateMs === undefined) throw new Error(`has no date such as 2026-11-20`)
  const categoryId = /^[1-9]\d{0,8}$/.test(fields.category ?? "") ? Number(fields.category) : undefined
  if (categoryId === undefined) throw new Error("has no category, a whole number")
  return { id, categoryId, dateMs, isPinned: readFlag(fields.pinned), texts: found }
}

const blockOf = (id: string, found: Found, fields: FrontMatter["fields"]) => ({
  id,
  link: /^(?:https?:\/\/|\/pages\/)/.test(fields.link ?? "") ? (fields.link ?? "") : "",
  picture: fields.picture ? CONTENT_FILES_PATH + basename(fields.picture) : "",
  order: Number(fields.order) || 0,
  texts: found,
})

/** `files: licence.pdf, annex.pdf` name what lies in the folder `files`. */
async function documentOf(
  folder: string,
  found: Found,
  fields: FrontMatter["fields"],
): Promise<LibraryDocument> {
  const names = (fields.files ?? "")
    .split(",")
    .map((name) => basename(name.trim()))
    .filter(Boolean)
  const files = names.map(async (name) => ({
    name,
    address: CONTENT_FILES_PATH + encodeURIComponent(name),
    bytes: (await stat(join(folder, "files", name))).size,
  }))
  return { dateMs: readDate(fields.date) ?? 0, files: await Promise.all(files), texts: found }
}
