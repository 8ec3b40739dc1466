/** Which faces are in view while a finger moves them: plain numbers, counted in widths of a face. */

export interface FacesInView {
  /** The one that most is seen of. */
  nearest: number
  /** First and last of which anything is seen. */
  from: number
  to: number
}

/** Less than this share of a face counts as nothing: browsers stop on fractions of a pixel. */
const NOTHING = 0.01

/** @param at how far is scrolled; beyond the ends, where a browser lets a finger pull, the last face stays */
export function facesInView(at: number, count: number): FacesInView {
  const within = (place: number) => Math.min(count - 1, Math.max(0, place))
  return {
    nearest: within(Math.round(at)),
    from: within(Math.floor(at + NOTHING)),
    to: within(Math.ceil(at - NOTHING)),
  }
}
