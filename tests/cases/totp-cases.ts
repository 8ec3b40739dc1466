/** Codes of authenticators, by the generator that verifies ours, in the form that the case asks for. */

import { Secret } from "otpauth"
import * as z from "zod/mini"
import { totpOf } from "#server/user/totp.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import { adapterFor, whole } from "./read-inputs.ts"

const CODE = z.object({
  secret_ascii: z.optional(z.string()),
  secret_base32: z.optional(z.string()),
  unix_time: whole,
  step: z.optional(z.int()),
  digits: z.optional(z.int()),
  hash: z.optional(z.string()),
})

export const totpAdapters: Readonly<Record<string, Adapter>> = {
  totp: adapterFor(CODE, ({ secret_ascii, secret_base32, unix_time, step, digits, hash }) => {
    const secret = secret_ascii === undefined ? secret_base32 : Secret.fromUTF8(secret_ascii).base32
    if (secret === undefined) throw new CannotRun("no secret")
    const form = {
      ...(step === undefined ? {} : { period: step }),
      ...(digits === undefined ? {} : { digits }),
      ...(hash === undefined ? {} : { algorithm: hash.replace("-", "").toUpperCase() }),
    }
    return { code: totpOf(secret, form).generate({ timestamp: Number(unix_time) * 1000 }) }
  }),
}
