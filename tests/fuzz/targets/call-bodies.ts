/** Fuzz target: the bodies and queries of all calls, the operator's as well. An input is the name of a call, a blank and its body. */

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import { endpoints } from "#core/wire/index.ts"
import { operatorEndpoints } from "#core/wire/operator-calls.ts"
import { readWith } from "#server/calls/read-request.ts"
import { DocumentSchemas } from "#server/docs/document-schemas.ts"
import { type FuzzTarget, must, mustBePlain, mustBeSame, textsIn } from "../fuzz-target.ts"

const PROBLEM_LENGTH_MAX = 200
/** What defaults may add to a request. */
const DEFAULTS_LENGTH_MAX = 1000
/** Lets through whatever stands in its query, and reads none of it. */
const UNREAD = "home"

export const calls = { ...endpoints, ...operatorEndpoints }
export type CallName = keyof typeof calls
export const callNames = Object.keys(calls) as CallName[]

/** Reads a body as a request of the call: changes nothing of it, takes nothing that wasn't said, and reads what it made the same. */
export function checkBody(name: CallName, given: unknown): { isTaken: boolean; marks: string[] } {
  const { request } = calls[name]
  const before = JSON.stringify(given)
  const read = readWith(request, given)
  must(JSON.stringify(given) === before, `${name} changed what it read`)
  if (!read.ok) {
    const { problem } = read
    must(JSON.stringify(problem).length <= PROBLEM_LENGTH_MAX, `${name}: a refusal is too long`)
    const field = String(problem.values?.field ?? "").replaceAll(/\.?\d+/g, "")
    return { isTaken: false, marks: [`${name} refuses ${knownField(name, field)}`] }
  }
  if (name === UNREAD) return { isTaken: true, marks: [] }
  mustBePlain(read.value)
  // zod passes over such a field of a record, and so it isn't in what was read.
  if (!before?.includes('"__proto__"')) mustBeDocumented(name, given)
  const written = JSON.stringify(read.value)
  must(written.length <= before.length + DEFAULTS_LENGTH_MAX, `${name} made more of a request than it was`)
  mustBeSaid(name, given, read.value as object)
  const again = readWith(request, JSON.parse(written))
  must(again.ok, `${name} doesn't take again what it took`)
  mustBeSame(again.value, read.value, `${name} reads otherwise what it has written`)
  return { isTaken: true, marks: Object.keys(read.value as object).map((field) => `${name} takes ${field}`) }
}

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  verbose: true,
  unicodeRegExp: false,
  logger: false,
})
const documents = new Map<CallName, { validate: ValidateFunction; text: string }>()

function documentOf(name: CallName): { validate: ValidateFunction; text: string } {
  const known = documents.get(name)
  if (known) return known
  const schemas = new DocumentSchemas("draft-2020-12")
  const own = schemas.of(calls[name].request)
  const whole = { ...own, components: { schemas: schemas.named } }
  const made = { validate: ajv.compile(whole), text: JSON.stringify(whole) }
  documents.set(name, made)
  return made
}

/** A client may make up as many names of fields as it likes: one is as new as the other. */
function knownField(name: CallName, path: string): string {
  const field = path.split(".").at(-1) ?? ""
  return documentOf(name).text.includes(`"${field}"`) ? field : "another"
}

/** What is taken is what the documents allow: a number where they ask for a text is not. */
function mustBeDocumented(name: CallName, given: unknown): void {
  const { validate } = documentOf(name)
  if (validate(given ?? {})) return
  const [error] = (validate.errors ?? []).filter((each) => !isQueryNumber(each))
  must(!error, `${name} took at ${error?.instancePath} what the documents don't allow: ${error?.message}`)
}

/** In a query whole numbers stand as text. */
const isQueryNumber = ({ keyword, params, data }: ErrorObject): boolean =>
  keyword === "type" && params.type === "integer" && typeof data === "string" && /^\d+$/.test(data)

/** A text stands in the request as a text, but where a field that isn't there has a default. */
function mustBeSaid(name: CallName, given: unknown, value: object): void {
  const texts = new Set([...textsIn(given)].map(loosely))
  for (const [field, each] of Object.entries(value)) {
    if (!Object.hasOwn(Object(given), field)) continue
    for (const text of textsIn(each))
      must(texts.has(loosely(text)), `${name} took ${text.slice(0, 80)}, which nobody said as a text`)
  }
}

/** Names and reasons lose blanks, addresses of mail their capitals. */
const loosely = (text: string): string => text.replaceAll(/\s+/g, " ").trim().toLowerCase()

export const target: FuzzTarget = {
  form: "text",
  seeds: callNames.map((name) => `${name} ${JSON.stringify(calls[name].example.request)}`),
  read(input) {
    const blank = input.indexOf(" ")
    const name = callNames.find((each) => each === input.slice(0, Math.max(0, blank)))
    if (!name) return []
    let given: unknown
    try {
      given = JSON.parse(input.slice(blank + 1))
    } catch {
      return []
    }
    return checkBody(name, given).marks
  },
}
