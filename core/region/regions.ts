/** Countries and regions of residence, and which of them are near a place. Names come from the platform (Intl). */

import { REGION_BOXES } from "./region-boxes.ts"

/** A place on the earth in degrees: north and east are positive. */
export interface Place {
  latitude: number
  longitude: number
}

interface Box {
  code: string
  west: number
  south: number
  east: number
  north: number
}

const boxes: readonly Box[] = REGION_BOXES.trim()
  .split("\n")
  .map((line) => {
    const [code = "", ...edges] = line.split(" ")
    const [west = 0, south = 0, east = 0, north = 0] = edges.map(Number)
    return { code, west, south, east, north }
  })

/** ISO 3166-1 alpha-2, by the alphabet. */
export const REGION_CODES: readonly string[] = boxes.map(({ code }) => code)

const known = new Set(REGION_CODES)
export const isRegion = (code: string): boolean => known.has(code)

/** Beyond this many degrees nothing is near any more. */
const NEAR_DEGREES = 5

/**
 * Codes of the regions around a place, the likeliest first: those whose box holds it, the smaller before the larger, then
 * the nearest others. Boxes overlap and are rough: a list to choose from, not an answer.
 */
export function regionsAround(place: Place, countMax: number): string[] {
  return boxes
    .map((box) => ({ code: box.code, away: distanceTo(box, place), size: sizeOf(box) }))
    .filter(({ away }) => away <= NEAR_DEGREES)
    .sort((one, other) => one.away - other.away || one.size - other.size)
    .slice(0, countMax)
    .map(({ code }) => code)
}

/** Degrees eastward from one longitude to another, 0 … 360. */
const eastward = (from: number, to: number) => (((to - from) % 360) + 360) % 360

/** 360 for a box all around the earth. */
const widthOf = ({ west, east }: Box) => (east - west === 360 ? 360 : eastward(west, east))
const sizeOf = (box: Box) => widthOf(box) * (box.north - box.south)

/** Degrees to the box, a degree of longitude shortened as it is there; 0 inside. */
function distanceTo(box: Box, { latitude, longitude }: Place): number {
  const north = Math.max(0, box.south - latitude, latitude - box.north)
  const beyondWest = eastward(box.west, longitude)
  const isBeside = beyondWest > widthOf(box)
  const east = isBeside ? Math.min(eastward(longitude, box.west), eastward(box.east, longitude)) : 0
  return Math.hypot(north, east * Math.cos((latitude * Math.PI) / 180))
}
