/** Schemas of the operator's texts: articles, marketing blocks, contact channels, documents. */

import { z } from "zod/mini"
import { described, named } from "./described.ts"
import { LANGUAGES } from "./language.ts"
import { timeMs } from "./scalar.ts"

/** What a category is for; `other` is the operator's own. */
export const ARTICLE_KINDS = ["notice", "help", "about", "other"] as const
export type ArticleKind = (typeof ARTICLE_KINDS)[number]

/** Category of the platform's notices. */
export const NOTICE_CATEGORY = 92

export const articleId = named("ArticleId", z.string().check(z.regex(/^[\w-]{1,64}$/)), {
  description: "Name of an article, the same in every language.",
})
const categoryId = z.int().check(z.minimum(1), z.maximum(999_999_999))
const language = described(z.enum(LANGUAGES), "Which language the text is in, if not the one asked for.")
const address = (what: string) =>
  described(
    z.string(),
    `${what}: a whole address, a path below the API's base that starts with \`/content/\`, or empty.`,
  )

export const articleRow = named(
  "ArticleRow",
  z.object({
    id: articleId,
    category_id: categoryId,
    title: z.string(),
    summary: described(z.string(), "One or two sentences, plain text; may be empty."),
    date: timeMs,
    pinned: described(z.boolean(), "Stands above all others."),
    language,
  }),
  { description: "An article as lists show it." },
)
export type ArticleRow = z.infer<typeof articleRow>

const html = described(
  z.string(),
  "Sanitised HTML without scripts, styles and handlers. Addresses that start with `/content/` are below the API's base.",
)

export const articleText = named("Article", z.extend(articleRow, { html }), {
  description: "An article with its text.",
})
export type ArticleText = z.infer<typeof articleText>

export const articleCategory = named(
  "ArticleCategory",
  z.object({ id: categoryId, kind: z.enum(ARTICLE_KINDS), title: z.string() }),
  { description: "A shelf of articles. Notices are category 92." },
)
export type ArticleCategory = z.infer<typeof articleCategory>

export const marketingBlock = named(
  "MarketingBlock",
  z.object({
    id: articleId,
    title: z.string(),
    text: described(z.string(), "Plain text."),
    link: described(z.string(), "An address, a screen of the terminal (`/pages/…`), or empty."),
    picture: address("A picture"),
    language,
  }),
  { description: "Something the operator says on the home page." },
)
export type MarketingBlock = z.infer<typeof marketingBlock>

export const SERVICE_KINDS = [
  "email",
  "phone",
  "chat",
  "telegram",
  "whatsapp",
  "discord",
  "x",
  "link",
] as const

export const serviceChannel = named(
  "ServiceChannel",
  z.object({
    kind: z.enum(SERVICE_KINDS),
    name: described(z.string(), "What it is called."),
    value: described(z.string(), "What to show and copy: an address, a number, a name."),
    address: described(z.string(), "Where a press leads: https:, mailto: or tel:."),
    note: described(z.string(), "When it is answered, say; may be empty."),
  }),
  { description: "A way to reach the operator." },
)
export type ServiceChannel = z.infer<typeof serviceChannel>

export const suppliedDocument = named(
  "SuppliedDocument",
  z.object({
    title: z.string(),
    date: timeMs,
    html,
    language,
    files: z.array(
      z.object({ name: z.string(), address: address("The file"), bytes: z.int().check(z.minimum(0)) }),
    ),
  }),
  { description: "A document that the operator has supplied." },
)
export type SuppliedDocument = z.infer<typeof suppliedDocument>
