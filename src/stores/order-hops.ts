/** Tells the debug panel that an own order was handed to the network, and that it was answered as taken. */

type OrderHop = "sent" | "accepted"
type HopListener = (hop: OrderHop, clientOrderId: string) => void

let listener: HopListener | undefined

/** One listener at a time; returns the way to stop. */
export function onOrderHop(listen: HopListener): () => void {
  listener = listen
  return () => {
    if (listener === listen) listener = undefined
  }
}

/** Costs nothing while the panel isn't open. */
export const tellOrderHop: HopListener = (hop, clientOrderId) => listener?.(hop, clientOrderId)
