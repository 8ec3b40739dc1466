/** Proves a request in Binance's own form of signing: key in a header, time and signature among the parameters. */

import { createHash } from "node:crypto"
import { KEY_WINDOW_MAX_MS, KEY_WINDOW_MS } from "#core/wire/index.ts"
import type { KeySession, ProveSigned, SignedText } from "../calls/signed-request.ts"
import { DoorError, missing, type Venue } from "./door-error.ts"
import type { GivenParameters, Parameters } from "./parameters.ts"
import { doorErrorOf } from "./refusals.ts"

export const KEY_HEADER = "x-mbx-apikey"

const KEY = /^[\w-]{1,64}$/
/** 64 hex digits of an HMAC, 88 characters in base64 of an Ed25519 signature. */
const SIGN = /^[\w+/=-]{64,100}$/
/** Milliseconds, or microseconds of as many more digits. */
const TIME = /^(\d{13})(?:\d{3})?$/
const WINDOW = /^(\d{1,8})(?:\.\d{1,3})?$/

export interface SignedBy {
  /** As the header has it; undefined: there is none. */
  key: string | undefined
  /** Network address that it came from. */
  address: string
}

/** @throws DoorError -2014 for what can't be a key */
export function readKey(key: string | undefined): string {
  if (key === undefined || !KEY.test(key)) throw new DoorError(-2014, "API-key format invalid.", 401)
  return key
}

/**
 * What a request says of its signature. Reading is as Binance has it: the same signed request may come again while it is good.
 * What acts is taken once, which Binance doesn't promise: whoever overhears an order must not be able to send it again.
 * @throws DoorError -2014, -1102, -1100, -1131
 */
export function readSignedQuery(
  { parameters, signed, signature }: GivenParameters,
  { key, address, acts }: SignedBy & { acts: boolean },
): SignedText {
  const named = readKey(key)
  const { time, window } = readTimes(parameters)
  if (signature === undefined || signature === "") throw missing("signature")
  if (!SIGN.test(signature)) throw new DoorError(-1022, "Signature for this request is not valid.")
  const text = Buffer.from(signed)
  const sign = { key: named, time, window, text, sign: signature, address }
  // What was signed, not its signature: that may be written in several ways, as by large and small letters.
  return acts ? { ...sign, once: createHash("sha256").update(text).digest("hex") } : sign
}

/** When it was made, in ms, and for how many ms it is good. */
function readTimes(parameters: Parameters): { time: number; window: number } {
  const time = TIME.exec(parameters.required("timestamp"))?.[1]
  if (time === undefined) throw missing("timestamp")
  const said = parameters.text("recvWindow")
  const window = said === undefined ? KEY_WINDOW_MS : Number(WINDOW.exec(said)?.[1] ?? Number.NaN)
  if (Number.isNaN(window)) throw missing("recvWindow")
  if (window > KEY_WINDOW_MAX_MS)
    throw new DoorError(-1131, `recvWindow must be less than ${KEY_WINDOW_MAX_MS}.`)
  return { time: Number(time), window }
}

/**
 * Whose it is.
 * @throws DoorError -2015 for a key that isn't (or not from there), -1022 for the signature, -1021 for the time
 */
export async function proveSignedQuery(
  prove: ProveSigned,
  said: SignedText,
  venue: Venue,
): Promise<KeySession> {
  const proven = await prove(said)
  if (proven.ok) return proven.value
  const { name, values } = proven.problem
  if (name === "API_KEY_TIME" && said.time > Number(values?.now))
    throw new DoorError(-1021, "Timestamp for this request was 1000ms ahead of the server's time.")
  throw doorErrorOf(proven.problem, venue)
}
