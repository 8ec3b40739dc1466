/** What a request to the door carries: parameters of query and body, read one by one in Binance's words for what is wrong. */

import type { PriceText, QuantityText } from "#core/money/units.ts"
import { DoorError, illegal, missing } from "./door-error.ts"

const DECIMAL = /^(\d{1,20})(?:\.(\d{1,20}))?$/
const DECIMAL_RANGE = "^([0-9]{1,20})(\\.[0-9]{1,20})?$"
/** Of the wire. */
const DECIMALS_MOST = 16
const WHOLE = /^\d{1,16}$/
const CLIENT_ID = /^[A-Za-z0-9._:/-]{1,36}$/
const CLIENT_ID_RANGE = "^[\\.A-Z\\:/a-z0-9_-]{1,36}$"
const SIGNATURE = "signature="

/** Read, but of no market yet: whether it is on the steps, the call says that it is handed to. */
export type DecimalText = PriceText & QuantityText

/** Parameters by name. A name that query and body share is taken from the query; names that nobody reads don't matter. */
export class Parameters {
  readonly #texts: ReadonlyMap<string, string>

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
  }

  /** Left out: undefined. @throws DoorError -1105 for one that is empty */
  text(name: string): string | undefined {
    const text = this.#texts.get(name)
    if (text === "") throw new DoorError(-1105, `Parameter '${name}' was empty.`)
    return text
  }

  has(name: string): boolean {
    return this.#texts.has(name)
  }

  /** @throws DoorError -1102 where it is left out */
  required(name: string): string {
    const text = this.#texts.get(name)
    if (text === undefined || text === "") throw missing(name)
    return text
  }

  /** Decimal text in its shortest form, as the wire takes it. @throws DoorError -1100, or -1111 where it is finer than any step */
  decimal(name: string): DecimalText | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const [, whole = "", fraction = ""] = DECIMAL.exec(text) ?? []
    if (whole === "") throw illegal(name, DECIMAL_RANGE)
    const short = fraction.replace(/0+$/, "")
    if (short.length > DECIMALS_MOST)
      throw new DoorError(-1111, `Parameter '${name}' has too much precision.`)
    const ahead = whole.replace(/^0+(?=\d)/, "")
    return (short === "" ? ahead : `${ahead}.${short}`) as DecimalText
  }

  requiredDecimal(name: string): DecimalText {
    this.required(name)
    return this.decimal(name) ?? ("" as DecimalText)
  }

  /** A whole number. @throws DoorError -1100, or -1130 where it is out of bounds */
  whole(name: string, least = 0, most = Number.MAX_SAFE_INTEGER): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (!WHOLE.test(text)) throw illegal(name, "^[0-9]{1,16}$")
    const value = Number(text)
    if (value < least || value > most)
      throw new DoorError(-1130, `Data sent for parameter '${name}' is not valid.`)
    return value
  }

  /** How many rows are wanted: never more than `most`, as Binance cuts it. */
  limit(usual: number, most: number): number {
    return Math.min(this.whole("limit", 1) ?? usual, most)
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name)?.toLowerCase()
    if (text === undefined) return undefined
    if (text !== "true" && text !== "false") throw illegal(name, "true|false")
    return text === "true"
  }

  /** One of the named words. @throws DoorError with `code` for any other */
  oneOf<const Word extends string>(
    name: string,
    words: readonly Word[],
    code = -1130,
    msg = `Data sent for parameter '${name}' is not valid.`,
  ): Word | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const word = words.find((one) => one === text)
    if (word === undefined) throw new DoorError(code, msg)
    return word
  }

  clientId(name: string): string | undefined {
    const text = this.text(name)
    if (text !== undefined && !CLIENT_ID.test(text)) throw illegal(name, CLIENT_ID_RANGE)
    return text
  }

  /** Names as a JSON array of texts: `["BTCUSDT","ETHUSDT"]`. @throws DoorError -1100 */
  list(name: string): string[] | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const names = /^\[(.*)\]$/.exec(text)?.[1]?.split(",")
    const bare = names?.map((one) => /^\s*"?([A-Za-z0-9_.:/-]{1,40})"?\s*$/.exec(one)?.[1])
    const isWhole = (list: typeof bare): list is string[] => list?.includes(undefined) === false
    if (!isWhole(bare)) throw illegal(name, '^\\[("[A-Z0-9-_.]{1,20}",?)+\\]$')
    return bare
  }
}

export interface GivenParameters {
  parameters: Parameters
  /** What a signature is over: query and body as they came, one behind the other, each without its `signature`. */
  signed: string
  /** Undefined: none was sent. */
  signature: string | undefined
}

/**
 * Reads query and body, both as they came.
 * @throws DoorError -1101 for a name that stands twice in one of them
 * @example readParameters("symbol=BTCUSDT&signature=ab", "").signed // "symbol=BTCUSDT"
 */
export function readParameters(query: string, body: string): GivenParameters {
  const texts = new Map([...fieldsOf(body), ...fieldsOf(query)])
  // A plus sign that a client left as it is came as a space; base64 has none.
  const signature = texts.get("signature")?.replaceAll(" ", "+")
  return { parameters: new Parameters(texts), signed: unsigned(query) + unsigned(body), signature }
}

function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (fields.has(name)) throw new DoorError(-1101, "Duplicate values for a parameter detected.")
    fields.set(name, value)
  }
  return fields
}

const unsigned = (text: string): string =>
  text
    .split("&")
    .filter((field) => !field.startsWith(SIGNATURE))
    .join("&")
