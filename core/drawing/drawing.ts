/** What a person draws on a chart: the kinds, their points, their looks. Anchored in time and price, so that every interval shows them. */

/** `long` and `short` are planned positions: entry, stop and target. */
export const DRAWING_KINDS = [
  "trend",
  "ray",
  "horizontal",
  "vertical",
  "channel",
  "rectangle",
  "fibonacci",
  "measure",
  "text",
  "long",
  "short",
] as const
export type DrawingKind = (typeof DRAWING_KINDS)[number]

/**
 * How many points each kind has. Of a channel the third lies on its other side; of a position the first is the entry, the
 * second the stop, the third the target.
 */
export const POINT_COUNTS: Readonly<Record<DrawingKind, 1 | 2 | 3>> = {
  trend: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  channel: 3,
  rectangle: 2,
  fibonacci: 2,
  measure: 2,
  text: 1,
  long: 3,
  short: 3,
}

/** Colours as the theme's tokens name them: what is kept must read well in both themes. */
export const DRAWING_COLOURS = ["ind-1", "ind-2", "ind-3", "accent", "info", "buy", "sell", "text-2"] as const
type DrawingColour = (typeof DRAWING_COLOURS)[number]

export const DRAWING_DASHES = ["solid", "dashed", "dotted"] as const
type DrawingDash = (typeof DRAWING_DASHES)[number]

/** Width of a line, px. */
export const DRAWING_WIDTHS = [1, 2, 3, 4] as const

/** Letters of a text at most. */
export const DRAWING_TEXT_MAX = 200
/** Of one user in one market. */
export const DRAWINGS_MAX = 200
/** Of one user in all markets together. */
export const USER_DRAWINGS_MAX = 2000

export interface DrawingPoint {
  /** Epoch ms. */
  time: number
  /** Decimal text in the quote currency. */
  price: string
}

export interface Drawing {
  /** Made by whoever draws; of one user unique in a market. */
  id: string
  kind: DrawingKind
  points: DrawingPoint[]
  colour: DrawingColour
  width: number
  dash: DrawingDash
  /** Of a text what it says; elsewhere empty. */
  text: string
  /** Of a position what its stop may cost, in the quote currency as decimal text; elsewhere, and where nothing was named, empty. */
  risk: string
  /** Can't be moved. */
  locked: boolean
  hidden: boolean
}

/** The form in which a list of drawings is kept, here and at the server. Raised when an older Saker couldn't read a newer one's. */
export const DRAWING_FORM = 1
