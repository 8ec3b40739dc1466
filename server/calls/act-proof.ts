/** What proves that the owner of an account wants an act on money: told to domains, which never import each other. */

import type { Result } from "#core/wire/index.ts"
import type { UserCaller } from "./handler.ts"

/** An act that a mailed code is made for: the code fits it and no other. */
export interface Act {
  purpose: "withdraw" | "address"
  /** Every detail that the code is bound to, in one text that is always written the same way. */
  bound: string
  /** What the message names, so that its reader knows what the code would do. */
  details: Readonly<Record<string, string>>
}

export interface ActProof {
  code: string
  totp: string | undefined
  /** Left out: the act needs none. */
  tradePassword?: string
}

/** Proven, and not spent yet. */
export interface ProvenAct {
  /** Whether an authenticator's code was among the proofs. */
  hasSecondProof: boolean
  /** Uses the code up; true once, of however many that ask at a time. */
  spend(): Promise<boolean>
  /** Makes a spent code good again: the act was refused and nothing was done. */
  giveBack(): Promise<void>
}

export interface ActProofs {
  send(caller: UserCaller, act: Act): Promise<Result<{ resend: number; expires: number }, "WAIT">>
  /** The trade password first, then the code, then the authenticator, whose code is used up by being right. */
  prove(
    caller: UserCaller,
    act: Pick<Act, "purpose" | "bound">,
    proof: ActProof,
  ): Promise<Result<ProvenAct, "TRADE_PASSWORD" | "CODE" | "TOTP_NEEDED" | "TOTP_WRONG" | "WAIT">>
}
