/** Reads the pages of a relation from its files: a gigabyte each, the first without a number. */

import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs"
import { PAGE_BYTES, Page } from "./page.ts"

const SEGMENT_PAGES = (1024 * 1024 * 1024) / PAGE_BYTES
/** Read at a time. */
const CHUNK_PAGES = 128
/** One for all: a page is looked at before the next is read, and most relations have only a few. */
const chunk = new Uint8Array(CHUNK_PAGES * PAGE_BYTES)

export const isThere = (file: string): boolean => existsSync(file)

/** Pages from a block on, at most `count`; a page is only good until the next is asked for, of any relation. */
export function* pagesOf(
  file: string,
  from = 0,
  count = Number.POSITIVE_INFINITY,
): Generator<{ block: number; page: Page }> {
  const end = from + count
  let block = from
  while (block < end) {
    const segment = Math.floor(block / SEGMENT_PAGES)
    const path = segment === 0 ? file : `${file}.${segment}`
    if (!existsSync(path)) return
    const handle = openSync(path, "r")
    try {
      const pages = Math.floor(fstatSync(handle).size / PAGE_BYTES)
      let within = block % SEGMENT_PAGES
      while (within < pages && block < end) {
        const wanted = Math.min(CHUNK_PAGES, pages - within, end - block)
        const read = Math.floor(
          readSync(handle, chunk, 0, wanted * PAGE_BYTES, within * PAGE_BYTES) / PAGE_BYTES,
        )
        if (read === 0) return
        for (let place = 0; place < read; place += 1, block += 1)
          yield { block, page: new Page(chunk.subarray(place * PAGE_BYTES, (place + 1) * PAGE_BYTES)) }
        within += read
      }
      if (pages < SEGMENT_PAGES) return
    } finally {
      closeSync(handle)
    }
  }
}
