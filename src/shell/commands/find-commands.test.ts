/** The palette finds what is typed, the best first. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Command, type CommandGroup, findCommands } from "./find-commands.ts"

const command = (group: CommandGroup, title: string, more: Partial<Command> = {}): Command => ({
  id: `${group} ${title}`,
  group,
  title,
  run: () => undefined,
  ...more,
})
const ALL = [
  command("recent", "SOL/USDT"),
  command("markets", "BTC/USDT", { hint: "Spot", also: "btc_usdt bitcoin" }),
  command("markets", "ETH/BTC", { hint: "Spot", also: "eth_btc ether" }),
  command("markets", "BTC/USDT", { id: "perp", hint: "Contract", also: "btc_usdt_perp bitcoin" }),
  command("pages", "Préférences"),
  command("pages", "Deposit history"),
  command("pages", "Deposit"),
  command("actions", "Dark theme", { also: "look" }),
]
const titles = (query: string) =>
  findCommands(ALL, query).flatMap(({ commands }) => commands.map(({ title }) => title))

describe("findCommands", () => {
  test("with nothing typed shows what was looked at last, and no other markets", () => {
    expect(findCommands(ALL, "  ").map(({ group }) => group)).toEqual(["recent", "pages", "actions"])
  })
  test("with something typed looks through all markets", () => {
    expect(titles("btc")).toEqual(["BTC/USDT", "BTC/USDT", "ETH/BTC"])
    expect(titles("sol")).toEqual([])
  })
  test("puts the exact title first, then what begins with the text", () => {
    expect(titles("deposit")).toEqual(["Deposit", "Deposit history"])
  })
  test("looks at every word, in any order, in what isn't shown too", () => {
    expect(findCommands(ALL, "perp btc").flatMap((found) => found.commands.map(({ id }) => id))).toEqual([
      "perp",
    ])
    expect(titles("look")).toEqual(["Dark theme"])
  })
  test("minds neither accents nor capitals", () => {
    expect(titles("PREFER")).toEqual(["Préférences"])
    expect(titles("préf")).toEqual(["Préférences"])
  })
  test("puts the group with the best fit first", () => {
    expect(findCommands(ALL, "d").map(({ group }) => group)).toEqual(["pages", "actions", "markets"])
  })
  test("shows nothing twice and no empty group, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const found = findCommands(ALL, query)
        const shown = found.flatMap(({ commands }) => commands)
        expect(new Set(shown).size).toBe(shown.length)
        expect(found.every(({ commands }) => commands.length > 0)).toBe(true)
      }),
    )
  })
})
