export const root: string
export const node: string
export function ensureInstalled(): void
/** Builds the terminal into dist/site when a source of it has changed. */
export function ensureBuilt(): void
export function ensureSeeded(): void
