/** Coordinates as text, and links to maps. Plain functions. */

import type { Place } from "#core/region/regions.ts"

/** As maps write it, five decimals (about a metre): `52.52001, 13.40495`. */
export const coordinatesText = ({ latitude, longitude }: Place): string =>
  `${trimmed(latitude)}, ${trimmed(longitude)}`

/** `52.52001° N, 13.40495° E` in the reader's marks. */
export function degreesText({ latitude, longitude }: Place, language: string): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 5 })
  const north = `${format.format(Math.abs(latitude))}° ${latitude < 0 ? "S" : "N"}`
  const east = `${format.format(Math.abs(longitude))}° ${longitude < 0 ? "W" : "E"}`
  return `${north}, ${east}`
}

const trimmed = (degrees: number): string => String(Number(degrees.toFixed(5)) + 0)

/** What the device's own map understands (RFC 5870, with the name as maps take it). */
export function geoAddress(place: Place, name: string): string {
  const at = `${trimmed(place.latitude)},${trimmed(place.longitude)}`
  return `geo:${at}?q=${at}${name === "" ? "" : encodeURIComponent(`(${name})`)}`
}

/** For devices without a map of their own. */
export function openStreetMapAddress(place: Place): string {
  const [latitude, longitude] = [trimmed(place.latitude), trimmed(place.longitude)]
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`
}
