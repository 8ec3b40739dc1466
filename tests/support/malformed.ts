/** Makes malformed texts and values out of right ones, by a seeded chance. */

import type { SeededChance } from "#tests/simulation/seeded-chance.ts"

/** What stands in for a value. Texts are as a client writes them into JSON. */
export const ODD_VALUES = [
  ...["null", "true", "-0", "1e400", "-1e400", "9007199254740993", "0.1e-400", '""', '" "', '"NaN"', '"1e9"'],
  ...['"__proto__"', '"constructor"', '"\\u0000"', '"\\ud800"', "[]", "{}", "[[[[[[[[]]]]]]]]"],
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}', '{"toString":1}'],
  ...[`"${"9".repeat(400)}"`, `"${"x".repeat(3000)}"`, `${"[".repeat(2000)}${"]".repeat(2000)}`],
] as const
const ODD_KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "\u0000",
  "type",
  "data",
  "x".repeat(200),
] as const
/** Characters that mean something to a parser. */
const MARKS = ['"', "{", "}", "[", "]", ",", ":", "\\", "\u0000", "\ud800", "-", "e", ".", "0", "\n"] as const
const CUTS_MAX = 4

/** The JSON of `value` with one or more things wrong with it, or, by chance, none. */
export function malformed(value: unknown, chance: SeededChance): string {
  let text = JSON.stringify(changed(value, chance))
  // What was put in as a text becomes what it says: JSON itself can't hold an infinite number.
  text = text.replaceAll(/"\\u0001(\d+)\\u0001"/g, (_, place: string) => ODD_VALUES[Number(place)] ?? "null")
  if (chance.happens(0.3)) return broken(text, chance)
  return chance.happens(0.05)
    ? `[${Array.from({ length: chance.whole(0, 40) }, () => text).join(",")}]`
    : text
}

/** Somewhere in it another value, another field, one field less. */
function changed(value: unknown, chance: SeededChance): unknown {
  if (chance.happens(0.08)) return `\u0001${chance.whole(0, ODD_VALUES.length - 1)}\u0001`
  if (Array.isArray(value)) {
    const items = value.map((item) => changed(item, chance))
    if (chance.happens(0.1)) items.push(...items)
    return items
  }
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).filter(() => !chance.happens(0.05))
  if (chance.happens(0.1)) fields.push([chance.pick(ODD_KEYS), 1])
  return Object.fromEntries(fields.map(([key, item]) => [key, changed(item, chance)]))
}

/** Cut off, doubled, or with a mark where none belongs. */
function broken(text: string, chance: SeededChance): string {
  let result = text
  for (let cut = chance.whole(1, CUTS_MAX); cut > 0; cut -= 1) {
    const at = chance.whole(0, result.length)
    const length = chance.whole(0, 8)
    if (chance.happens(0.4)) result = result.slice(0, at) + chance.pick(MARKS) + result.slice(at)
    else if (chance.happens(0.5)) result = result.slice(0, at) + result.slice(at + length)
    else result = result.slice(0, at + length) + result.slice(at)
  }
  return result
}
