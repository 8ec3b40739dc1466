/** A refusal in Binance's form: a negative code, a message in English, and the HTTP status that goes with it. */

/** Thrown wherever a request to the door can't be answered; the door's error handler sends it. */
export class DoorError extends Error {
  override readonly name = "DoorError"
  readonly code: number
  readonly status: number
  /** What some refusals carry beside code and message. */
  readonly data: object | undefined

  constructor(code: number, msg: string, status = 400, data?: object) {
    super(msg)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** As it stands in the answer. */
export const bodyOf = ({ code, message, data }: DoorError): object => ({
  ...{ code, msg: message },
  ...(data && { data }),
})

/** Spot and USD-M futures have codes of their own for the same thing. */
export type Venue = "spot" | "futures"

export const unknownSymbol = (): DoorError => new DoorError(-1121, "Invalid symbol.")
export const missing = (name: string): DoorError =>
  new DoorError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)
export const illegal = (name: string, range: string): DoorError =>
  new DoorError(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`)
export const notAllowed = (): DoorError =>
  new DoorError(-2015, "Invalid API-key, IP, or permissions for action.", 401)
export const badCombination = (): DoorError =>
  new DoorError(-1128, "Combination of optional parameters invalid.")
