// What happens before any other script: theme, palette and the platform's name, so that nothing flashes; the words of the
// first face; the files of the first screen and the market's worker, asked for while the entry is still on its way.
// The build puts it into the page (tools/first-face.ts); the server allows it by its hash. Says the same as
// src/stores/preferences-store.ts, theme-choice.ts, choices-store.ts, brand-store.ts, session-store.ts and last-market.ts,
// src/api/page-config.ts and core/wire/language.ts.
;(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is forbidden here: the defaults hold.
      return null
    }
  }
  const root = document.documentElement
  // Whoever follows the system has its theme as their own; an open page hears of it as of another tab's choice.
  const light = matchMedia("(prefers-color-scheme: light)")
  const followSystem = () => {
    if (kept("saker:theme") !== "system") return
    const newValue = light.matches ? "white" : "dark"
    localStorage.setItem("theme", newValue)
    dispatchEvent(new StorageEvent("storage", { key: "theme", newValue }))
  }
  followSystem()
  light.addEventListener("change", followSystem)
  const theme = kept("theme") === "white" ? "white" : "dark"
  const palette = kept("saker:palette")
  root.dataset.theme = theme
  root.dataset.palette = palette === "colourblind" || palette === "red-up" ? palette : "standard"
  const meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.content = theme === "white" ? "#FFFFFF" : "#0E0F18"
  const read = (key) => {
    try {
      return JSON.parse(kept(key)) ?? {}
    } catch {
      // Nonsense in storage.
      return {}
    }
  }
  const brand = read("saker:brand")
  if (brand.name) document.title = brand.name
  const chosen = read("saker:choices").numbers?.value
  const numbers = ["en", "de", "fr"].includes(chosen) ? chosen : undefined

  // Written by the build. A wrong guess costs a file; none is made where it isn't clear.
  const data = document.getElementById("first-data")
  if (!data) return
  const { files, screens, words, faces, places, worker } = JSON.parse(data.textContent)
  const [asked, query = ""] = location.hash.slice(1).split("?")
  const wanted = asked || "/"
  const place = places[wanted]?.isForUsers && !kept("token") ? "/login" : wanted
  const isHome = place === "/" || place === "/pages/index/index"
  const codes = [kept("lang"), ...navigator.languages].map(
    (code) => (code ?? "").trim().toLowerCase().split(/[-_]/)[0],
  )
  const language = codes.find((code) => code in words)
  // The page takes both over (src/first-face/early-start.ts).
  // Read to its end at once: the time limit holds for the body too, and the page's code may come later than that.
  const config = fetch("config.json", { signal: AbortSignal.timeout(10_000) })
    .then((answer) => (answer.ok ? answer.json() : {}))
    // The page asks anew, and says why it failed.
    .catch(() => undefined)
  const { tab, pair, hasPrice } = places[place] ?? {}
  const market = new URLSearchParams(query).get("symbol") ?? kept(pair ?? "") ?? ""
  const thread = new Worker(worker, { type: "module", name: "market" })
  const early = { worker: thread, config, hasFailed: false }
  thread.onerror = () => {
    early.hasFailed = true
  }
  globalThis.sakerEarly = early
  // Behind these two: a line that fetches some files at a time would make the first price wait for all code.
  const [first, later] = words[language] ?? []
  const ofScreen = isHome ? screens["/"] : [...screens["*"], ...(screens[place] ?? [])]
  // Home can do without the later words for a while.
  for (const number of new Set([first, isHome ? undefined : later, ...ofScreen])) {
    if (number === undefined) continue
    const file = files[number]
    const link = document.createElement("link")
    link.rel = file.endsWith(".css") ? "preload" : "modulepreload"
    if (link.rel === "preload") link.as = "style"
    link.crossOrigin = ""
    link.href = file
    document.head.append(link)
  }

  config
    .then((known) => {
      // Nothing is guessed: the page asks for it anew.
      if (known === undefined) return
      const { api, socket } = known
      const apiBase = new URL(api || "./", location.href)
      const socketUrl = new URL(socket || "socket", socket ? location.href : apiBase)
      socketUrl.protocol = socketUrl.protocol.replace("http", "ws")
      thread.postMessage({
        early: {
          ...(numbers && { numbers }),
          apiBase: apiBase.href.replace(/[#?].*$/, "").replace(/\/+$/, ""),
          socketUrl: socketUrl.href.replace(/#.*$/, ""),
          language: language ?? "en",
        },
        ...(hasPrice && /^[A-Z0-9]+_[A-Z0-9]+$/.test(market) && { market }),
      })
    })
    // An address that is none: the page finds that out itself, and says so.
    .catch(() => undefined)

  // The face is in the page's body, which comes after this.
  root.dataset.face = place === "/pages/spot/index" ? "list" : tab === undefined ? "page" : "tab"
  root.dataset.faceTab = tab ?? ""
  root.dataset.faceMark = brand.logo ? "none" : "ours"
  if (hasPrice) root.dataset.facePrice = "old"
  const say = (part, text) => {
    for (const box of document.querySelectorAll(`#first-face [data-says="${part}"]`)) box.textContent = text
  }
  // The worker follows the market's price before the page's code is there. What it can't vouch for it takes back.
  thread.addEventListener("message", ({ data }) => {
    const price = data?.firstPrice
    // Zeros that are counted need more than text.
    if (!price || price.last?.includes("{")) return
    early.price = price
    root.dataset.facePrice = price.isLive ? price.sign : "old"
    say("last", price.last ?? "")
    say("day", price.changePercent ?? "")
  })
  addEventListener("face", () => {
    const face = faces[language] ?? faces.en
    const [base, quote] = pair && /^[A-Z0-9]+_[A-Z0-9]+/.test(market) ? market.split("_") : []
    for (const [part, text] of Object.entries(face.words)) say(part, text)
    // The operator's own name, or none: another one would be another platform for a moment.
    say("title", base ? `${base}/${quote}` : isHome ? (brand.name ?? "") : (face.titles[place] ?? ""))
  })
})()
