/** The form of a fuzz target: one family of parsers, read with whatever input is thought of, and what must then be true. */

export interface FuzzTarget {
  /** `bytes`: each character of an input is a byte, below 256. */
  form: "text" | "bytes"
  /** Right inputs: all others come from these. */
  seeds: readonly string[]
  /**
   * Reads an input and checks what came of it.
   * @returns words for what was seen, such as "placeSpotOrder refuses price": an input with a new one is kept, as one is that
   * reaches new code
   * @throws whatever is a fault, from the parser or as a {@link Finding}
   */
  read(input: string): readonly string[] | Promise<readonly string[]>
}

/** What was read isn't as it must be. */
export class Finding extends Error {
  override readonly name = "Finding"
}

/** @throws Finding where `isTrue` isn't */
export function must(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Finding(otherwise)
}

export const bytesOf = (input: string): Buffer => Buffer.from(input, "latin1")

/** Both as JSON: fields that are undefined don't count. */
export const mustBeSame = (one: unknown, other: unknown, otherwise: string): void => {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
  if (first !== second) throw new Finding(`${otherwise}: ${cut(first)} and ${cut(second)}`)
}

const cut = (text: string | undefined) => String(text).slice(0, 300)

/** Plain data: nothing in it has a foreign prototype, or is named `__proto__`. */
export function mustBePlain(value: unknown): void {
  if (typeof value !== "object" || value === null) return
  if (Array.isArray(value)) {
    value.forEach(mustBePlain)
    return
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  must(prototype === Object.prototype || prototype === null, "an object has a foreign prototype")
  must(!Object.hasOwn(value, "__proto__"), "an object has a field named __proto__")
  for (const each of Object.values(value)) mustBePlain(each)
}

/** All texts that stand in a value, names of fields left out. */
export function textsIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === "string") into.add(value)
  else if (typeof value === "object" && value !== null)
    for (const each of Object.values(value)) textsIn(each, into)
  return into
}

const BUILT_IN = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Function.prototype]
const namesOfBuiltIn = () =>
  BUILT_IN.reduce<number>((sum, each) => sum + Object.getOwnPropertyNames(each).length, 0)
const namesBefore = namesOfBuiltIn()

/** Nothing was added to what all objects share. */
export const mustLeavePrototypes = (): void =>
  must(namesOfBuiltIn() === namesBefore, "a prototype has got a field")
