/** Stored alerts as rows of the wire. */

import type { Selectable } from "kysely"
import { type AlertRow, alertCondition } from "#core/wire/index.ts"
import type { AlertTables } from "../storage/alert-schema.ts"

export type StoredAlert = Selectable<AlertTables["alerts"]>

export const alertRowOf = ({ by_mail, by_push, user_id: _, ...row }: StoredAlert): AlertRow => ({
  ...row,
  condition: alertCondition.parse(JSON.parse(row.condition)),
  mail: by_mail,
  push: by_push,
})
