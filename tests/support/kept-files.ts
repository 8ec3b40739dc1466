/** What the service worker of a page has kept on the device, and what it is to keep of the build. */

import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { LANGUAGES, type Language } from "#core/wire/language.ts"
import { wordFiles } from "../../tools/first-visit.ts"

const built = join(import.meta.dirname, "../../dist/site")

/** All that the built page can show in `language`: scripts, styles and letters, without the words of other languages. */
function filesIn(language: Language): string[] {
  const others = LANGUAGES.filter((other) => other !== language).flatMap((other) => wordFiles(built, other))
  return readdirSync(join(built, "assets"))
    .filter((name) => /\.(?:js|css|woff2)$/.test(name))
    .map((name) => `assets/${name}`)
    .filter((file) => !others.includes(file))
}

/** Paths of all files kept, in every cache of the page's origin. */
export const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname.slice(1))
  })

/** Waits until nothing of the page is missing on the device: the service worker asks on until it is so. */
export async function expectAllKept(page: Page, language: Language): Promise<void> {
  await expect
    .poll(
      async () => {
        const kept = await keptFiles(page)
        return filesIn(language).filter((file) => !kept.includes(file))
      },
      { timeout: 150_000 },
    )
    .toEqual([])
}
