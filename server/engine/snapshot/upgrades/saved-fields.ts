/** Reads the fields of a saved state that nothing has checked yet: an older version, or a damaged one. */

/** The state can't be understood; the text says which part of it. */
export class SavedStateFault extends Error {
  override readonly name = "SavedStateFault"
}

export type SavedFields = Readonly<Record<string, unknown>>

/** The value as an object with fields. Throws a {@link SavedStateFault} that calls it `name`. */
export function fieldsOf(value: unknown, name: string): SavedFields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new SavedStateFault(`${name} is not an object`)
  return value as SavedFields
}

/** The list in the field `name`, each item with fields. Throws a {@link SavedStateFault} without one. */
export function listIn(fields: SavedFields, name: string): SavedFields[] {
  const list = fields[name]
  if (!Array.isArray(list)) throw new SavedStateFault(`${name} is missing`)
  return list.map((item, index) => fieldsOf(item, `${name}.${index}`))
}
