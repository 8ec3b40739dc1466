/** Verifies authenticator codes by RFC 6238: SHA-1, six digits, 30 s, one step of leeway, each code once. */

import { Secret, TOTP } from "otpauth"

const STEP_SECONDS = 30
/** Clocks of phones differ: the step before and the one after are taken as well. */
const WINDOW = 1
const SECRET_BYTES = 20

/** What a code is made by where nothing else is asked: what every authenticator app understands. */
const TOTP_FORM = { algorithm: "SHA1", digits: 6, period: STEP_SECONDS }

/** The generator of a secret's codes; `secret` in base32. Worked examples ask for other forms than ours. */
export const totpOf = (secret: string, form: Partial<TotpForm> = {}): TOTP =>
  new TOTP({ ...TOTP_FORM, ...form, secret: Secret.fromBase32(secret) })

/** `period` in seconds. */
type TotpForm = typeof TOTP_FORM & { issuer: string; label: string }

export function newTotp(issuer: string, label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: SECRET_BYTES }).base32
  return { secret, uri: totpOf(secret, { issuer, label }).toString() }
}

/** The step whose code this is, if it is right and later than `after`; null otherwise. `time` in epoch ms. */
export function totpStep(secret: string, code: string, time: number, after: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: time, window: WINDOW })
  if (delta === null) return null
  const step = Math.floor(time / 1000 / STEP_SECONDS) + delta
  return step > after ? step : null
}
