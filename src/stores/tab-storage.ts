/** sessionStorage that never throws where it is forbidden or full. */

/** The text kept under `key`; null when there is none, or when storage is forbidden. */
export function readTab(key: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Keeps `text` under `key`. Without storage it isn't kept. */
export function writeTab(key: string, text: string): void {
  try {
    globalThis.sessionStorage?.setItem(key, text)
  } catch {
    // As in device-storage.ts: storage is a comfort, no condition.
  }
}

/** Forgets what is kept under `key`. */
export function dropTab(key: string): void {
  try {
    globalThis.sessionStorage?.removeItem(key)
  } catch {
    // As above.
  }
}
