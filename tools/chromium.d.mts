/** Path of a working Chromium; where none can be had, one clear line and exit 1. */
export function ensureChromium(): Promise<string>
