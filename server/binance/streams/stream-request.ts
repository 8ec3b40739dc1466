/** What a client says on a stream socket: subscribe, unsubscribe, list, and the form of messages. */

const METHODS = ["SUBSCRIBE", "UNSUBSCRIBE", "LIST_SUBSCRIPTIONS", "SET_PROPERTY", "GET_PROPERTY"] as const
type Method = (typeof METHODS)[number]

/** Chosen by the client; an answer repeats it. */
export type RequestId = number | string | null

export type StreamRequest =
  | { id: RequestId; method: "SUBSCRIBE" | "UNSUBSCRIBE"; names: readonly string[] }
  | { id: RequestId; method: "LIST_SUBSCRIPTIONS" }
  | { id: RequestId; method: "SET_PROPERTY"; isCombined: boolean }
  | { id: RequestId; method: "GET_PROPERTY" }

export interface StreamFault {
  id: RequestId
  code: 0 | 1 | 2 | 3
  msg: string
}

/** Longest text that may be an id. */
const ID_CHARS_MAX = 36

/** @example readStreamRequest('{"method":"SUBSCRIBE","params":["btcusdt@trade"],"id":1}') */
export function readStreamRequest(text: string): StreamRequest | StreamFault {
  let said: unknown
  try {
    said = JSON.parse(text)
  } catch {
    return { id: null, code: 3, msg: "Invalid JSON: expected value at line 1 column 1" }
  }
  if (typeof said !== "object" || said === null || Array.isArray(said))
    return fault(null, "Invalid request: expected an object")
  const { method, params, id: given } = said as Record<string, unknown>
  const id = readId(given)
  if (id === undefined) return fault(null, "Invalid request: request ID must be an unsigned integer")
  if (method === undefined) return fault(id, "Invalid request: missing field `method`")
  const known = METHODS.find((one) => one === method)
  if (!known)
    return fault(
      id,
      `Invalid request: unknown variant, expected one of ${METHODS.map((one) => `\`${one}\``).join(", ")}`,
    )
  return readParams(id, known, params)
}

function readParams(id: RequestId, method: Method, params: unknown): StreamRequest | StreamFault {
  switch (method) {
    case "LIST_SUBSCRIPTIONS":
      return { id, method }
    case "SUBSCRIBE":
    case "UNSUBSCRIBE":
      if (!Array.isArray(params) || params.length === 0)
        return fault(id, "Invalid request: params must be a list of stream names")
      if (!params.every((name) => typeof name === "string"))
        return fault(id, "Invalid request: stream name must be a string")
      return { id, method, names: [...new Set(params)] }
    default:
      return readProperty(id, method, params)
  }
}

function readProperty(
  id: RequestId,
  method: "SET_PROPERTY" | "GET_PROPERTY",
  params: unknown,
): StreamRequest | StreamFault {
  const [name, value, ...more] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof name !== "string") return fault(id, "Invalid request: property name must be a string")
  if (name !== "combined") return { id, code: 0, msg: "Unknown property" }
  if (more.length > 0 || (method === "GET_PROPERTY" && value !== undefined))
    return fault(id, "Invalid request: too many parameters")
  if (method === "GET_PROPERTY") return { id, method }
  if (typeof value !== "boolean") return { id, code: 1, msg: "Invalid value type: expected Boolean" }
  return { id, method, isCombined: value }
}

const fault = (id: RequestId, msg: string): StreamFault => ({ id, code: 2, msg })

/** Undefined: no id may look like that. */
function readId(given: unknown): RequestId | undefined {
  if (given === undefined || given === null) return null
  if (typeof given === "string") return given.length <= ID_CHARS_MAX ? given : undefined
  return Number.isSafeInteger(given) && (given as number) >= 0 ? (given as number) : undefined
}

export const answerText = (id: RequestId, result: unknown): string => JSON.stringify({ result, id })
export const faultText = ({ id, code, msg }: StreamFault): string =>
  JSON.stringify({ error: { code, msg }, id })
