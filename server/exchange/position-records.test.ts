/** The records of positions, made of events alone, agree with the engine's positions after every command (P9). */

import { expect, test } from "vitest"
import type { Amount, Price8 } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { AccountId } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { PositionRecord } from "#server/engine/position-record.ts"
import { ContractRun } from "#tests/simulation/contract-run.ts"
import { PositionRecords } from "./position-records.ts"

const COMMANDS = 1_500

/** Follows a run; its open records by place, and all that closed. */
function followed(seed: number) {
  const engine = createEngine()
  let records = new PositionRecords({ open: [], lastId: 0 })
  const open = new Map<string, PositionRecord>()
  const closed: PositionRecord[] = []
  const notices = new Set<string>()
  let seq = 0
  const check = ({ events }: Pick<Outcome, "events">) => {
    seq += 1
    for (const event of records.follow({ seq, time: seq }, events)) {
      if (event.type === "contract-notice")
        notices.add(`${event.notice.account} ${event.notice.seq} ${event.notice.n}`)
      if (event.type !== "position-record") continue
      const { account, instrument, slot } = event.record
      const place = `${account} ${instrument} ${slot}`
      if (event.record.closedBy === undefined) open.set(place, event.record)
      else {
        closed.push(event.record)
        // What opened at its place in the same command comes behind it.
        if (open.get(place)?.id === event.record.id) open.delete(place)
      }
    }
  }
  const run = new ContractRun(seed, { engine, users: 25, check })
  /** As a restart does: from the open ones alone. */
  const restart = () => {
    const ids = [...open.values(), ...closed].map(({ id }) => id)
    records = new PositionRecords({ open: [...open.values()], lastId: Math.max(0, ...ids) })
  }
  return { engine, run, open, closed, notices, restart }
}

function enginePositions(engine: ReturnType<typeof createEngine>): Map<string, object> {
  const places = new Map<string, object>()
  for (const own of engine.state.clearings.perpetual.accounts.list()) {
    if (userIdOf(own.account.id) === undefined) continue
    for (const part of own.sortedParts())
      for (const position of part.openPositions()) {
        const { slot, size, held, margin } = position
        const { leverage, marginMode } = part
        const { targets = [] } = position.view()
        const place = `${own.account.id} ${part.instrument} ${slot}`
        places.set(place, { size, cost: held.cost, margin, leverage, marginMode, targets })
      }
  }
  return places
}

test.each([11])("through fills, liquidations, deleveraging and restarts of seed %i", (seed) => {
  const { engine, run, open, closed, notices, restart } = followed(seed)
  for (let step = 0; step < COMMANDS; step += 1) {
    run.step()
    if (step % 100 === 0) restart()
    const told = [...open].map(
      ([place, { size, cost, margin, leverage, marginMode, targets }]) =>
        [place, { size, cost, margin, leverage, marginMode, targets }] as const,
    )
    expect(new Map(told)).toEqual(enginePositions(engine))
  }
  expect(new Set(closed.map(({ closedBy }) => closedBy))).toContain("take-over")
  expect(new Set(closed.map(({ id }) => id)).size).toBe(closed.length)
  expect(notices.size).toBeGreaterThan(0)
  for (const record of closed) {
    const { isLong, openedSize, closedSize, openedValue, closedValue, realised } = record
    expect([record.size, record.cost, record.margin]).toEqual([0n, 0n, 0n])
    expect(closedSize).toBe(openedSize)
    // P8: nothing is lost to rounding once it is flat.
    const gained = isLong ? closedValue - openedValue : openedValue - closedValue
    expect(gained).toBe(realised * 100_000_000n)
  }
})

test("the end of a contract closes a record as settled, and its user is told", () => {
  const records = new PositionRecords({ open: [], lastId: 0 })
  const place = { account: "user-7" as AccountId, instrument: "BTCUSDT-PERP", slot: "net" } as const
  const change = { ...place, type: "position-change", price: 100n as Price8, fee: 0n as Amount } as const
  const [none, some] = [0n as Amount, 5n as Amount]
  records.follow({ seq: 1, time: 1 }, [{ ...change, size: some, closed: none, opened: some, realised: none }])
  const told = records.follow({ seq: 2, time: 2 }, [
    { ...change, size: -some as Amount, closed: some, opened: none, realised: 10n as Amount },
    { ...place, type: "settled", size: some, price: 102n as Price8, time: 2 },
  ])
  expect(told).toContainEqual(
    expect.objectContaining({
      type: "contract-notice",
      notice: expect.objectContaining({ kind: "settlement", size: 5n }),
    }),
  )
  const last = told.at(-1)
  expect(last).toMatchObject({ type: "position-record", record: { closedBy: "settlement", realised: 10n } })
})
