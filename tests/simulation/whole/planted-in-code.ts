/** How a fault of the whole server is planted: another behaviour of a method in all that are made of its class. */

import type { Planted } from "./whole-run.ts"

export interface WholeFault extends Planted {
  name: string
  part: "engine" | "exchange" | "journal" | "restore" | "read model" | "stream" | "worker"
}

/** Every so manieth time. */
export const every = (count: number) => {
  let calls = 0
  return () => {
    calls += 1
    return calls % count === 0
  }
}

type Method = (this: object, ...given: never[]) => unknown

/** Another behaviour in the place of a method of a class, in all that are made of it. */
export function inCode<Target extends object, Name extends keyof Target & string>(
  prototype: Target,
  name: Name,
  make: (
    original: (self: Target, given: unknown[]) => unknown,
  ) => (self: Target, given: unknown[]) => unknown,
): () => () => void {
  return () => {
    const original = prototype[name] as Method
    const other = make((self, given) => original.apply(self, given as never[]))
    Object.defineProperty(prototype, name, {
      value(this: Target, ...given: unknown[]) {
        return other(this, given)
      },
      writable: true,
      configurable: true,
    })
    return () =>
      Object.defineProperty(prototype, name, { value: original, writable: true, configurable: true })
  }
}

/** Several at once that make one fault. */
export const together =
  (...plants: readonly (() => () => void)[]) =>
  () => {
    const mends = plants.map((plant) => plant())
    return () => {
      for (const mend of mends.toReversed()) mend()
    }
  }
