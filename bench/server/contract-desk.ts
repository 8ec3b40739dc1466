/** Figure: main-thread time of the contract desk with 20 open positions, against the spot desk of a user without any. */

import type { Measure } from "../figure-result.ts"
import { type BenchDesk, fund, measureDesks, pressTab, untilTaken } from "./desk-pair.ts"
import { ask, type OpenServer, type Registered, registerPerson } from "./register-person.ts"
import { provenFigure, WrongResult } from "./wrong-result.ts"

const POSITIONS = 20
/** Value of each, USDT: well above the smallest order, and far from liquidation. */
const VALUE = 500
const AGAINST = "spot desk"

export const measure: Measure = {
  name: "contract-desk",
  run: (context) =>
    provenFigure("contract-desk", AGAINST, () =>
      measureDesks(context, {
        name: "contract-desk",
        ours: contractDesk(),
        against: spotDesk(),
        note: `${POSITIONS} positions in as many contracts`,
      }),
    ),
}

/** The same person in each cell. */
function once(make: (open: OpenServer) => Promise<Registered>): BenchDesk["person"] {
  let person: Promise<Registered> | undefined
  return (open) => {
    person ??= make(open)
    return person
  }
}

const contractDesk = (): BenchDesk => ({
  name: "contract desk",
  path: "/pages/contract/trade?symbol=BTC_USDT_PERP",
  shows: "[data-position]",
  press: pressTab("Positions"),
  person: once(async (open) => {
    const person = await registerPerson(open, "with-positions@bench.example")
    await openPositions(open.address, person)
    return person
  }),
  check: assertPositions,
})

const spotDesk = (): BenchDesk => ({
  name: AGAINST,
  path: "/pages/spot/trade?symbol=BTC_USDT",
  shows: "section table td",
  person: once((open) => registerPerson(open, "without@bench.example")),
})

/** By market, in the contracts with the largest turnover. */
async function openPositions(address: string, person: Registered): Promise<void> {
  await fund(person, "contract", "900000")
  const { data } = await ask(address, "/market/contract")
  const { rows } = data as { rows: { id: string; lot: string; ticker: [string, string] }[] }
  for (const [place, { id, lot, ticker }] of rows.slice(0, POSITIONS).entries()) {
    const lots = Math.max(1, Math.round(VALUE / Number(ticker[1]) / Number(lot)))
    const quantity = (lots * Number(lot)).toFixed(lot.split(".")[1]?.length ?? 0)
    const side = place % 2 === 0 ? "buy" : "sell"
    const order = { instrument: id, side, type: "market", quantity }
    const isFilled = (given: unknown) => (given as { status: string }).status === "filled"
    await untilTaken(person, "/contract/place", () => order, isFilled)
  }
}

async function assertPositions({ address }: OpenServer, { token }: Registered): Promise<void> {
  const { data } = await ask(address, "/contract/positions", { token })
  const { length } = (data as { rows: unknown[] }).rows
  if (length !== POSITIONS) throw new WrongResult(`${length} positions are open, not ${POSITIONS}`)
}
