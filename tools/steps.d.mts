export const root: string
export const node: string
/** Flags of V8 for whatever runs the embedded database. */
export const steadyWasm: readonly string[]
export const serverFlags: readonly string[]
export const serverMemory: Readonly<Record<string, string>>
export function serverEnvironment(extra?: Record<string, string>): Record<string, string>
export function ensureInstalled(): void
/** Builds the terminal into dist/site when a source of it has changed. */
export function ensureBuilt(): void
/** Bundles the server into dist/server when a source of it has changed. */
export function ensureBundled(): void
/** Arguments for {@link node} that run the server from its bundle. */
export const bundledServer: readonly string[]
export function ensureSeeded(): void
