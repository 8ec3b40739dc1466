/** Which bounds of a request does no operator set? */

/** Bodies hold an order at most; parts with pictures have a bound of their own (PIECE_BYTES_MAX). */
export const BODY_BYTES_MAX = 16 * 1024
/** Request line and headers together. */
export const HEAD_BYTES_MAX = 16 * 1024
/** How long a request may take to arrive. */
export const REQUEST_MS_MAX = 10_000
