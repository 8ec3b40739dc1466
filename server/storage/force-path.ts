/** Forces files and folders onto the disk, so that a loss of power leaves them as they are. */

import { open, readdir, rename, stat } from "node:fs/promises"
import { dirname, join } from "node:path"

/** Files of a folder that are forced at a time: their waits overlap, and one flush of the disk serves several. */
const AT_ONCE = 32

/** Forces a folder with all that is in it, and the names on the way to it: what an unpacked or copied database needs once. */
export async function forceFolder(folder: string): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  paths.push(folder, dirname(folder), dirname(dirname(folder)))
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let path = paths.pop(); path !== undefined; path = paths.pop()) await forcePath(path)
    }),
  )
}

/** Gives a file that was just written its name: content first, so that after a loss of power it is there whole or not at all. */
export async function renameForced(draft: string, file: string): Promise<void> {
  await forcePath(draft)
  await rename(draft, file)
  await forcePath(dirname(file))
}

/** Forces the content of a file, or the names in a folder. @throws what the system says */
export async function forcePath(path: string): Promise<void> {
  const isWindows = process.platform === "win32"
  // There no folder can be forced, and no file that was opened to be read.
  if (isWindows && (await stat(path)).isDirectory()) return
  const handle = await open(path, isWindows ? "r+" : "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
