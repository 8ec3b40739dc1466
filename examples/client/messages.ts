/** The part of the contract that this client uses, written down from /docs. */

/** Every answer by HTTP. `code` 200 is success. */
export interface Envelope<Data> {
  code: number
  message: string
  data: Data
}

/** Of a market only what is needed here; other fields are passed over. */
export interface Market {
  id: string
  tick: string
  lot: string
}

/** [price, total]; both are text and stay text, so that no digit is lost. */
export type Level = readonly [price: string, total: string]

export interface Snapshot {
  snapshot: true
  instrument: string
  seq: number
  bids: Level[]
  asks: Level[]
  checksum: number
}

export interface Delta {
  instrument: string
  prev: number
  seq: number
  bids: Level[]
  asks: Level[]
  checksum: number
}

export interface Problem {
  code: number
  name: string
  of?: string
  key?: string
}

/** What the server may send that this client cares about. Other types exist and are passed over. */
export type ServerMessage =
  | { type: "pong"; data: { time: number; roundTrip: number } }
  | { type: "subscribed"; data: { channel: string; key: string } }
  | { type: "problem"; data: Problem }
  | { type: "closing"; data: { reason: string; after: number } }
  | { type: "depth"; data: Snapshot | Delta }

export type ClientMessage =
  | { type: "ping"; data: Record<string, never> }
  | { type: "subscribe" | "unsubscribe" | "resync"; data: { channel: string; key: string } }
