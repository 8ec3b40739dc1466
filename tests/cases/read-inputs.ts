/** Reads the inputs of a case by a schema: what a file spells otherwise, or leaves out, is a reason and not a crash. */

import * as z from "zod/mini"
import { type Adapter, CannotRun, type CaseContext } from "./case-file.ts"

/** Text; files write figures as text or as numbers. */
export const text = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

/** A plain decimal as text. */
export const decimal = z.pipe(
  z.union([z.string(), z.number()]).check(z.refine((value) => DECIMAL.test(String(value)))),
  z.transform(String),
)

/** A whole number, written as text or as a number. */
export const whole = z.pipe(
  z.union([z.string(), z.number()]).check(z.refine((value) => WHOLE.test(String(value)))),
  z.transform((value) => BigInt(value)),
)

/** An adapter that is only asked when the inputs have the form it needs; else the case is skipped, saying why. */
export const adapterFor =
  <Schema extends z.ZodMiniType>(
    schema: Schema,
    compute: (inputs: z.output<Schema>, context: CaseContext) => unknown,
  ): Adapter =>
  (inputs, context) =>
    compute(readAs(schema, inputs), context)

/** The value in the form of the schema. Throws {@link CannotRun}, naming the first field that isn't as needed. */
export function readAs<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new CannotRun(`inputs lack what is needed: ${issue?.path.join(".") || "all"} (${issue?.code})`)
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const WHOLE = /^-?\d+$/
