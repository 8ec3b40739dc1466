/** The page's files by when they are kept on the device, as the build lists them (tools/web-app-plugin.ts). */

/** `first`: a first visit needs it. `later`: some other screen does. A language: its words. */
type Kept = "first" | "later" | Language
type Language = string

export interface ListedFile {
  url: string
  when: Kept
}

/** What the page asks for: its language, and whether its visitor pays for every byte. */
export interface Wish {
  language: Language
  isSparing: boolean
}

/** A message of the page as a wish; undefined for what another release of the page says. */
export function wishOf(data: unknown): Wish | undefined {
  const { language, isSparing } = (data as { keep?: Partial<Wish> } | null)?.keep ?? {}
  return typeof language === "string" && typeof isSparing === "boolean" ? { language, isSparing } : undefined
}

/** Beside those of the first visit: words first, without which no screen opens, then, unless it must be spared, all screens. */
export function wishedFiles(files: readonly ListedFile[], { language, isSparing }: Wish): string[] {
  const named = (kept: Kept) => files.filter(({ when }) => when === kept).map(({ url }) => url)
  return isSparing ? named(language) : [...named(language), ...named("later")]
}
