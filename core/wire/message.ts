/** The form of every socket message: `{ type, data }`. */

import { z } from "zod/mini"

export const message = <Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data })

/** A message as the documents tell it. */
export interface MessageEntry {
  /** Who sends it. */
  from: "client" | "server"
  schema: z.ZodMiniType
  summary: string
  notes: string
  /** `data` of messages as they could be sent; undefined: the message has none. */
  examples: readonly { name: string; data: unknown }[]
}
