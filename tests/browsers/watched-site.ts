/**
 * The built page with one script before all others. It keeps what the page complains of, which WebKitGTK doesn't tell while
 * it is driven, counts the answers that the page waits for, and finds things by their names.
 */

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { firstRelease } from "../support/releases.ts"

declare global {
  interface Window {
    watched: {
      complaints: string[]
      /** Answers that are waited for. */
      pending: number
      /** What is shown of a selector, by accessible name or text (a regular expression; "" is any). */
      find(selector: string, named: string): HTMLElement[]
    }
  }
}

/** A copy of the site in a folder of its own, to be served instead. */
export function watchedSite(): string {
  const site = firstRelease()
  const page = join(site, "index.html")
  writeFileSync(join(site, "watch.js"), `;(${watch})()\n`)
  const text = readFileSync(page, "utf8")
  const watching = text.replace('<meta charset="utf-8" />', '$&<script src="./watch.js"></script>')
  if (watching === text) throw new Error("index.html has no place for the watching script")
  writeFileSync(page, watching)
  return site
}

/** Runs in the page. */
function watch(): void {
  const complaints: string[] = []
  const nameOf = (element: HTMLElement) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const by = element
      .getAttribute("aria-labelledby")
      ?.split(" ")
      .map((id) => document.getElementById(id))
    const parts = by ?? (labels.length > 0 ? labels : [element])
    const text = element.getAttribute("aria-label") ?? parts.map((part) => part?.innerText ?? "").join(" ")
    return text.replace(/\s+/g, " ").trim()
  }
  const find = (selector: string, named: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(
      (each) => each.checkVisibility({ visibilityProperty: true }) && new RegExp(named).test(nameOf(each)),
    )
  const watched = { complaints, pending: 0, find }
  window.watched = watched
  localStorage.setItem("lang", "en")
  const said = (value: unknown) =>
    value instanceof Error ? `${value.message}\n${value.stack}` : String(value)
  // In the capturing phase a file that didn't load is told, too.
  window.addEventListener(
    "error",
    (event) => {
      const { target } = event
      // Firefox answers so to a module that it has already; the import behind a preload complains for itself.
      if (target instanceof HTMLLinkElement && target.rel === "modulepreload") return
      complaints.push(
        target instanceof HTMLElement
          ? `not loaded: ${target.outerHTML}`
          : said(event.error ?? event.message),
      )
    },
    true,
  )
  window.addEventListener("unhandledrejection", (event) => {
    complaints.push(`unhandled: ${said(event.reason)}`)
  })
  document.addEventListener("securitypolicyviolation", (event) => {
    complaints.push(`forbidden by ${event.violatedDirective}: ${event.blockedURI}`)
  })
  const tell = console.error
  console.error = (...all: unknown[]) => {
    complaints.push(all.map(said).join(" "))
    tell.apply(console, all)
  }
  const ask = window.fetch
  window.fetch = async (...request) => {
    watched.pending += 1
    try {
      return await ask.apply(window, request)
    } finally {
      watched.pending -= 1
    }
  }
}
