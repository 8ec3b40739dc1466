/** Close codes of the server, their reasons, and when the client may reconnect. */

/** What the server decides by itself. */
export type OwnReason = "slow" | "silent" | "limit" | "shutdown"
/** `size` and `protocol`: the client broke the frames, and `ws` closes. */
export type ClosingReason = OwnReason | "size" | "protocol"

/** RFC 6455 section 7.4.1: going away, against the rules, too large. Bad UTF-8 is 1007, told by `ws`. */
export const CLOSE_CODES: Readonly<Record<ClosingReason, number>> = {
  shutdown: 1001,
  slow: 1008,
  silent: 1008,
  limit: 1008,
  size: 1009,
  protocol: 1002,
}

/** In ms. Who broke a limit had better wait longer. */
export const COME_BACK_MS: Readonly<Record<ClosingReason, number>> = {
  shutdown: 3000,
  slow: 3000,
  silent: 3000,
  limit: 15_000,
  size: 15_000,
  protocol: 15_000,
}
