/** Handler of the call for one second contract with the hours that prove it (O6). */

import { refundDue } from "#core/second/second-contract.ts"
import { hourOf } from "#core/second/tick-line.ts"
import { refuse, type SecondContract } from "#core/wire/index.ts"
import type { IndexHours } from "#server/read-model/index-hours.ts"
import { secondContractOf } from "#server/read-model/second-rows.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { secondOfRow } from "../storage/recorded-seconds.ts"
import type { OptionReading } from "./option.queries.ts"

/** A contract of a whole day touches fewer. */
const HOURS_MAX = 48

export interface RecordReading extends OptionReading {
  hours: IndexHours
}

export function recordHandlers({ database, ticksBefore, hours }: RecordReading): HandlersOf<"optionRecord"> {
  return {
    async optionRecord({ id }, { session }) {
      const row = await database
        .selectFrom("second_contracts")
        .selectAll()
        .where("id", "=", id)
        .where("user_id", "=", session.userId)
        .executeTakeFirst()
      if (!row) return refuse("UNKNOWN_CONTRACT")
      const contract = secondContractOf(secondOfRow(row), ticksBefore)
      const [from, to] = [hourOf(contract.open.time), lastMoment(contract)]
      const published = (await hours.hours(contract.index, { from, to, limit: HOURS_MAX })) ?? []
      return answer({
        contract,
        hours: published
          .reverse()
          .map(({ hour, before, hash, isComplete }) => ({ hour, before, hash, isComplete })),
      })
    },
  }
}

/** Until then ticks may matter. */
const lastMoment = ({ settle, before, open, expiry }: SecondContract): number =>
  settle?.time ?? refundDue(expiry, (before ?? open).time)
