/** Tables of alerts, of what is still to be told of them, and of devices. `alert-migration.ts` makes them. */

import type { Generated } from "kysely"

interface AlertTable {
  id: Generated<number>
  user_id: number
  /** As on the wire, as JSON; read back through its schema. */
  condition: string
  side: "up" | "down" | ""
  state: "armed" | "paused" | "fired"
  note: string
  by_mail: boolean
  by_push: boolean
  created: number
  /** What happened until then doesn't fire it, epoch ms of the engine. */
  armed: number
  /** 0: it hasn't. */
  fired: number
  /** Decimal text. */
  value: string
  seen: boolean
  version: number
}

/** A message about a fired alert that hasn't been handed over yet: written with the firing, in one statement. */
interface AlertOutboxTable {
  id: Generated<number>
  alert_id: number
  user_id: number
  way: "mail" | "push"
}

/** A browser that is told by a push service. */
interface PushDeviceTable {
  endpoint: string
  user_id: number
  p256dh: string
  auth: string
  added: number
  /** What its browser said it is when it was subscribed last; empty: before that was kept. */
  agent: string
}

export interface AlertTables {
  alerts: AlertTable
  alert_outbox: AlertOutboxTable
  push_devices: PushDeviceTable
}
