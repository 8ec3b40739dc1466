/** Keeps what waits for all sockets together within a budget, by closing those furthest behind (W2). */

/** A socket, as far as its memory goes. */
export interface Debtor {
  /** Bytes that it hasn't taken yet; see `Outlet.waitingBytes`. */
  readonly waitingBytes: number
  /** Is being closed already: its memory comes back by itself. */
  readonly isClosing: boolean
  /** Closes it, so that its memory comes back. */
  giveUp(): void
}

/**
 * How often the sum is looked at, ms. Between two looks a fast market adds some hundred kB a socket at most, and each
 * is held to its own limit anyway.
 */
export const BUDGET_LOOKED_AT_MS = 100

/**
 * Closes the sockets furthest behind, one by one, until the others are within `bytesMax` together. Whoever keeps up
 * holds next to nothing, and is never among them.
 */
export function keepWithinBudget(sockets: Iterable<Debtor>, bytesMax: number): void {
  const open = [...sockets].filter(({ isClosing }) => !isClosing)
  let sum = open.reduce((bytes, { waitingBytes }) => bytes + waitingBytes, 0)
  if (sum <= bytesMax) return
  const furthestFirst = open
    .map((socket) => ({ socket, bytes: socket.waitingBytes }))
    .toSorted((one, other) => other.bytes - one.bytes)
  for (const { socket, bytes } of furthestFirst) {
    if (sum <= bytesMax) return
    sum -= bytes
    socket.giveUp()
  }
}
