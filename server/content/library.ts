/** The operator's content in memory: texts by language, and which language a reader gets. */

import type { ArticleKind, Language, ServiceChannel } from "#core/wire/index.ts"

/** One language's text of an article, a block or a document. */
export interface ContentText {
  language: Language
  title: string
  summary: string
  /** As written. */
  body: string
  format: "md" | "html"
}

export type Texts = ReadonlyMap<Language, ContentText>
/** A word that stands in a JSON file, in some languages. */
export type Words = Readonly<Partial<Record<Language, string>>>

export interface LibraryArticle {
  id: string
  categoryId: number
  dateMs: number
  isPinned: boolean
  texts: Texts
}

export interface LibraryCategory {
  id: number
  kind: ArticleKind
  title: Words
}

export interface LibraryBlock {
  id: string
  link: string
  picture: string
  texts: Texts
}

export interface LibraryDocument {
  dateMs: number
  files: { name: string; address: string; bytes: number }[]
  texts: Texts
}

interface LibraryChannel extends Pick<ServiceChannel, "kind" | "value" | "address"> {
  name: Words
  note: Words
}

export interface Library {
  /** In the operator's order. */
  categories: readonly LibraryCategory[]
  /** Pinned first, then the newest, then by id. */
  articles: readonly LibraryArticle[]
  /** In the operator's order. */
  marketing: readonly LibraryBlock[]
  service: { text: Words; channels: readonly LibraryChannel[] }
  /** `msb`, `sec`. */
  documents: ReadonlyMap<string, LibraryDocument>
}

export const EMPTY_LIBRARY: Library = {
  categories: [],
  articles: [],
  marketing: [],
  service: { text: {}, channels: [] },
  documents: new Map(),
}

/** The reader's language, else the default, else English, else whatever there is. */
export function textFor(
  texts: Texts,
  language: Language,
  defaultLanguage: Language,
): ContentText | undefined {
  return texts.get(language) ?? texts.get(defaultLanguage) ?? texts.get("en") ?? [...texts.values()][0]
}

export function wordFor(words: Words, language: Language, defaultLanguage: Language): string {
  return words[language] ?? words[defaultLanguage] ?? words.en ?? Object.values(words)[0] ?? ""
}
