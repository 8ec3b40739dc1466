// Puts theme, palette and the platform's name on the page before its first paint, so that nothing flashes, and asks for the
// files of the first screen while the entry is still on its way. A file of its own because the content security policy
// allows no script in the page. Says the same as src/stores/preferences-store.ts, brand-store.ts and core/wire/language.ts.
;(() => {
  let theme = null
  let palette = null
  let language = null
  try {
    theme = localStorage.getItem("theme")
    palette = localStorage.getItem("saker:palette")
    language = localStorage.getItem("lang")
    const brand = JSON.parse(localStorage.getItem("saker:brand"))
    if (brand?.name) document.title = brand.name
  } catch {
    // Storage is forbidden here, or holds nonsense: the defaults hold.
  }
  const root = document.documentElement
  root.dataset.theme = theme === "white" ? "white" : "dark"
  root.dataset.palette = palette === "colourblind" || palette === "red-up" ? palette : "standard"
  const meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.content = theme === "white" ? "#FFFFFF" : "#0E0F18"

  // Written here by the build (tools/early-fetch.ts). A wrong guess costs a file; none is made where it isn't clear.
  const { screens, words } = document.currentScript?.dataset ?? {}
  if (!screens || !words) return
  const place = location.hash.slice(1).split("?")[0] || "/"
  const isHome = place === "/" || place === "/pages/index/index"
  const known = JSON.parse(screens)
  const files = isHome ? known["/"] : [...new Set([...known["*"], ...(known[place] ?? [])])]
  const wordsOf = JSON.parse(words)
  const codes = [language, ...navigator.languages].map(
    (code) => (code ?? "").trim().toLowerCase().split(/[-_]/)[0],
  )
  const [first, later] = wordsOf[codes.find((code) => code in wordsOf)] ?? []
  // Home can do without the later words for a while.
  for (const file of [first, isHome ? undefined : later, ...files]) {
    if (!file) continue
    const link = document.createElement("link")
    link.rel = file.endsWith(".css") ? "preload" : "modulepreload"
    if (link.rel === "preload") link.as = "style"
    link.crossOrigin = ""
    link.href = file
    document.head.append(link)
  }
})()
