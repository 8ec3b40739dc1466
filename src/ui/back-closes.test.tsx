/** Does back close what is open before it leaves the screen, on the tab's first entry too, and is the history afterwards as it was? */

import { createHashHistory } from "@tanstack/react-router"
import { render, screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { beforeEach, expect, test } from "vitest"
import { Sheet } from "./sheet.tsx"
import { tab as openTab } from "./tab-history.ts"
import { numberTypedAddresses } from "./typed-address.ts"

/** A tab's entries as a browser keeps them, with steps that arrive later. */
class Tab extends EventTarget {
  entries: { hash: string; state: unknown }[] = [{ hash: "", state: null }]
  at = 0
  /** Where steps have led to. */
  arrivals: number[] = []
  /** A step back beyond the first entry. */
  hasLeft = false
  readonly document = document
  readonly location: { pathname: string; search: string; readonly hash: string }
  readonly history: object
  constructor() {
    super()
    const tab = this
    const hashOf = (href: string | undefined) =>
      href?.includes("#") ? href.slice(href.indexOf("#")) : tab.hash
    this.location = {
      pathname: "/",
      search: "",
      get hash() {
        return tab.hash
      },
    }
    this.history = {
      get state() {
        return tab.entries[tab.at]?.state
      },
      pushState(state: unknown, _: string, href?: string) {
        tab.entries.splice(tab.at + 1, tab.entries.length, { hash: hashOf(href), state })
        tab.at += 1
      },
      replaceState(state: unknown, _: string, href?: string) {
        tab.entries[tab.at] = { hash: hashOf(href), state }
      },
      go: (by: number) => tab.go(by),
      back: () => tab.go(-1),
      forward: () => tab.go(1),
    }
  }
  get hash(): string {
    return this.entries[this.at]?.hash ?? ""
  }
  /** The addresses of all entries, the one shown in brackets. */
  get shown(): string {
    return this.entries.map(({ hash }, at) => (at === this.at ? `[${hash}]` : hash)).join(" ")
  }
  go(by: number): void {
    setTimeout(() => {
      if (this.at + by < 0) this.hasLeft = true
      if (!this.entries[this.at + by]) return
      this.at += by
      this.arrivals.push(this.at)
      this.dispatchEvent(new Event("popstate"))
    })
  }
  /** Somebody writes another address over the one shown. */
  type(hash: string): void {
    this.entries.splice(this.at + 1, this.entries.length, { hash, state: null })
    this.at += 1
    this.dispatchEvent(new Event("popstate"))
  }
}

let tab: Tab
let history: ReturnType<typeof createHashHistory>
beforeEach(() => {
  tab = new Tab()
  tab.entries = [{ hash: "#/", state: null }]
  const win = tab as unknown as typeof window
  numberTypedAddresses(() => history.location.state.__TSR_index, win)
  history = createHashHistory({ window: tab })
  Object.assign(openTab, { history, win })
})

interface SceneProps {
  declines?: boolean
  onPick?: () => void
}

function Scene({ declines = false, onPick }: SceneProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <Sheet isOpen={isOpen} onOpenChange={(open) => setIsOpen(open || declines)} title="Settings">
        <button
          type="button"
          onClick={() => {
            setIsOpen(false)
            onPick?.()
          }}
        >
          Pick
        </button>
      </Sheet>
    </>
  )
}

const sheet = () => screen.queryByRole("dialog", { name: "Settings" })

async function openSheet(scene: SceneProps = {}) {
  render(<Scene {...scene} />)
  await userEvent.click(screen.getByRole("button", { name: "Open" }))
  await screen.findByRole("dialog", { name: "Settings" })
}

const shows = (entries: string) => waitFor(() => expect(tab.shown).toBe(entries))

test("back closes the sheet and stays, the next one leaves the screen", async () => {
  history.push("/login")
  await shows("#/ [#/login]")
  await openSheet()
  expect(tab.shown, "nothing is added where the app has an entry behind").toBe("#/ [#/login]")
  tab.go(-1)
  await waitFor(() => expect(sheet()).toBeNull())
  await shows("#/ [#/login]")
  tab.go(-1)
  await shows("[#/] #/login")
})

test("on the tab's first entry back closes the sheet, and the next one leaves the app", async () => {
  await openSheet()
  await shows("#/ [#/]")
  tab.go(-1)
  await waitFor(() => expect(sheet()).toBeNull())
  await shows("[#/] #/")
  expect(tab.hasLeft).toBe(false)
  tab.go(-1)
  await waitFor(() => expect(tab.hasLeft).toBe(true))
})

test("closed otherwise, the sheet leaves nothing in the history that back would have to pass", async () => {
  await openSheet()
  await shows("#/ [#/]")
  await userEvent.click(screen.getByRole("button", { name: "Pick" }))
  await shows("[#/] #/")
  expect(history.location.state.__TSR_index).toBe(0)
})

test("a way from the first entry's sheet to another screen is one entry, with the screen behind it", async () => {
  await openSheet({ onPick: () => history.push("/login") })
  await shows("#/ [#/]")
  await userEvent.click(screen.getByRole("button", { name: "Pick" }))
  await shows("#/ [#/login]")
  expect(history.location.state.__TSR_index).toBe(1)
})

test("an address that the sheet changed below itself stays when it is closed", async () => {
  await openSheet({ onPick: () => history.replace("/?symbol=ETH_USDT") })
  await shows("#/ [#/]")
  await userEvent.click(screen.getByRole("button", { name: "Pick" }))
  await waitFor(() => expect(tab.shown).toMatch(/^\[#\/\?symbol=ETH_USDT\]/))
})

test("at an address typed by hand back closes the sheet, and the next one leads to the screen before", async () => {
  history.push("/forgot")
  await shows("#/ [#/forgot]")
  tab.type("#/register")
  await shows("#/ #/forgot [#/register]")
  await openSheet()
  tab.go(-1)
  await waitFor(() => expect(sheet()).toBeNull())
  await shows("#/ #/forgot [#/register]")
  tab.go(-1)
  await shows("#/ [#/forgot] #/register")
  expect(history.location.pathname).toBe("/forgot")
})

test("a sheet that declines to be closed keeps the screen", async () => {
  await openSheet({ declines: true })
  await shows("#/ [#/]")
  tab.go(-1)
  await waitFor(() => expect(tab.arrivals).toEqual([0, 1]))
  expect(sheet()).not.toBeNull()
})
