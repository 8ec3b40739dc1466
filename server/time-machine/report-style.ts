/** The look of a report: the colours of /docs, chosen by the device, since a report has no script. */

export const REPORT_STYLE = `
:root { color-scheme: light; --bg: #ffffff; --surface: #f7f8fb; --line: #d2d7e3; --text: #10121b; --soft: #43495e;
  --accent: #006a9e; --gain: #0b6b42; --loss: #b3202b; --focus: #006a9e }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --bg: #0e0f18; --surface: #141622; --line: #30354a;
  --text: #edeff7; --soft: #aeb3c9; --accent: #33b4f0; --gain: #3ecf8e; --loss: #ff7b7f; --focus: #7cd0f8 } }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--bg); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 2rem 0 .5rem; font-size: 1.15rem; line-height: 1.25 }
p { margin: .25rem 0 }
.soft { color: var(--soft); font-size: .875rem }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr)); gap: .5rem; margin-top: 1rem }
@media (min-width: 60rem) { .tiles { grid-template-columns: repeat(4, 1fr) } }
.tile { padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--surface) }
.tile h2 { margin: 0; color: var(--soft); font-size: .8125rem; font-weight: 500 }
.figure { font-size: 1.125rem; font-weight: 600 }
.figure, td, .scale, figcaption { font-variant-numeric: tabular-nums }
.gain { color: var(--gain) } .loss { color: var(--loss) }
figure { margin: 0 }
figure svg { display: block; width: 100%; height: 14rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--surface) }
.scale, figcaption { display: flex; justify-content: space-between; gap: 1rem; color: var(--soft); font-size: .8125rem }
.grid { stroke: var(--line); vector-effect: non-scaling-stroke }
.line { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke }
.line.equity { stroke: var(--accent) } .area.equity { fill: var(--accent); fill-opacity: .12 }
.line.fall { stroke: var(--loss) } .area.fall { fill: var(--loss); fill-opacity: .14 }
.wide { overflow-x: auto; margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem }
.wide:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
table { width: 100%; border-collapse: collapse; font-size: .875rem; overflow-wrap: normal }
th, td { padding: .375rem .75rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
th:first-child { text-align: left; font-weight: 500 }
tr:last-child > * { border-bottom: 0 }
thead th { color: var(--soft); font-weight: 500 }
footer { margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--line) }
`
