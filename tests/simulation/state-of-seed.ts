/** Prints the hash of what an engine has become after many commands of a seed: for other versions of Node, which must print the same. */

import { createEngine } from "#server/engine/engine.ts"
import { hashOfState } from "#server/journal/state-image.ts"
import { ContractRun } from "./contract-run.ts"
import { MoneyRun } from "./money-run.ts"

/** Of spot with its ledger, and of contracts with all that happens to positions. */
export function stateOfSeed(seed: number, commands: number): string {
  const money = new MoneyRun(seed, createEngine())
  const contracts = new ContractRun(seed, {
    engine: createEngine(),
    users: 25,
    isTicked: true,
    recountEvery: 1_000,
  })
  for (let step = 0; step < commands; step += 1) {
    money.step()
    contracts.step()
  }
  const states = [money.engine.save(), contracts.engine.save()]
  return states.map((state) => Buffer.from(hashOfState(state)).toString("hex")).join(" ")
}
