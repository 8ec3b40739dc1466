/** Which classes does an element have? Joins what is set, leaves out what isn't. */

export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ")
}
