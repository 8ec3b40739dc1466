/** Reads the lists of the content: categories, and the channels of the customer service. */

import { readFile } from "node:fs/promises"
import { z } from "zod/mini"
import { ARTICLE_KINDS, LANGUAGES, SERVICE_KINDS } from "#core/wire/index.ts"
import type { Library, LibraryCategory, Words } from "./library.ts"

const text = z.string().check(z.maxLength(500))
/** A word for all languages, or one for each. */
const words = z.pipe(
  z.union([text, z.partialRecord(z.enum(LANGUAGES), text)]),
  z.transform(
    (given): Words =>
      typeof given === "string" ? Object.fromEntries(LANGUAGES.map((language) => [language, given])) : given,
  ),
)

const categories = z.array(
  z.strictObject({
    id: z.int().check(z.minimum(1), z.maximum(999_999_999)),
    kind: z._default(z.enum(ARTICLE_KINDS), "other"),
    title: words,
  }),
)

const service = z.strictObject({
  text: z._default(words, {}),
  channels: z.array(
    z.strictObject({
      kind: z.enum(SERVICE_KINDS),
      name: words,
      value: text,
      address: z.string().check(z.regex(/^(?:https:\/\/|mailto:|tel:)\S{3,300}$/)),
      note: z._default(words, {}),
    }),
  ),
})

export const readCategories = async (path: string): Promise<LibraryCategory[]> =>
  parsed(categories, await readFile(path, "utf8"))

/** No file: no channels. */
export async function readService(path: string): Promise<Library["service"]> {
  const given = await readFile(path, "utf8").catch(() => '{"channels":[]}')
  return parsed(service, given)
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, given: string): z.output<Schema> {
  const read = schema.safeParse(JSON.parse(given))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Error(`${issue?.path.join(".") || "it"} is not as it should be: ${issue?.message ?? ""}`)
}
