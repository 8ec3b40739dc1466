/** Makes the page installable: builds the manifest, and the service worker with the list of the page's files. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"
import { VitePWA } from "vite-plugin-pwa"
import { LANGUAGES } from "../core/wire/language.ts"
import { writeManifest } from "../server/http/web-manifest.ts"
import { firstVisitFiles, wordFiles } from "./first-visit.ts"

/** Beside what `/` needs: the market's worker, the table of all screens, i18next, and the letters that every language has. */
const ALSO_FIRST = /^assets\/(?:market\.worker|routes|translator|inter-latin-wght-normal)-/

/** For a page that another server hosts. Ours answers the same address in the operator's name and the visitor's language. */
function plainManifest(root: string) {
  const read = (file: string) => JSON.parse(readFileSync(join(root, "locales/en", file), "utf8"))
  const words = { description: read("webapp.json").description, place: read("app.json").place }
  return writeManifest("Saker", words, { language: "en", theme: "dark" })
}

/** Says of a file when the service worker keeps it (`Kept` in workers/offline/file-list.ts). */
function keptWhen(site: string): (url: string) => string {
  const needed = new Set(firstVisitFiles(site))
  const words = new Map(
    LANGUAGES.flatMap((language) => wordFiles(site, language).map((file) => [file, language] as const)),
  )
  return (url) => {
    const isFirst = !url.startsWith("assets/") || ALSO_FIRST.test(url) || needed.has(url)
    return isFirst ? "first" : (words.get(url) ?? "later")
  }
}

/** @param site folder of the built site, which has its chunks' manifest */
export function webAppPlugin(root: string, site: string): Plugin[] {
  return VitePWA({
    strategies: "injectManifest",
    srcDir: "workers/offline",
    filename: "service-worker.ts",
    // src/shell/offline-files.ts does it, when the page stands.
    injectRegister: false,
    manifest: plainManifest(root),
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: "iife",
      globPatterns: ["index.html", "icon.svg", "icons/*.png", "assets/*.{js,css,woff2}"],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (entries) => {
          const when = keptWhen(site)
          return { manifest: entries.map((entry) => ({ ...entry, when: when(entry.url) })), warnings: [] }
        },
      ],
    },
    integration: {
      configureCustomSWViteBuild: (config) => {
        config.logLevel = "warn"
      },
    },
  })
}
