/** File sizes in words. */

const UNITS = ["byte", "kilobyte", "megabyte"] as const

/** `812 byte`, `34 kB`, `1.2 MB`: steps of a thousand, one decimal below ten. */
export function fileSize(bytes: number, language: string): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  const value = bytes / 1000 ** step
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: UNITS[step] ?? "megabyte",
    maximumFractionDigits: step > 0 && value < 10 ? 1 : 0,
  }).format(value)
}
