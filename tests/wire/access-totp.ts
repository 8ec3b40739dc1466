/** Rows of the access matrix: who may switch whose authenticator on and off. */

import { Secret, TOTP } from "otpauth"
import type { Person } from "#tests/support/person.ts"
import { memo, type Row } from "./access-row.ts"

type Names = "beginTotp" | "confirmTotp" | "dropTotp"

/** @param codeOf the code that proves the owner for this purpose */
export function totpRows(
  codeOf: (owner: Person, purpose: string) => Promise<string>,
  now: () => number,
): Record<Names, Row> {
  const begun = async (owner: Person) => ({ login: owner.password, code: await codeOf(owner, "totpOn") })
  const totpOf = async (owner: Person): Promise<() => string> => {
    const { data } = await owner.post<{ secret: string }>("/security/totp", await begun(owner))
    return () => new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({ timestamp: now() })
  }
  return {
    beginTotp: { visitor: "SESSION", other: "CREDENTIALS", owner: "done", ask: memo(begun) },
    confirmTotp: {
      ...{ visitor: "SESSION", other: "WRONG_STATE", owner: "done" },
      ask: memo(async (owner) => ({ totp: (await totpOf(owner))() })),
    },
    dropTotp: {
      ask: memo(async (owner) => {
        const totp = await totpOf(owner)
        await owner.post("/security/totpConfirm", { totp: totp() })
        const code = await codeOf(owner, "totp")
        return { login: owner.password, totp: totp(), code }
      }),
      visitor: "SESSION",
      other: "WRONG_STATE",
      owner: "done",
    },
  }
}
