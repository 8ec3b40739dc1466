/** Names of countries and regions in the reader's language. */

const namers = new Map<string, Intl.DisplayNames>()

/** `DE` is `Germany` in English; an unknown code stays as it is. */
export function regionName(code: string, language: string): string {
  const namer =
    namers.get(language) ?? new Intl.DisplayNames([language], { type: "region", fallback: "code" })
  namers.set(language, namer)
  return namer.of(code) ?? code
}
