/** Orders that were placed together as one group: an OCO pair (S16), the children of a scaled order (S17) or of a TWAP (S20). */

export const GROUP_KINDS = ["oco", "scaled", "twap"] as const
export type GroupKind = (typeof GROUP_KINDS)[number]
