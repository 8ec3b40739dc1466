/** Which panels of a desk can stand in a window of their own. In a file of its own: the first page's addresses know them. */

/** `positions` are of the desk's own orders, and of a window of their own. */
export const WINDOW_PANELS = ["chart", "book", "tape", "orders", "positions"] as const
export type WindowPanel = (typeof WINDOW_PANELS)[number]
