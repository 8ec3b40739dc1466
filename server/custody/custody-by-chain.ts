/** Custody whose Ethereum is served by a node, its other chains simulated. One that is away holds up no other. */

import type { Chain } from "#core/chain/chain-assets.ts"
import type { CustodyAdapter, Incoming, Outgoing, Payment, WalletBalance } from "./custody-adapter.ts"
import { type CustodyParts, Troubles, within } from "./custody-parts.ts"
import type { EvmCustody } from "./evm/evm-custody.ts"
import type { SandboxCustody } from "./sandbox/sandbox-custody.ts"

/** Less than the exchange waits for all chains together. */
const LOOK_WITHIN_MS = 6_000

interface ByChainParts extends Pick<CustodyParts, "clock" | "log"> {
  sandbox: SandboxCustody
  evm: EvmCustody
}

type Drawn = Parameters<SandboxCustody["faucet"]>[0]

export class CustodyByChain implements CustodyAdapter {
  readonly #parts: ByChainParts
  readonly #troubles: Troubles
  readonly realChains: readonly Chain[] = ["ethereum"]

  constructor(parts: ByChainParts) {
    this.#parts = parts
    this.#troubles = new Troubles(parts.log)
  }

  addressOf(chain: Chain, userNumber: number): Promise<string> {
    const { sandbox, evm } = this.#parts
    return this.#isReal(chain) ? evm.addressOf(userNumber) : sandbox.addressOf(chain, userNumber)
  }

  /** While the node is away, what the other chains tell. */
  async incoming(): Promise<Incoming[]> {
    const { sandbox, evm } = this.#parts
    let real: Incoming[] = []
    const looked = this.#troubles.watch("deposits of ethereum", async () => {
      real = await within(this.#parts, evm.incoming(), LOOK_WITHIN_MS)
    })
    const [simulated] = await Promise.all([sandbox.incoming(), looked])
    return [...simulated, ...real]
  }

  async settle(of: Pick<Incoming, "chain" | "tx" | "index">): Promise<void> {
    const { sandbox, evm } = this.#parts
    await (this.#isReal(of.chain) ? evm : sandbox).settle(of)
  }

  send(payment: Payment): Promise<{ tx: string }> {
    const { sandbox, evm } = this.#parts
    return (this.#isReal(payment.chain) ? evm : sandbox).send(payment)
  }

  async outgoing(id: number): Promise<Outgoing | undefined> {
    const { sandbox, evm } = this.#parts
    return (await sandbox.outgoing(id)) ?? (await evm.outgoing(id))
  }

  /** Rejects while the node is away: half of what the wallets hold is no answer. */
  async balances(): Promise<WalletBalance[]> {
    const { sandbox, evm } = this.#parts
    const [simulated, real] = await Promise.all([sandbox.balances(), evm.balances()])
    return [...simulated.filter(({ chain }) => !this.#isReal(chain)), ...real]
  }

  async faucet(given: Drawn): Promise<{ tx: string }> {
    if (this.#isReal(given.chain)) throw new Error(`${given.chain} has no faucet`)
    return await this.#parts.sandbox.faucet(given)
  }

  async reorganise(chain: Chain, depth: number, drops: boolean): Promise<void> {
    if (this.#isReal(chain)) throw new Error(`${chain} reorganises itself`)
    await this.#parts.sandbox.reorganise(chain, depth, drops)
  }

  troubles(): string[] {
    return this.#troubles.list()
  }

  async close(): Promise<void> {
    await this.#parts.sandbox.close()
  }

  #isReal(chain: Chain): boolean {
    return this.realChains.includes(chain)
  }
}
