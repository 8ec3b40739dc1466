/** Path of a working Chromium; where none can be had, one clear line and exit 1. */
export function ensureChromium(): Promise<string>

/** Chromium's features that nothing is measured with, for `--disable-features`. */
export const UNMEASURED: string
