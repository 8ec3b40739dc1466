/** Heartbeat interval and time limits. Apart from the schemas, so that zod is not imported with them. */

/** Server heartbeat, and how many silent ones end a connection on either side. */
export const HEARTBEAT_MS = 2500
export const SILENT_HEARTBEATS = 2
