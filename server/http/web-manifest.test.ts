/** The manifest has the operator's name, the visitor's language, and addresses that hold behind a path prefix. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import Fastify from "fastify"
import { expect, test } from "vitest"
import { LANGUAGES } from "#core/wire/index.ts"
import { readSettings } from "../settings/settings.ts"
import { addWebManifest, writeManifest } from "./web-manifest.ts"

const root = join(import.meta.dirname, "../..")

async function ask(address: string, environment: Record<string, string> = {}) {
  const settings = readSettings(environment)
  if (!settings.ok) throw new Error(settings.lines.join())
  const app = Fastify()
  addWebManifest(app, settings.settings, join(root, "locales"))
  const answer = await app.inject(address)
  await app.close()
  return { type: answer.headers["content-type"], manifest: answer.json() }
}

test("it carries the operator's name, and a short one that a home screen doesn't cut", async () => {
  const { type, manifest } = await ask("/manifest.webmanifest", { SAKER_NAME: "Perłowa Giełda Testowa" })
  expect(type).toMatch(/^application\/manifest\+json/)
  expect(manifest).toMatchObject({ name: "Perłowa Giełda Testowa", short_name: "Perłowa Gieł" })
})

test.each(LANGUAGES)("its shortcuts speak %s", async (language) => {
  const { manifest } = await ask(`/manifest.webmanifest?lang=${language}`)
  const { place, screen } = JSON.parse(readFileSync(join(root, `locales/${language}/app.json`), "utf8"))
  expect(manifest.lang).toBe(language)
  expect(manifest.shortcuts.map((shortcut: { name: string }) => shortcut.name)).toEqual([
    place.spot,
    place.contract,
    screen.alerts,
    place.markets,
  ])
})

test("without a language that we have it speaks the platform's default", async () => {
  const { manifest } = await ask("/manifest.webmanifest?lang=tlh", { SAKER_DEFAULT_LANGUAGE: "pl" })
  expect(manifest.lang).toBe("pl")
})

test("its colours are the theme's grounds, as the tokens have them", async () => {
  const tokens = readFileSync(join(root, "src/styles/tokens.css"), "utf8")
  const grounds = [...tokens.matchAll(/--bg: (#\w{6});/g)].map((match) => match[1])
  for (const [theme, ground] of [
    ["dark", grounds[0]],
    ["white", grounds[1]],
  ]) {
    const { manifest } = await ask(`/manifest.webmanifest?theme=${theme}`)
    expect([manifest.theme_color, manifest.background_color]).toEqual([ground, ground])
  }
})

test("every address in it is relative, and every icon is there in the size it claims", () => {
  const manifest = writeManifest(
    "Saker",
    { description: "x", place: { spot: "s", contract: "c", alerts: "a", markets: "m" } },
    {
      language: "en",
      theme: "dark",
    },
  )
  const addresses = [manifest.id, manifest.start_url, manifest.scope]
  addresses.push(...(manifest.shortcuts ?? []).map(({ url }) => url), ...manifest.icons.map(({ src }) => src))
  expect(addresses.filter((address) => !address.startsWith("./"))).toEqual([])
  for (const { src, sizes, purpose } of manifest.icons) {
    const png = readFileSync(join(root, "public", src))
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
    expect(src.includes("maskable")).toBe(purpose === "maskable")
  }
})
