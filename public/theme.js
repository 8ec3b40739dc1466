// Puts theme, palette and the platform's name on the page before its first paint, so that nothing flashes. A file of its own because the
// content security policy allows no script in the page. Says the same as src/stores/preferences-store.ts and brand-store.ts.
;(() => {
  let theme = null
  let palette = null
  try {
    theme = localStorage.getItem("theme")
    palette = localStorage.getItem("saker:palette")
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
})()
