/** Takes the place of the router's module of this name in the build (vite.config.ts): its `scrollRestoration` is off. */

/** Called by the router's constructor. */
export const setupScrollRestoration = (): void => {}

// Named by the router's entry; nobody of ours asks for them.
export const ScrollRestoration = (): null => null
export const storageKey = ""
export const getElementScrollRestorationEntry = (): undefined => undefined
export const defaultGetScrollRestorationKey = (): string => storageKey
