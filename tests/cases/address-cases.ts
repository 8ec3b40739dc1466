/** Addresses of chains, as `checkAddress` writes and reads them. */

import * as z from "zod/mini"
import { checkAddress, readWitness } from "#core/chain/address.ts"
import { type Adapter, CannotRun } from "./case-file.ts"
import { adapterFor } from "./read-inputs.ts"

export const addressAdapters: Readonly<Record<string, Adapter>> = {
  "address.eip55": adapterFor(z.object({ lowercase: z.string() }), ({ lowercase }) => {
    const checked = checkAddress("ethereum", lowercase)
    if (!checked.ok) throw new CannotRun(checked.problem)
    return { checksummed: checked.value }
  }),
  "address.bech32": adapterFor(z.object({ address: z.string() }), ({ address }) => {
    const checked = checkAddress("bitcoin", address)
    const read = checked.ok ? readWitness(checked.value) : undefined
    if (!read) throw new Error(`${address} isn't taken`)
    return { witness_version: read.version, program: Buffer.from(read.program).toString("hex") }
  }),
}
