/** Who may see and change whose alerts? Rows of the access matrix. */

import { expect } from "vitest"
import type { AlertEndpointName, AlertRow } from "#core/wire/index.ts"
import type { Person } from "#tests/support/person.ts"
import { memo, ownEach, type Row } from "./access-row.ts"

const wish = {
  condition: { kind: "fill", instrument: "" },
  ...{ note: "of the owner", mail: false, push: false },
}
const armed = async (owner: Person) => (await owner.post<AlertRow>("/alert/add", wish)).data.id

export const alertRows: Record<AlertEndpointName, Row> = {
  alerts: {
    ...ownEach,
    before: armed,
    see: ({ other, owner }) => {
      expect(other).toMatchObject({ rows: [] })
      expect((owner as { rows: AlertRow[] }).rows).toContainEqual(
        expect.objectContaining({ note: wish.note }),
      )
    },
  },
  firedAlerts: ownEach,
  addAlert: { ...ownEach, ask: () => wish },
  changeAlert: {
    ...{ visitor: "SESSION", other: "UNKNOWN_ALERT", owner: "done" },
    ask: memo(async (owner) => ({ id: await armed(owner), note: "changed" })),
  },
  removeAlert: {
    ...{ visitor: "SESSION", other: "UNKNOWN_ALERT", owner: "done" },
    ask: memo(async (owner) => ({ id: await armed(owner) })),
  },
  seeAlerts: ownEach,
  pushKey: ownEach,
  pushDevices: ownEach,
  subscribePush: ownEach,
  unsubscribePush: ownEach,
}
