/** Figure: main-thread time of the trade screen of second contracts with 20 that run, against the same screen without. */

import type { Measure } from "../figure-result.ts"
import { type BenchDesk, fund, measureDesks, untilTaken } from "./desk-pair.ts"
import { ask, type OpenServer, type Registered, registerPerson } from "./register-person.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

/** As many as a user may have open (O5). */
const CONTRACTS = 20
/** The longest period: they outlast a cell. */
const SECONDS = 300
const STAKE = "5"
const PATH = "/pages/option/trade?symbol=BTC_USDT_SEC"
const AGAINST = "second-contract screen without any"

export const measure: Measure = {
  name: "second-desk",
  run: (context) =>
    provenFigure("second-desk", AGAINST, () =>
      measureDesks(context, {
        name: "second-desk",
        ours: withContracts(),
        against: { name: AGAINST, path: PATH, shows: "main form, main button", person: newPerson("without") },
        note: `${CONTRACTS} contracts of ${SECONDS} s, on all indexes`,
      }),
    ),
}

/** Another person for each cell: what the one before opened still runs. */
function newPerson(name: string): BenchDesk["person"] {
  let count = 0
  return async (open) => {
    count += 1
    const person = await registerPerson(open, `${name}-${count}@bench.example`)
    await fund(person, "second", "1000")
    return person
  }
}

function withContracts(): BenchDesk {
  const register = newPerson("with-seconds")
  return {
    name: "second-contract screen",
    path: PATH,
    shows: "[data-second]",
    person: async (open) => {
      const person = await register(open)
      await openContracts(open.address, person)
      return person
    },
    check: assertRunning,
  }
}

async function openContracts(address: string, person: Registered): Promise<void> {
  const { data } = await ask(address, "/option/products")
  const { rows } = data as { rows: { instrument: string }[] }
  for (let count = 0; count < CONTRACTS; count += 1) {
    const instrument = rows[count % rows.length]?.instrument
    const direction = count % 2 === 0 ? "bullish" : "bearish"
    const request = { instrument, direction, seconds: SECONDS, stake: STAKE, key: `s-${count}` }
    await untilTaken(person, "/option/open", () => request)
  }
}

async function assertRunning({ address }: OpenServer, { token }: Registered): Promise<void> {
  const { data } = await ask(address, "/option/running", { token })
  const { length } = (data as { rows: unknown[] }).rows
  if (length !== CONTRACTS) throw new WrongResult(`${length} contracts run, not ${CONTRACTS}`)
}
