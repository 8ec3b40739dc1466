/** The columns of ended second contracts, chosen once for their screen and for the list beside the ticket. */

export const RECORD_TABLE = "seconds"

/** In the order that stands until another is chosen. */
export const RECORD_COLUMNS = [
  { key: "time" },
  { key: "market", isKept: true },
  { key: "direction" },
  { key: "seconds" },
  { key: "stake" },
  { key: "prices" },
  { key: "status" },
  { key: "net", isKept: true },
  { key: "more", isKept: true },
] as const

export type RecordColumn = (typeof RECORD_COLUMNS)[number]["key"]
