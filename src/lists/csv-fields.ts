/** The fields of a row as the wire has them, for a file. */

const MOMENT = /^(?:time|created|updated|opened|expiry|settled)$/

/** Nested ones are left out, but for those named in `nested`: their fields stand as `open.price`. */
export const plainFields = (row: object, nested: readonly string[] = []): [string, string][] =>
  Object.entries(row).flatMap(([name, value]): [string, string][] => {
    if (nested.includes(name))
      return plainFields(Object(value)).map(([inner, text]) => [`${name}.${inner}`, text])
    if (typeof value === "object") return []
    return [[name, MOMENT.test(name) ? isoOf(value) : String(value)]]
  })

/** A moment that hasn't come is 0 on the wire. */
const isoOf = (value: unknown): string =>
  typeof value === "number" && value !== 0 ? new Date(value).toISOString() : String(value)
