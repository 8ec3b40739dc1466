/** localStorage that never throws where it is forbidden or full. */

/** The text kept under `key`; null when there is none, or when storage is forbidden. */
export function readDevice(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Keeps `text` under `key`. Without storage the value lasts as long as the page. */
export function writeDevice(key: string, text: string): void {
  try {
    globalThis.localStorage?.setItem(key, text)
  } catch {
    // Private mode, an embedded frame or a full disk must not break the tap that led here.
  }
}

/** Forgets what is kept under `key`. */
export function dropDevice(key: string): void {
  try {
    globalThis.localStorage?.removeItem(key)
  } catch {
    // As above.
  }
}
