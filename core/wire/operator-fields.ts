/** Fields that several operator calls share, and the values that their examples use. */

import { z } from "zod/mini"
import { accountText } from "./account.ts"
import { described } from "./described.ts"

const REASON_LENGTH_MAX = 200

export const user = described(accountText, "UID, e-mail address or phone number.")
const why = z.string().check(z.trim(), z.minLength(3), z.maxLength(REASON_LENGTH_MAX), z.regex(/^\P{C}*$/u))
export const reason = described(why, "Stands in the audit table.")
export const reasonIfAny = z.optional(z.union([why, z.literal("")]))
export const cursor = z.optional(z.string().check(z.maxLength(40)))
export const next = z.string()
export const uid = z.string()
export const done = z.object({ uid })
export const doneExample = { uid: "48201734" }
export const given = { user: "48201734" }
