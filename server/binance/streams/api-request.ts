/** A request of the WebSocket API: an id, a method, and parameters, which a signature is over in the order of their names. */

import { DoorError } from "../door-error.ts"
import { type GivenParameters, Parameters } from "../parameters.ts"
import type { RequestId } from "./stream-request.ts"

export interface ApiRequest extends GivenParameters {
  id: RequestId
  method: string
  /** Of the parameters; undefined: none was sent. */
  apiKey: string | undefined
  /** Whether the answer tells of limits. */
  tellsLimits: boolean
}

const ID_CHARS_MAX = 36
const NAME = /^[A-Za-z0-9_]{1,40}$/

/** What can be read of a request's id, for an answer to whatever is wrong with it. */
export function readId(said: unknown): RequestId | undefined {
  const { id } = (typeof said === "object" && said !== null ? said : {}) as { id?: unknown }
  if (id === null) return null
  if (typeof id === "string") return id.length <= ID_CHARS_MAX ? id : undefined
  return Number.isSafeInteger(id) ? (id as number) : undefined
}

/** @throws DoorError -1135 for what is no request, -1100 and -1102 for its parts */
export function readApiRequest(said: unknown): ApiRequest {
  const id = readId(said)
  if (id === undefined) throw new DoorError(-1135, "Invalid JSON Request: a valid id is needed.")
  const { method, params = {} } = said as Record<string, unknown>
  if (typeof method !== "string") throw new DoorError(-1135, "Invalid JSON Request: no method.")
  if (typeof params !== "object" || params === null || Array.isArray(params))
    throw new DoorError(-1135, "Invalid JSON Request: params must be an object.")
  const texts = new Map(Object.entries(params).map(([name, value]) => [readName(name), textOf(value)]))
  const signed = [...texts].filter(([name]) => name !== "signature").sort(byName)
  return {
    ...{ id, method, apiKey: texts.get("apiKey"), parameters: new Parameters(texts) },
    signed: signed.map(([name, value]) => `${name}=${value}`).join("&"),
    signature: texts.get("signature"),
    tellsLimits: texts.get("returnRateLimits") !== "false",
  }
}

const byName = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : 1)

function readName(name: string): string {
  if (!NAME.test(name)) throw new DoorError(-1100, "Illegal characters found in a parameter.")
  return name
}

/** Lists as they are written in a query. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return JSON.stringify(value)
  throw new DoorError(-1102, "A parameter was empty/null, or malformed.")
}
