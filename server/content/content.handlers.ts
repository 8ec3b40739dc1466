/** Handlers of the content calls: announcements, articles, customer service, documents, and facts of the platform. */

import { refuse } from "#core/wire/index.ts"
import type { MarketReader } from "#server/read-model/market-reader.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import type { Settings } from "../settings/settings.ts"
import type { ContentStore } from "./content-store.ts"

type ContentCalls =
  | "logo"
  | "announcements"
  | "articles"
  | "article"
  | "customerService"
  | "aboutEntries"
  | "pdfDocument"
  | "secDocument"

interface ContentHandlerParts {
  reader: MarketReader
  settings: Settings
  content: ContentStore
}

export const contentHandlers = (parts: ContentHandlerParts): HandlersOf<ContentCalls> => {
  const { reader, settings, content } = parts
  return {
    logo: () =>
      answer({ head_logo: settings.logo, name: settings.name, time: reader.now(), feed: reader.feed() }),
    announcements: (_request, { language }) => answer({ rows: content.announcements(language) }),
    articles: ({ category_id, ...asked }, { language }) =>
      answer({
        categories: content.categories(language),
        ...content.articles({ categoryId: category_id, ...asked }, language),
      }),
    article: ({ id }, { language }) => {
      const found = content.article(id, language)
      return found ? answer(found) : refuse("UNKNOWN_ARTICLE")
    },
    customerService: (_request, { language }) => answer(content.service(language)),
    aboutEntries: (_request, { language }) => answer({ rows: content.about(language) }),
    pdfDocument: (_request, { language }) => answer({ document: content.document("msb", language) }),
    secDocument: (_request, { language }) => answer({ document: content.document("sec", language) }),
  }
}
