/** Changes an input into one that nobody has tried: by the grammar of JSON where it is JSON, else by its characters. */

import type { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { malformed, ODD_VALUES } from "#tests/support/malformed.ts"

const INPUT_LENGTH_MAX = 4096

export interface Ground {
  form: "text" | "bytes"
  /** Texts that stand in the code. */
  words: readonly string[]
  /** What parts are borrowed from. */
  corpus: readonly string[]
}

const MARKS = ['"', ..."{}[]:,.-+eE0 \n\\/@_&=%", "\u0000", "\u202e", "\ud800", "é", "\uffff"] as const
const ODD_BYTES = [0, 1, 2, 3, 4, 15, 16, 31, 32, 65, 126, 127, 128, 129, 192, 240, 254, 255] as const
const ODD_NUMBERS = [
  "0",
  "-0",
  "1",
  "-1",
  "00",
  "1e3",
  "4294967296",
  "9007199254740993",
  "0.00000001",
] as const
const STEPS_MAX = 4

/** One to four changes, one on top of the other. */
export function mutate(input: string, ground: Ground, chance: SeededChance): string {
  let result = input
  // Half of the time a single one: what leads on is often one character.
  for (let step = chance.happens(0.5) ? 1 : chance.whole(2, STEPS_MAX); step > 0; step -= 1) {
    const begin = result.search(/[[{]/)
    const isByGrammar = ground.form === "text" && begin >= 0 && chance.happens(0.6)
    result = isByGrammar ? byGrammar(result, begin, ground, chance) : byCharacters(result, ground, chance)
  }
  return result.slice(0, INPUT_LENGTH_MAX)
}

const other = ({ corpus }: Ground, chance: SeededChance): string =>
  corpus[chance.whole(0, corpus.length - 1)] ?? ""
const word = ({ words }: Ground, chance: SeededChance): string =>
  words[chance.whole(0, words.length - 1)] ?? chance.pick(ODD_NUMBERS)

/** What stands before the JSON is kept: it names whose JSON it is. */
function byGrammar(input: string, begin: number, ground: Ground, chance: SeededChance): string {
  const value = parsed(input.slice(begin))
  if (value === undefined) return byCharacters(input, ground, chance)
  const head = input.slice(0, begin)
  if (chance.happens(0.3)) return head + malformed(value, chance)
  const nodes = nodesOf(value)
  const node = nodes[chance.whole(0, nodes.length - 1)]
  if (!node) return head + (chance.happens(0.5) ? "{}" : "[]")
  change(node, ground, chance)
  return head + JSON.stringify(value)
}

/** A place in a value: a field of an object or an item of an array. */
interface Place {
  parent: Record<string, unknown> | unknown[]
  key: string
}

function nodesOf(value: unknown, into: Place[] = []): Place[] {
  if (typeof value !== "object" || value === null || into.length > 500) return into
  for (const [key, each] of Object.entries(value)) {
    into.push({ parent: value as Place["parent"], key })
    nodesOf(each, into)
  }
  return into
}

function change({ parent, key }: Place, ground: Ground, chance: SeededChance): void {
  const fields = parent as Record<string, unknown>
  const value = fields[key]
  switch (chance.whole(0, 7)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete fields[key]
      break
    case 1:
      if (Array.isArray(parent)) parent.splice(Number(key), 0, value)
      else set(fields, word(ground, chance), value)
      break
    case 2:
      set(fields, key, word(ground, chance))
      break
    case 3:
      set(fields, key, parsed(chance.pick(ODD_VALUES)))
      break
    case 4: {
      // Part of another input in its place.
      const from = other(ground, chance)
      const places = nodesOf(parsed(from.slice(Math.max(0, from.search(/[[{]/)))))
      const place = places[chance.whole(0, places.length - 1)]
      if (place) set(fields, key, (place.parent as Record<string, unknown>)[place.key])
      break
    }
    case 5:
      // A number as a text, a text as a number.
      set(fields, key, typeof value === "string" ? Number(value) : JSON.stringify(value))
      break
    case 6:
      if (Array.isArray(value)) value.push(...value)
      else set(fields, key, [value])
      break
    default:
      if (typeof value === "number") set(fields, key, value + chance.pick([1, -1, 0.5, 2 ** 31, -(2 ** 53)]))
      else if (typeof value === "string") set(fields, key, byCharacters(value, ground, chance))
      else set(fields, key, chance.pick([true, false, null, 0, "", "0"]))
  }
}

/** A field of its own whatever it is called; assigning to `__proto__` would make none. */
const set = (fields: object, key: string, value: unknown): void => {
  Object.defineProperty(fields, key, { value, writable: true, enumerable: true, configurable: true })
}

function byCharacters(input: string, ground: Ground, chance: SeededChance): string {
  const at = chance.whole(0, input.length)
  const length = chance.whole(1, chance.happens(0.8) ? 4 : 64)
  const [before, behind] = [input.slice(0, at), input.slice(at)]
  switch (chance.whole(0, 7)) {
    case 0:
      return before + behind.slice(length)
    case 1:
      return before + oddCharacter(ground, chance) + behind
    case 2:
      return before + oddCharacter(ground, chance) + behind.slice(1)
    case 3:
      return before + behind.slice(0, length).repeat(chance.happens(0.9) ? 2 : 20) + behind.slice(length)
    case 4: {
      const one = word(ground, chance)
      return before + one + behind.slice(chance.pick([0, one.length, one.length, length]))
    }
    case 5: {
      const from = other(ground, chance)
      const part = from.slice(chance.whole(0, from.length))
      return chance.happens(0.5) ? before + part : before + part.slice(0, length) + behind
    }
    case 6:
      return changedNumber(input, ground, chance)
    default: {
      if (at === input.length) return input + oddCharacter(ground, chance)
      const flipped = input.charCodeAt(at) ^ (1 << chance.whole(0, 7))
      return before + String.fromCharCode(flipped) + behind.slice(1)
    }
  }
}

const oddCharacter = ({ form }: Ground, chance: SeededChance): string =>
  form === "bytes"
    ? String.fromCharCode(chance.happens(0.5) ? chance.pick(ODD_BYTES) : chance.whole(0, 255))
    : chance.happens(0.6)
      ? chance.pick(MARKS)
      : String.fromCharCode(chance.whole(32, 126))

/** One of the numbers in it: the next, another length, or one at a border. */
function changedNumber(input: string, ground: Ground, chance: SeededChance): string {
  const numbers = [...input.matchAll(/\d+/g)]
  const found = numbers[chance.whole(0, numbers.length - 1)]
  if (!found) return input + word(ground, chance)
  const digits = found[0]
  const changed = chance.pick([
    String(Number(digits) + 1),
    String(Math.max(0, Number(digits) - 1)),
    `${digits}0`,
    digits.slice(1),
    chance.pick(ODD_NUMBERS),
  ])
  return input.slice(0, found.index) + changed + input.slice(found.index + digits.length)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
