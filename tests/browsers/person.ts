/** A person in a browser window: finds what is named, presses it where it can really be hit, types, looks and waits. */

import type { EngineWindow, Size } from "./engine.ts"
import { until } from "./until.ts"

export interface Target {
  /** CSS selector. */
  at: string
  /** What its accessible name says, or its text. */
  named?: RegExp
}

type Found = { point: [number, number] } | { problem: string }

export class Person {
  readonly #window: EngineWindow
  readonly #base: string

  /** @param base address of the server */
  constructor(window: EngineWindow, base: string) {
    this.#window = window
    this.#base = base
  }

  /** Loads an address of the app, without the `#`. */
  async load(path: string): Promise<void> {
    await this.complainsOfNothing(path)
    await this.#window.goTo("about:blank")
    await this.#window.goTo(`${this.#base}/#${path}`)
    await until(`the page at ${path}`, () =>
      this.#window
        .evaluate(() => window.watched !== undefined && document.readyState === "complete")
        .catch(String),
    )
  }

  /** Goes there inside the app. */
  async go(path: string): Promise<void> {
    await this.#window.evaluate((hash) => {
      location.hash = hash
    }, `#${path}`)
  }

  resize(size: Size): Promise<void> {
    return this.#window.resize(size)
  }

  back(): Promise<void> {
    return this.#window.back()
  }

  /** Waits for a place that is in sight, still, enabled and uncovered, and presses there. */
  async press(target: Target): Promise<void> {
    let last = ""
    await until(`a press on ${told(target)}`, async () => {
      const found = await this.#window.evaluate(placeToPress, target.at, nameOf(target))
      if ("problem" in found) return found.problem
      const now = String(found.point)
      if (now !== last) {
        last = now
        return "it moves"
      }
      await this.#window.press(found.point)
      return true
    })
  }

  /** Types into a field in the place of what stands there. */
  async fill(target: Target, text: string): Promise<void> {
    await this.press(target)
    const read = () => this.#window.evaluate(readField, target.at, nameOf(target), false)
    await until(`the focus of ${told(target)}`, async () => (await read()).hasFocus)
    await this.#window.evaluate(readField, target.at, nameOf(target), true)
    await this.#window.type(text)
    await until(`"${text}" in ${told(target)}`, async () => {
      const { value } = await read()
      return value === text || value
    })
  }

  /** What a field holds, as soon as that is of this form. */
  async readsIn(target: Target, form: RegExp): Promise<string> {
    let value = ""
    await until(`${form} in ${told(target)}`, async () => {
      ;({ value } = await this.#window.evaluate(readField, target.at, nameOf(target), false))
      return form.test(value) || value
    })
    return value
  }

  async sees(target: Target): Promise<void> {
    await until(`the sight of ${told(target)}`, async () => (await this.#countOf(target)) > 0)
  }

  async seesNo(target: Target): Promise<void> {
    await until(`the end of ${told(target)}`, async () => (await this.#countOf(target)) === 0)
  }

  /** Nothing of it is cut off, however narrow the column. */
  async seesWhole(target: Target): Promise<void> {
    await until(`the whole of ${told(target)}`, async () => {
      const cut = await this.#window.evaluate(cutText, target.at, nameOf(target))
      return cut === "" || cut
    })
  }

  async isAt(address: RegExp): Promise<void> {
    await until(`the address ${address}`, async () => {
      const now = await this.#window.evaluate(() => location.hash)
      return address.test(now) || now
    })
  }

  /** Reads anything of the page; the function may use nothing but its arguments. */
  reads<Args extends unknown[], Result>(read: (...args: Args) => Result, ...args: Args): Promise<Result> {
    return this.#window.evaluate(read, ...args)
  }

  /** Throws with all errors since the page was loaded. */
  async complainsOfNothing(where: string): Promise<void> {
    const complaints = await this.#window.evaluate(() => window.watched?.complaints ?? [])
    if (complaints.length > 0) throw new Error(`the console at ${where}: ${complaints.join("; ")}`)
  }

  #countOf(target: Target): Promise<number> {
    return this.#window.evaluate(countShown, target.at, nameOf(target))
  }
}

const told = ({ at, named }: Target): string => (named ? `${at} named ${named}` : at)
const nameOf = ({ named }: Target): string => named?.source ?? ""

// The functions below run in the page: each can use only its arguments and what watched-site.ts has put there. The last of
// several that are shown lies on top.

function placeToPress(at: string, named: string): Found {
  const found = window.watched?.find(at, named).at(-1)
  if (!found) return { problem: "it isn't there" }
  if (found.matches(":disabled, [aria-disabled=true]")) return { problem: "it is disabled" }
  const { x, y, width, height } = found.getBoundingClientRect()
  const point: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)]
  const hit = document.elementFromPoint(...point)
  if (hit && (found.contains(hit) || hit.closest("label")?.contains(found))) return { point }
  found.scrollIntoView({ block: "center" })
  return { problem: `covered by ${hit?.outerHTML.slice(0, 200)}` }
}

function readField(at: string, named: string, isToSelect: boolean): { value: string; hasFocus: boolean } {
  const field = window.watched?.find(at, named).at(-1)
  if (!(field instanceof HTMLInputElement)) return { value: "", hasFocus: false }
  if (isToSelect) field.select()
  return { value: field.value, hasFocus: document.activeElement === field }
}

const countShown = (at: string, named: string): number => window.watched?.find(at, named).length ?? 0

/** The text that has no room, or why there is none. */
function cutText(at: string, named: string): string {
  const found = window.watched?.find(at, named).at(-1)
  if (!found) return "it isn't there"
  const isCut = found.scrollWidth > found.clientWidth
  const text = found instanceof HTMLInputElement ? found.value : found.innerText
  return isCut ? `${text}: ${found.scrollWidth} px in ${found.clientWidth}` : ""
}
