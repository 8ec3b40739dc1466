/** Calls that read the operator's texts: announcements, articles, customer service, about, documents. */

import { z } from "zod/mini"
import {
  ARTICLE_KINDS,
  articleCategory,
  articleId,
  articleRow,
  articleText,
  serviceChannel,
  suppliedDocument,
} from "./content.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { countWithin, limitWithin } from "./scalar.ts"

const nothing = z.strictObject({})

const noticeExample = {
  id: "practice-money",
  category_id: 92,
  title: "All money here is practice money",
  summary: "Balances and profits on this platform are for practice.",
  date: 1_795_219_200_000,
  pinned: true,
  language: "en",
}
const helpExample = {
  id: "order-book",
  category_id: 10,
  title: "How to read the order book",
  summary: "Bids, asks, spread and depth.",
  date: 1_795_219_200_000,
  pinned: false,
  language: "en",
}

export const announcements = endpoint({
  method: "GET",
  path: "/index/gonggao",
  summary: "The newest notices, pinned ones first, for the line on the home page",
  access: "visitor",
  limit: "read",
  request: nothing,
  response: z.object({ rows: z.array(articleRow) }),
  problems: [],
  example: { request: {}, response: { rows: [noticeExample] } },
})

/** Most articles in one answer. */
export const ARTICLES_LIMIT_MAX = 100

export const articles = endpoint({
  method: "GET",
  path: "/article/index",
  summary: "Articles of a category or of a kind, pinned first, then the newest",
  notes:
    "Page on with `cursor` = the answer's `next` until it is empty. Without `category_id` and `kind` all articles are listed. A category that doesn't exist has no articles.",
  access: "visitor",
  limit: "read",
  request: z.strictObject({
    category_id: z.optional(countWithin(1, 999_999_999, "Only this category; 92 has the notices.")),
    kind: z.optional(described(z.enum(ARTICLE_KINDS), "Only categories of this kind.")),
    query: z.optional(
      described(z.string().check(z.maxLength(80)), "Only articles whose title contains all these words."),
    ),
    cursor: z.optional(
      described(z.string().check(z.regex(/^[01]\.\d{1,16}\.[\w-]{1,64}$/)), "`next` of the page before."),
    ),
    limit: limitWithin(ARTICLES_LIMIT_MAX, 20),
  }),
  response: z.object({
    categories: described(
      z.array(articleCategory),
      "All categories that have articles, in the operator's order.",
    ),
    rows: z.array(articleRow),
    next: described(z.string(), "Cursor of the next page; empty when this was the last."),
  }),
  problems: [],
  example: {
    request: { category_id: 10, limit: 20 },
    response: {
      categories: [
        { id: 92, kind: "notice", title: "Announcements" },
        { id: 10, kind: "help", title: "Help" },
      ],
      rows: [helpExample],
      next: "",
    },
  },
})

export const article = endpoint({
  method: "GET",
  path: "/article/detail",
  summary: "One article with its text",
  access: "visitor",
  limit: "read",
  request: z.strictObject({ id: articleId }),
  response: articleText,
  problems: ["UNKNOWN_ARTICLE"],
  example: {
    request: { id: "practice-money" },
    response: { ...noticeExample, html: "<p>Nothing here can be paid out.</p>" },
  },
})

export const customerService = endpoint({
  method: "GET",
  path: "/index/kefu",
  summary: "Ways to reach the operator's customer service; none where the operator named none",
  access: "visitor",
  limit: "read",
  request: nothing,
  response: z.object({
    text: described(z.string(), "A word on when and how it answers, plain text; may be empty."),
    channels: z.array(serviceChannel),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      text: "",
      channels: [
        {
          kind: "email",
          name: "E-mail",
          value: "help@exchange.example",
          address: "mailto:help@exchange.example",
          note: "Answered within a working day.",
        },
      ],
    },
  },
})

export const aboutEntries = endpoint({
  method: "GET",
  path: "/index/services",
  summary: "Articles about the platform",
  access: "visitor",
  limit: "read",
  request: nothing,
  response: z.object({ rows: z.array(articleRow) }),
  problems: [],
  example: {
    request: {},
    response: {
      rows: [{ ...helpExample, id: "what-saker-is", category_id: 20, title: "What Saker is", summary: "" }],
    },
  },
})

const supplied = <const Path extends `/${string}`>(path: Path, summary: string) =>
  endpoint({
    method: "GET",
    path,
    summary,
    access: "visitor",
    limit: "read",
    request: nothing,
    response: z.object({
      document: described(z.nullable(suppliedDocument), "Null where the operator supplied none."),
    }),
    problems: [],
    example: { request: {}, response: { document: null } },
  })

export const pdfDocument = supplied("/index/pdf", "The operator's MSB document, if there is one")
export const secDocument = supplied("/index/sec", "The operator's SEC document, if there is one")
