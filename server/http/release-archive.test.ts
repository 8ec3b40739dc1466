/** Tabs of earlier releases find their files, and the archive stays small. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { choose, keepRelease, RELEASE_AGE_MAX_MS, RELEASES_MAX } from "./release-archive.ts"

afterAll(removeFolders)

const DAY = 86_400_000

/** A site of one hashed file, as a build would leave it. */
function build(site: string, name: string): void {
  rmSync(join(site, "assets"), { recursive: true, force: true })
  mkdirSync(join(site, "assets"), { recursive: true })
  writeFileSync(join(site, "index.html"), `<script src="assets/${name}.js"></script>`)
  writeFileSync(join(site, `assets/${name}.js`), name)
}

const filesOf = (folders: string[]) => folders.flatMap((folder) => readdirSync(join(folder, "assets")))

test("files of the release before are found after the next one", () => {
  const [site, archive] = [freshFolder(), freshFolder()]
  build(site, "one")
  keepRelease(site, archive, 0)
  build(site, "two")
  const folders = keepRelease(site, archive, DAY)
  expect(filesOf(folders)).toEqual(["two.js", "one.js"])
  expect(readFileSync(join(folders[1] ?? "", "assets/one.js"), "utf8")).toBe("one")
})

test("the present release has a copy too, for the moment in which a build empties the site", () => {
  const [site, archive] = [freshFolder(), freshFolder()]
  build(site, "one")
  expect(filesOf(keepRelease(site, archive, 0))).toEqual(["one.js"])
})

test("starting again with the same release adds nothing", () => {
  const [site, archive] = [freshFolder(), freshFolder()]
  build(site, "one")
  for (const now of [0, DAY, 90 * DAY]) keepRelease(site, archive, now)
  expect(readdirSync(archive).filter((name) => name !== "releases.json")).toHaveLength(1)
})

test("only so many earlier releases stay, the newest", () => {
  const [site, archive] = [freshFolder(), freshFolder()]
  let folders: string[] = []
  for (let release = 0; release < RELEASES_MAX + 3; release += 1) {
    build(site, `r${release}`)
    folders = keepRelease(site, archive, release)
  }
  expect(filesOf(folders)).toEqual(["r7.js", "r6.js", "r5.js", "r4.js", "r3.js", "r2.js"])
  expect(readdirSync(archive).filter((name) => name !== "releases.json")).toHaveLength(RELEASES_MAX + 1)
})

test("the age of a release counts from when it was replaced, not from when it came", () => {
  const old = [{ id: "a", until: null }]
  const replaced = choose(old, "b", 400 * DAY)
  expect(replaced.map(({ id }) => id)).toEqual(["b", "a"])
  expect(choose(replaced, "b", 400 * DAY + RELEASE_AGE_MAX_MS).map(({ id }) => id)).toEqual(["b", "a"])
  expect(choose(replaced, "b", 401 * DAY + RELEASE_AGE_MAX_MS).map(({ id }) => id)).toEqual(["b"])
})

test("going back to an earlier release serves it as the present one", () => {
  const back = choose(
    [
      { id: "b", until: null },
      { id: "a", until: 5 },
    ],
    "a",
    9,
  )
  expect(back).toEqual([
    { id: "a", until: null },
    { id: "b", until: 9 },
  ])
})

test("a torn list and strangers in the folder harm nothing", () => {
  const [site, archive] = [freshFolder(), freshFolder()]
  build(site, "one")
  writeFileSync(join(archive, "releases.json"), '[{"id":"../../x","until":null},')
  mkdirSync(join(archive, "0123456789abcdef.new/assets"), { recursive: true })
  expect(filesOf(keepRelease(site, archive, 0))).toEqual(["one.js"])
  expect(existsSync(join(archive, "0123456789abcdef.new"))).toBe(false)
})
