/** Orders that belong together as one group: an OCO pair (S16), the children of a scaled order (S17) or of a TWAP (S20), an iceberg that was paused (S21). */

export const GROUP_KINDS = ["oco", "scaled", "twap", "iceberg"] as const
export type GroupKind = (typeof GROUP_KINDS)[number]

/** S21: what rests as one and can be paused as one. */
export const PAUSABLE_KINDS = ["scaled", "iceberg"] as const
export type PausableKind = (typeof PAUSABLE_KINDS)[number]
