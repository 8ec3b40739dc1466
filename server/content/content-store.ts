/** Keeps the operator's content in memory, reloads it when its folder changes, and reads it by language. */

import { type FSWatcher, watch } from "node:fs"
import type { Logger } from "pino"
import type {
  ArticleCategory,
  ArticleKind,
  ArticleRow,
  ArticleText,
  Language,
  MarketingBlock,
  ServiceChannel,
  SuppliedDocument,
} from "#core/wire/index.ts"
import {
  type ContentText,
  EMPTY_LIBRARY,
  type Library,
  type LibraryArticle,
  textFor,
  wordFor,
} from "./library.ts"
import { inOrder, readLibrary } from "./read-library.ts"
import { renderHtml } from "./render-html.ts"

/** Editors save in several steps: what follows within this is read together. */
const SETTLE_MS = 400
/** Notices for the line on the home page. */
const ANNOUNCEMENTS_MAX = 10

export interface ArticlesAsked {
  categoryId?: number | undefined
  kind?: ArticleKind | undefined
  /** Words that the title must contain. */
  query?: string | undefined
  cursor?: string | undefined
  limit: number
}

export interface ContentParts {
  folder: string
  defaultLanguage: Language
  log: Pick<Logger, "warn">
}

export class ContentStore {
  readonly #parts: ContentParts
  #library: Library = EMPTY_LIBRARY
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> = Promise.resolve()
  /** Rendered when first asked for; a text that is read anew is another object. */
  readonly #html = new WeakMap<ContentText, string>()

  constructor(parts: ContentParts) {
    this.#parts = parts
  }

  /** Reads the folder and follows its changes. Throws when it can't be read at all. */
  async start(): Promise<void> {
    await this.#read()
    try {
      this.#watcher = watch(this.#parts.folder, { recursive: true }, () => this.#readSoon())
      this.#watcher.on("error", (error) => this.#noteBlindness(error))
    } catch (error) {
      this.#noteBlindness(error)
    }
  }

  async stop(): Promise<void> {
    this.#watcher?.close()
    clearTimeout(this.#timer)
    await this.#reading
  }

  announcements(language: Language): ArticleRow[] {
    return this.#ofKind("notice")
      .slice(0, ANNOUNCEMENTS_MAX)
      .map((one) => this.#row(one, language))
  }

  /** All categories that have an article, in the operator's order. */
  categories(language: Language): ArticleCategory[] {
    const used = new Set(this.#library.articles.map(({ categoryId }) => categoryId))
    return this.#library.categories
      .filter(({ id }) => used.has(id))
      .map(({ id, kind, title }) => ({ id, kind, title: this.#word(title, language) }))
  }

  /** One page; `next` is empty when it was the last. */
  articles(asked: ArticlesAsked, language: Language): { rows: ArticleRow[]; next: string } {
    const { categoryId, kind, query, cursor, limit } = asked
    const place = cursor === undefined ? undefined : placeOf(cursor)
    const wanted = wordsOf(query ?? "", language)
    const left = (kind === undefined ? this.#library.articles : this.#ofKind(kind))
      .filter((one) => categoryId === undefined || one.categoryId === categoryId)
      .filter((one) => place === undefined || inOrder(one, place) > 0)
      .filter((one) => {
        const title = this.#text(one, language).title.toLocaleLowerCase(language)
        return wanted.every((word) => title.includes(word))
      })
    const page = left.slice(0, limit)
    const last = page.at(-1)
    return {
      rows: page.map((one) => this.#row(one, language)),
      next: last && left.length > limit ? cursorOf(last) : "",
    }
  }

  /** Undefined: there is none of that name. */
  article(id: string, language: Language): ArticleText | undefined {
    const found = this.#library.articles.find((one) => one.id === id)
    return found && { ...this.#row(found, language), html: this.#htmlOf(this.#text(found, language)) }
  }

  about(language: Language): ArticleRow[] {
    return this.#ofKind("about").map((one) => this.#row(one, language))
  }

  /** What the operator says on the home page, in order. */
  marketing(language: Language): MarketingBlock[] {
    return this.#library.marketing.map(({ id, link, picture, texts }) => {
      const text = textFor(texts, language, this.#parts.defaultLanguage)
      const said = { title: text?.title ?? "", text: text?.body ?? "", language: text?.language ?? language }
      return { id, link, picture, ...said }
    })
  }

  service(language: Language): { text: string; channels: ServiceChannel[] } {
    const { text, channels } = this.#library.service
    return {
      text: this.#word(text, language),
      channels: channels.map(({ kind, value, address, name, note }) => ({
        kind,
        name: this.#word(name, language),
        value,
        address,
        note: this.#word(note, language),
      })),
    }
  }

  /** Null: the operator supplied none. */
  document(id: "msb" | "sec", language: Language): SuppliedDocument | null {
    const found = this.#library.documents.get(id)
    const text = found && textFor(found.texts, language, this.#parts.defaultLanguage)
    if (!found || !text) return null
    const { dateMs, files } = found
    return { title: text.title, date: dateMs, html: this.#htmlOf(text), language: text.language, files }
  }

  #ofKind(kind: ArticleKind): LibraryArticle[] {
    const ids = new Set(this.#library.categories.filter((one) => one.kind === kind).map(({ id }) => id))
    return this.#library.articles.filter(({ categoryId }) => ids.has(categoryId))
  }

  #row(article: LibraryArticle, language: Language): ArticleRow {
    const { title, summary, language: written } = this.#text(article, language)
    const { id, categoryId, dateMs, isPinned } = article
    return { id, category_id: categoryId, title, summary, date: dateMs, pinned: isPinned, language: written }
  }

  #text({ id, texts }: LibraryArticle, language: Language): ContentText {
    const text = textFor(texts, language, this.#parts.defaultLanguage)
    if (!text) throw new Error(`article ${id} was kept without a text`)
    return text
  }

  #word = (words: Parameters<typeof wordFor>[0], language: Language): string =>
    wordFor(words, language, this.#parts.defaultLanguage)

  #htmlOf(text: ContentText): string {
    const html = this.#html.get(text) ?? renderHtml(text.body, text.format)
    this.#html.set(text, html)
    return html
  }

  async #read(): Promise<void> {
    const { folder, defaultLanguage, log } = this.#parts
    const { library, problems } = await readLibrary(folder, defaultLanguage)
    this.#library = library
    for (const problem of problems) log.warn({ folder }, `content left out: ${problem}`)
  }

  /** One reading at a time; changes meanwhile lead to one more. */
  #readSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#reading = this.#reading
        .then(() => this.#read())
        .catch((error: unknown) =>
          this.#parts.log.warn({ err: error }, "the content can't be read; what was read before stays"),
        )
    }, SETTLE_MS)
  }

  #noteBlindness(error: unknown): void {
    this.#parts.log.warn({ err: error }, "changes of the content are seen only after a restart")
  }
}

const cursorOf = ({ isPinned, dateMs, id }: LibraryArticle) => `${Number(isPinned)}.${dateMs}.${id}`

function placeOf(cursor: string): Pick<LibraryArticle, "id" | "dateMs" | "isPinned"> {
  const [pinned, date, id = ""] = cursor.split(".")
  return { isPinned: pinned === "1", dateMs: Number(date), id }
}

const wordsOf = (query: string, language: Language): string[] =>
  query.toLocaleLowerCase(language).split(/\s+/).filter(Boolean)
