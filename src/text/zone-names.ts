/** How a time zone is called, for those who choose one. */

/** `UTC+1 · Berlin · Central European Time`, as it is at a moment. `zone` undefined: the device's. */
export function zoneName(zone: string | undefined, timeMs: number, language: string): string {
  if (zone === "UTC") return "UTC"
  const part = (timeZoneName: "longGeneric" | "shortOffset") =>
    new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName })
      .formatToParts(timeMs)
      .find(({ type }) => type === "timeZoneName")?.value ?? ""
  const offset = part("shortOffset").replace("GMT", "UTC").replace("-", "\u2212")
  const city = zone === undefined ? "" : ` · ${zoneCity(zone)}`
  return `${offset}${city} · ${part("longGeneric")}`
}

/** `Asia/Tokyo` is Tokyo. */
export const zoneCity = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ")
