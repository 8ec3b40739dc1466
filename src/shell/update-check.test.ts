/** Is a newer release told from the same one, and from an answer that is no page? */

import { expect, test } from "vitest"
import { entryOf } from "./update-check.ts"

const BASE = "https://saker.example/desk/"
const page = (scripts: string) => `<!doctype html><html><head>${scripts}</head><body></body></html>`

test.each([
  [
    "a built page",
    page(
      '<script src="./theme.js"></script><script type="module" crossorigin src="./assets/index-ab.js"></script>',
    ),
    `${BASE}assets/index-ab.js`,
  ],
  [
    "a page with its parts in another order",
    page('<script src="./assets/index-cd.js" type="module"></script>'),
    `${BASE}assets/index-cd.js`,
  ],
  ["a page of a proxy in trouble", page("<h1>502 Bad Gateway</h1>"), undefined],
  ["a page with a script of another kind", page('<script src="./theme.js"></script>'), undefined],
  ["nothing", "", undefined],
])("%s", (_what, html, entry) => {
  expect(entryOf(html, BASE)).toBe(entry)
})
