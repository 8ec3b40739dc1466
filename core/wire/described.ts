/** Adds names and descriptions to schemas; they end up in the documents. */

import { z } from "zod/mini"

/** The same schema with a sentence for whoever reads the documents. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.meta({ description }))

/** One place of a positional row: its name, and a sentence where the name isn't enough. */
export const place = <Schema extends z.ZodMiniType>(
  title: string,
  schema: Schema,
  description?: string,
): Schema => schema.check(z.meta(description === undefined ? { title } : { title, description }))

/**
 * Gives a schema a name of its own in the documents, where others point to it. `shown` are the keywords of JSON
 * Schema for what zod can't tell by itself; `usual` becomes the default.
 */
export function named<Schema extends z.ZodMiniType>(
  id: string,
  schema: Schema,
  shown: { description: string } & Record<string, unknown>,
): Schema {
  z.globalRegistry.add(schema, { id, ...shown })
  return schema
}
