/** Whether an upload is a picture of a kind that is taken, told by its content. */

/** By what file-type calls it: how it begins, and where. */
const BEGINNINGS: ReadonlyMap<string, readonly [at: number, bytes: string]> = new Map([
  ["image/jpeg", [0, "\xff\xd8\xff"]],
  ["image/png", [0, "\x89PNG\r\n\x1a\n"]],
  ["image/webp", [8, "WEBP"]],
])

/** The kind, such as `image/png`; undefined: none that is taken. */
export async function pictureKind(bytes: Uint8Array): Promise<string | undefined> {
  // Loaded with the first picture: most servers never need it.
  const { fileTypeFromBuffer } = await import("file-type")
  const mime = (await fileTypeFromBuffer(bytes))?.mime
  const beginning = mime === undefined ? undefined : BEGINNINGS.get(mime)
  if (!beginning) return undefined
  // file-type looks behind a tag of music (ID3) for what a file is; what draws it begins at its first byte.
  const [at, text] = beginning
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    "latin1",
    at,
    at + text.length,
  )
  return found === text ? mime : undefined
}
