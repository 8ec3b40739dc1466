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

interface Swipe {
  /** The face on which the finger came down. */
  from: number
  /** Where it lifted, in widths of a face. */
  at: number
  ms: number
}

/** Whoever moves a face further than this means the next. */
const FAR = 0.3
/** A flick is shorter, in place and time. */
const FLICK = { far: 0.05, ms: 250 } as const

/** The face that a swipe leads to: at most the next on either side. */
export function faceAfter({ from, at, ms }: Swipe, count: number): number {
  const moved = at - from
  const isMeant = Math.abs(moved) > FAR || (Math.abs(moved) > FLICK.far && ms < FLICK.ms)
  return Math.min(count - 1, Math.max(0, isMeant ? from + Math.sign(moved) : from))
}
