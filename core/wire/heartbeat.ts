/** How often does the socket's heart beat, and how much silence is death? Apart from the schemas, so that nothing else comes along. */

/** Server heartbeat, and how many silent ones end a connection on either side. */
export const HEARTBEAT_MS = 2500
export const CLIENT_SILENT_HEARTBEATS = 3
export const SERVER_SILENT_HEARTBEATS = 2
