/**
 * Puts into the page what is painted and begun before any other script: the entry's styles, the first face with its words,
 * and the script that asks for the first screen's files and starts the market's worker (src/first-face).
 * Left to themselves the entry must be there before words, screen and worker are asked for, one round trip after the other.
 */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite"
import { LANGUAGES } from "../core/wire/language.ts"
import { type Place, site } from "../src/places/site.ts"
import { HEAVY } from "./initial-chunks.ts"

/** The places where most visits begin, by the folder of their screen. */
const PLACES = {
  "/": "home",
  "/login": "login",
  "/pages/spot/index": "spot-market",
  "/pages/spot/trade": "spot-trade",
  "/pages/kline/index": "kline",
  "/pages/contract/index": "contract-market",
  "/pages/contract/trade": "contract-trade",
  "/pages/option/index": "option-market",
  "/pages/option/trade": "option-trade",
  "/pages/assets/index": "assets",
} as const

/** Screens whose first paint waits for no call to the server: what such calls are made of must not come with them. */
const WITHOUT_CALLS: ReadonlySet<string> = new Set([
  "home",
  "spot-market",
  "spot-trade",
  "kline",
  "contract-market",
  "option-market",
])

/** Where a device keeps the market that a place showed last (src/stores/last-market.ts). */
const PAIRS: Record<string, string> = {
  "/pages/spot/trade": "saker:market",
  "/pages/kline/index": "saker:market",
  "/pages/contract/trade": "saker:contract",
  "/pages/option/trade": "saker:second",
}

/** Places whose phone's screen begins with the price of that market (src/panels/price-head). */
const WITH_PRICE: ReadonlySet<string> = new Set(["/pages/spot/trade", "/pages/kline/index"])

const TABS = ["home", "markets", "trade", "contracts", "assets"]
/** Words of the face: of which file, under which key. */
const WORDS = {
  app: ["tab.home", "tab.markets", "tab.trade", "tab.contracts", "tab.assets"].concat(
    ["markets", "spot", "contract", "second", "ai", "assets"].map((name) => `place.${name}`),
  ),
  market: ["spot", "perpetual", "second"].map((name) => `kind.${name}`),
}

/** Where the screens of all places but home are named. */
const ROUTES = "src/routes.ts"
const WORKER = /^assets\/market\.worker-[^/]+\.js$/

/** Styles that a chunk brings, as Vite notes them. */
type Built = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** The chunk with `module` and all it imports; what comes with the entry is left out. */
function chunksOf(bundle: Rolldown.OutputBundle, module: string): Built[] {
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
  return [...found]
}

/** The files of these chunks with their styles. */
const filesOf = (bundle: Rolldown.OutputBundle, module: string): string[] =>
  chunksOf(bundle, module).flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])

const screenOf = (name: string) => `src/screens/${name}/${name}.route.tsx`

/** Chunks are run whole: one import in the wrong file, and a phone makes hundreds of schemas before its first price. */
function refuseHeavyScreens(bundle: Rolldown.OutputBundle): void {
  for (const name of WITHOUT_CALLS)
    for (const { fileName, moduleIds } of chunksOf(bundle, screenOf(name))) {
      const heavy = moduleIds.find((id) => HEAVY.test(id))
      if (heavy) throw new Error(`${name} brings ${heavy} in ${fileName} before it is painted`)
    }
}

const wordsIn = (root: string, language: string, file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, "locales", language, `${file}.json`), "utf8"))

function wordAt(words: Record<string, unknown>, key: string): string {
  const word = key.split(".").reduce<unknown>((found, part) => Object(found)[part], words)
  if (typeof word !== "string") throw new Error(`no word for ${key}`)
  return word
}

/** What the first face says in one language: words by part, titles by place. */
function faceIn(root: string, language: string) {
  const app = wordsIn(root, language, "app")
  const lists = Object(wordsIn(root, language, "market").list)
  const titles = Object.entries<Place>(site)
    .filter(([path, { name }]) => path in PLACES && name !== "home")
    .map(([path, { name }]) => [path, wordAt(app, `screen.${name}`)])
  const words = [
    ...WORDS.app.map((key) => [key, wordAt(app, key)]),
    ...WORDS.market.map((key) => [key, wordAt(lists, key)]),
  ]
  return { words: Object.fromEntries(words), titles: Object.fromEntries(titles) }
}

/** What the first script reads; files by their number in one list. */
function dataOf(root: string, bundle: Rolldown.OutputBundle) {
  const files: string[] = []
  const numbersOf = (names: string[]) =>
    names.map((name) => {
      if (!files.includes(name)) files.push(name)
      return files.indexOf(name)
    })
  const screens = [
    ["*", numbersOf(filesOf(bundle, ROUTES))],
    ...Object.entries(PLACES).map(([place, name]) => [place, numbersOf(filesOf(bundle, screenOf(name)))]),
  ]
  const words = LANGUAGES.map((language) => [
    language,
    [`locales/${language}.ts`, `locales/later/${language}.ts`].flatMap((file) =>
      numbersOf(filesOf(bundle, `src/text/${file}`).slice(0, 1)),
    ),
  ])
  const places = Object.entries<Place>(site).flatMap(([path, { who, tab }]) => {
    const said = {
      ...(tab && { tab: TABS.indexOf(tab) }),
      ...(who === "user" && { isForUsers: true }),
      ...(PAIRS[path] && { pair: PAIRS[path] }),
      ...(WITH_PRICE.has(path) && { hasPrice: true }),
    }
    return Object.keys(said).length > 0 ? [[path, said]] : []
  })
  const worker = Object.keys(bundle).find((name) => WORKER.test(name))
  if (!worker) throw new Error("the market's worker isn't in the bundle")
  return {
    worker,
    files,
    screens: Object.fromEntries(screens),
    words: Object.fromEntries(words),
    places: Object.fromEntries(places),
    faces: Object.fromEntries(LANGUAGES.map((language) => [language, faceIn(root, language)])),
  }
}

/** The entry's styles, with addresses as the page sees them. */
function stylesOf(bundle: Rolldown.OutputBundle, file: string): string {
  const style = bundle[file]
  if (style?.type !== "asset") throw new Error(`no styles are ${file}`)
  return String(style.source).replaceAll(/url\((["']?)(?!data:|\/)(?:\.\/)?/g, "url($1./assets/")
}

/** @param root folder of the repository */
export function firstFacePlugin(root: string): Plugin {
  const read = (file: string) => readFileSync(join(root, "src/first-face", file), "utf8")
  return {
    name: "first-face",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html
        refuseHeavyScreens(bundle)
        const link = /\s*<link rel="stylesheet"[^>]*href="\.\/(assets\/index-[^"]+\.css)"[^>]*>/
        const entry = link.exec(html)?.[1]
        if (!entry) throw new Error("the page has no styles of its entry")
        const tags: HtmlTagDescriptor[] = [
          // A link that fetches nothing: chunks that need the entry's styles look for it before they fetch them.
          {
            tag: "link",
            attrs: { rel: "stylesheet", crossorigin: true, href: `./${entry}`, disabled: true },
            injectTo: "head",
          },
          { tag: "style", children: stylesOf(bundle, entry), injectTo: "head-prepend" },
          {
            tag: "script",
            attrs: { type: "application/json", id: "first-data" },
            children: JSON.stringify(dataOf(root, bundle)).replaceAll("<", "\\u003c"),
            injectTo: "head",
          },
          { tag: "script", children: read("first-script.js"), injectTo: "head" },
        ]
        const face = `${read("first-face.html").replaceAll(/\n\s*/g, "")}<script>dispatchEvent(new Event("face"))</script>`
        return { html: html.replace(link, "").replace('<div id="root">', `${face}$&`), tags }
      },
    },
  }
}
