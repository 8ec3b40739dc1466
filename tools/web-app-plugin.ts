/** How does the build make the page installable? A manifest, and the service worker with the files of a first visit. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"
import { VitePWA } from "vite-plugin-pwa"
import { writeManifest } from "../server/http/web-manifest.ts"
import { firstVisitFiles } from "./first-visit.ts"

/** Beside what `/` needs: the market's worker, and the letters that every language has. */
const ALSO_KEPT = /^assets\/(?:market\.worker|inter-latin-wght-normal)-/

/** For a page that another server hosts. Ours answers the same address in the operator's name and the visitor's language. */
function plainManifest(root: string) {
  const read = (file: string) => JSON.parse(readFileSync(join(root, "locales/en", file), "utf8"))
  const words = { description: read("webapp.json").description, place: read("app.json").place }
  return writeManifest("Saker", words, { language: "en", theme: "dark" })
}

/** @param site folder of the built site, which has its chunks' manifest */
export function webAppPlugin(root: string, site: string): Plugin[] {
  return VitePWA({
    strategies: "injectManifest",
    srcDir: "workers/offline",
    filename: "service-worker.ts",
    // src/app/offline-files.ts does it, when the page stands.
    injectRegister: false,
    manifest: plainManifest(root),
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: "iife",
      globPatterns: ["index.html", "theme.js", "icon.svg", "icons/*.png", "assets/*.{js,css,woff2}"],
      dontCacheBustURLsMatching: /^assets\//,
      // A first visit keeps what it needs, not the megabyte of all screens; those are kept when they are opened.
      manifestTransforms: [
        (entries) => {
          const needed = firstVisitFiles(site)
          const isKept = (url: string) =>
            !url.startsWith("assets/") || ALSO_KEPT.test(url) || needed.includes(url)
          return { manifest: entries.filter(({ url }) => isKept(url)), warnings: [] }
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
