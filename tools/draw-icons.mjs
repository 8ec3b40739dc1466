/**
 * Draws the icons from the mark. `node tools/draw-icons.mjs` draws public/icons/*.png from the falcon's facets here,
 * with the Chromium that the tests use. Run it when the mark changes, and commit the files.
 */

import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "@playwright/test"
import { ensureChromium } from "./chromium.mjs"
import { root, say } from "./steps.mjs"

/** The outline of the brand (src/page-head/brand.tsx), parted where the wings meet the body; 24 units wide. */
const FACETS = [
  ["#33B4F0", "M2 6.5 12 12 9.4 14.6z"],
  ["#7CD0F8", "M12 12 22 3.5 15.8 15.7z"],
  ["#1B86BD", "M12 12 15.8 15.7 12 21 9.4 14.6z"],
]
/** Middle of what the falcon fills. */
const CENTRE = { x: 12, y: 12.25 }
const GROUND = "#0E0F18"

/**
 * @param {number} share of the edge that the falcon is wide: at most 0.6 inside of a mask's safe circle
 * @param {number} corner radius in hundredths of the edge; 0 where the system cuts the shape itself
 */
function drawing(share, corner) {
  const scale = (100 * share) / 20
  const place = `translate(50 50) scale(${scale}) translate(${-CENTRE.x} ${-CENTRE.y})`
  const facets = FACETS.map(([fill, path]) => `<path fill="${fill}" d="${path}"/>`).join("")
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${corner}" fill="${GROUND}"/><g transform="${place}">${facets}</g></svg>`
}

const ICONS = [
  { file: "icon-192.png", edge: 192, svg: drawing(0.7, 22) },
  { file: "icon-512.png", edge: 512, svg: drawing(0.7, 22) },
  { file: "maskable-192.png", edge: 192, svg: drawing(0.56, 0) },
  { file: "maskable-512.png", edge: 512, svg: drawing(0.56, 0) },
  { file: "apple-touch-icon.png", edge: 180, svg: drawing(0.62, 0) },
  { file: "favicon-48.png", edge: 48, svg: drawing(0.78, 22) },
]

const folder = join(root, "public/icons")
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] })
try {
  for (const { file, edge, svg } of ICONS) {
    const page = await browser.newPage({ viewport: { width: edge, height: edge } })
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${edge}px}</style>${svg}`)
    writeFileSync(join(folder, file), await page.screenshot({ omitBackground: true }))
    await page.close()
    say(`drew ${file}`)
  }
} finally {
  await browser.close()
}
