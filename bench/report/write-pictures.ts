/**
 * `npm run bench -- --pictures`: writes the pictures of the last full run into `docs/`, and their place in the README. Only of
 * a run that nobody disturbed. With `--quick` drafts of the last quick run, beside its results.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type KeptRun, type Picture, picturesOf } from "./pictures.ts"
import { resultsFolder } from "./tell.ts"

const root = join(import.meta.dirname, "../..")
const PLACE = /(<!-- pictures of the bench[^>]*-->\n)[\s\S]*?(<!-- end of the pictures -->)/

/** Writes them and says where. Throws with what is to be done where there is nothing to be drawn of. */
export function writePictures(form: "full" | "quick", say: (text: string) => void): void {
  const kept = join(resultsFolder, `last-${form}.json`)
  if (!existsSync(kept))
    throw new Error(`no ${form} run is kept: npm run bench${form === "quick" ? " -- --quick" : ""}`)
  const run = JSON.parse(readFileSync(kept, "utf8")) as KeptRun
  const pictures = picturesOf(run)
  if (pictures.length === 0) throw new Error("the last run has no figure that is drawn")
  const doubts = form === "full" ? doubtsOf(run, pictures) : []
  if (doubts.length > 0) throw new Error(`not a run to be shown: ${doubts.join("; ")}`)
  const folder = form === "full" ? join(root, "docs") : resultsFolder
  for (const { name, svg } of pictures) {
    writeFileSync(join(folder, `${name}.svg`), svg)
    say(`wrote ${join(folder, `${name}.svg`)}`)
  }
  if (form === "quick") return
  const readme = join(root, "README.md")
  writeFileSync(readme, withPictures(readFileSync(readme, "utf8"), pictures))
}

/** Why a run is no proof: something was wrong, or others used the machine. Of the figures that are drawn. */
export function doubtsOf(run: KeptRun, pictures: readonly Picture[]): string[] {
  const drawn = new Set(pictures.flatMap(({ figures }) => figures))
  return run.figures
    .filter(({ name }) => drawn.has(name))
    .flatMap(({ name, isRight, isInconclusive }) => {
      if (!isRight) return [`${name} is wrong`]
      return isInconclusive ? [`${name} was disturbed`] : []
    })
}

/** The README with these pictures in their place. Throws where it has none. */
export function withPictures(readme: string, pictures: readonly Picture[]): string {
  if (!PLACE.test(readme)) throw new Error("the README has no place for pictures")
  const lines = pictures.map(({ name, alt }) => `![${alt}](docs/${name}.svg)\n`).join("\n")
  return readme.replace(PLACE, (_, begin: string, end: string) => `${begin}\n${lines}\n${end}`)
}
