/** Compresses the built site: writes a .br and a .gz beside every text file. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { root } from "./steps.mjs"

const TEXT = /\.(?:js|mjs|css|html|json|svg|txt|map|webmanifest)$/
/** Smaller than this the header of the format eats what is saved. */
const LEAST_BYTES = 256

function compress(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compress(path)
    else if (TEXT.test(name)) compressFile(path)
  }
}

function compressFile(path) {
  const bytes = readFileSync(path)
  if (bytes.length < LEAST_BYTES) return
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}

compress(join(root, "dist/site"))
