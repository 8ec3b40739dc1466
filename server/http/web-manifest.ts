/** The web app manifest: the operator's name, and texts in the visitor's language. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { FastifyInstance } from "fastify"
import { LANGUAGES, type Language, languageOf } from "#core/wire/index.ts"
import type { Settings } from "../settings/settings.ts"

/** The page's own grounds (src/styles/tokens.css, `--bg`): the bar and the splash have the page's colour. */
const GROUND = { dark: "#0E0F18", white: "#FFFFFF" } as const

/** A home screen cuts longer names, wherever it likes. */
const SHORT_NAME_MAX = 12

/** Where a long press on the icon leads, and what the site calls that place. Android shows four. */
const SHORTCUTS = [
  { word: "spot", url: "./#/pages/spot/trade" },
  { word: "contract", url: "./#/pages/contract/trade" },
  { word: "alerts", url: "./#/pages/user/alerts" },
  { word: "markets", url: "./#/pages/spot/index" },
] as const

type Words = { description: string; place: Record<(typeof SHORTCUTS)[number]["word"], string> }

interface Look {
  language: Language
  theme: keyof typeof GROUND
}

/**
 * Serves `/manifest.webmanifest?lang=de&theme=white`; the page names both, so that the icon's menu speaks the language
 * and the splash has the colour that are on screen. All addresses are relative: the platform may live behind a path.
 */
export function addWebManifest(app: FastifyInstance, settings: Settings, locales: string): void {
  const words = new Map(LANGUAGES.map((language) => [language, readWords(locales, language)]))
  app.get("/manifest.webmanifest", (request, reply) => {
    const { lang, theme } = request.query as Record<string, unknown>
    const language = (typeof lang === "string" && languageOf(lang)) || settings.defaultLanguage
    const look: Look = { language, theme: theme === "white" ? "white" : "dark" }
    return reply
      .type("application/manifest+json; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(JSON.stringify(writeManifest(settings.name, words.get(language), look)))
  })
}

/** Pure: the manifest. Without words (no locales beside the server) it has no shortcuts, rather than English ones. */
export function writeManifest(name: string, words: Words | undefined, { language, theme }: Look) {
  const letters = Array.from(name)
  const icon = (file: string, sizes: string, purpose: "any" | "maskable") => ({
    src: `./icons/${file}`,
    sizes,
    type: file.endsWith(".svg") ? "image/svg+xml" : "image/png",
    purpose,
  })
  return {
    id: "./",
    name,
    short_name: letters.length > SHORT_NAME_MAX ? letters.slice(0, SHORT_NAME_MAX).join("").trim() : name,
    ...(words ? { description: words.description } : {}),
    lang: language,
    dir: "ltr" as const,
    start_url: "./",
    scope: "./",
    display: "standalone" as const,
    categories: ["finance"],
    theme_color: GROUND[theme],
    background_color: GROUND[theme],
    icons: [
      icon("icon-192.png", "192x192", "any"),
      icon("icon-512.png", "512x512", "any"),
      icon("maskable-192.png", "192x192", "maskable"),
      icon("maskable-512.png", "512x512", "maskable"),
    ],
    ...(words ? { shortcuts: SHORTCUTS.map(({ word, url }) => ({ name: words.place[word], url })) } : {}),
  }
}

function readWords(locales: string, language: Language): Words | undefined {
  try {
    const read = (file: string) => JSON.parse(readFileSync(join(locales, language, file), "utf8"))
    const { place, screen } = read("app.json")
    return { description: read("webapp.json").description, place: { ...place, alerts: screen.alerts } }
  } catch {
    return undefined
  }
}
