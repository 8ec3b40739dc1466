/** Handlers of the calls about alerts and about the devices that are told. */

import type { Kysely } from "kysely"
import { type AlertEndpointName, refuse } from "#core/wire/index.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import type { Tables } from "../storage/schema.ts"
import type { AlertDesk } from "./alert-desk.ts"
import { alertRowOf } from "./alert-rows.ts"
import { firedAlertsOf, openAlertsOf } from "./alert-store.ts"
import { addDevice, devicesOf, removeDevice } from "./push-devices.ts"
import { DEVICES_MAX, type PushSender } from "./push-sender.ts"

interface AlertCallParts {
  database: Kysely<Tables>
  desk: AlertDesk
  push: PushSender
  now(): number
}

/** Nothing that can't be seen, one line. Markup stays: it is text, and shown as text. */
const plainNote = (given: string): string => given.replace(/\s+/g, " ").replace(/\p{C}/gu, "").trim()

export function alertHandlers({ database, desk, push, now }: AlertCallParts): HandlersOf<AlertEndpointName> {
  return {
    alerts: async (_request, { session }) =>
      answer({ rows: (await openAlertsOf(database, session.userId)).map(alertRowOf), most: desk.most }),

    async firedAlerts(asked, { session }) {
      const { rows, next } = await firedAlertsOf(database, session.userId, asked)
      return answer({ rows: rows.map(alertRowOf), next })
    },

    addAlert: ({ note, ...wish }, { session }) =>
      desk.add(session.userId, { ...wish, state: "armed", note: plainNote(note) }),

    changeAlert: ({ id, note, ...wish }, { session }) => {
      const given = Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
      return desk.change(session.userId, id, {
        ...given,
        ...(note !== undefined && { note: plainNote(note) }),
      })
    },

    removeAlert: async ({ id }, { session }) =>
      (await desk.remove(session.userId, id)) ? answer({}) : refuse("UNKNOWN_ALERT"),

    async seeAlerts({ ids }, { session }) {
      await desk.see(session.userId, ids)
      return answer({})
    },

    pushKey: () => answer({ key: push.publicKey }),

    pushDevices: async (_request, { session }) =>
      answer({ rows: await devicesOf(database, session.userId), most: DEVICES_MAX }),

    async subscribePush(device, { session, agent }) {
      if (!push.isService(device.endpoint)) return refuse("PUSH_SERVICE")
      const isAdded = await addDevice(database, { ...device, user_id: session.userId, added: now(), agent })
      return isAdded ? answer({}) : refuse("PUSH_COUNT", { limit: DEVICES_MAX })
    },

    async unsubscribePush({ endpoint }, { session }) {
      await removeDevice(database, session.userId, endpoint)
      return answer({})
    },
  }
}
