/**
 * Preloads the files that the first screen needs beside the entry.
 * Left to itself the entry must be there before words and screen
 * are asked for, one round trip after the other. The build writes their names on `theme.js`, which asks for them at once.
 */

import type { Plugin, Rolldown } from "vite"
import { LANGUAGES } from "../core/wire/language.ts"

/** The places where most visits begin, by the folder of their screen. */
const PLACES = {
  "/": "home",
  "/pages/spot/index": "spot-market",
  "/pages/spot/trade": "spot-trade",
  "/pages/kline/index": "kline",
} as const

/** Where the screens of all places but home are named. */
const ROUTES = "src/routes.ts"

/** Styles that a chunk brings, as Vite notes them. */
type Built = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** The chunk with `module`, all it imports and their styles; what comes with the entry is left out. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).filter((file): file is Built => file.type === "chunk")
  const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!start) throw new Error(`no chunk has ${module}`)
  const found = new Set<Built>()
  const visit = (chunk: Built | undefined) => {
    if (!chunk || chunk.isEntry || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) visit(chunks.find(({ fileName }) => fileName === name))
  }
  visit(start)
  return [...found].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
}

/** Writes `data-screens` (files by place, `*` for all but home) and `data-words` (first and later file by language) on the script. */
export function earlyFetchPlugin(): Plugin {
  return {
    name: "early-fetch",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html
        const screens = [
          ["*", filesOf(bundle, ROUTES)],
          ...Object.entries(PLACES).map(([place, screen]) => [
            place,
            filesOf(bundle, `src/screens/${screen}/${screen}.route.tsx`),
          ]),
        ]
        const words = LANGUAGES.map((language) => [
          language,
          [`locales/${language}.ts`, `locales/later/${language}.ts`].flatMap((file) =>
            filesOf(bundle, `src/text/${file}`),
          ),
        ])
        const said = (entries: unknown[][]) => JSON.stringify(Object.fromEntries(entries))
        return html.replace(
          /(<script src="\.\/theme\.js")>/,
          (_, tag) => `${tag} data-screens='${said(screens)}' data-words='${said(words)}'>`,
        )
      },
    },
  }
}
