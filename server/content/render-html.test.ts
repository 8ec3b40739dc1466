/** Only harmless HTML gets onto the page. */

import { describe, expect, test } from "vitest"
import { renderHtml } from "./render-html.ts"

describe("Markdown", () => {
  test("becomes paragraphs, lists, tables and code; the first heading gives way to the screen's title", () => {
    expect(renderHtml("# One\n\n- **a**\n- `b`\n\n| x | y |\n|---|--:|\n| 1 | 2 |", "md")).toBe(
      '<h2>One</h2>\n<ul>\n<li><strong>a</strong></li>\n<li><code>b</code></li>\n</ul>\n<table>\n<thead>\n<tr>\n<th>x</th>\n<th align="right">y</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>1</td>\n<td align="right">2</td>\n</tr>\n</tbody></table>',
    )
  })

  test("leads to screens, own files and other sites, which learn nothing of ours", () => {
    expect(renderHtml("[m](#/pages/spot/trade?symbol=BTC_USDT)", "md")).toBe(
      '<p><a href="#/pages/spot/trade?symbol=BTC_USDT">m</a></p>',
    )
    expect(renderHtml("[f](files/licence.pdf)", "md")).toBe(
      '<p><a href="/content/licence.pdf" target="_blank" rel="noopener">f</a></p>',
    )
    expect(renderHtml("[o](https://a.example/b?c=1)", "md")).toBe(
      '<p><a href="https://a.example/b?c=1" target="_blank" rel="noopener noreferrer nofollow">o</a></p>',
    )
  })

  test("shows own pictures only", () => {
    expect(renderHtml("![p](files/a.png)", "md")).toBe(
      '<p><img src="/content/a.png" alt="p" loading="lazy" /></p>',
    )
    expect(renderHtml("![p](https://a.example/a.png)", "md")).toBe("<p></p>")
  })
})

describe("hostile text", () => {
  const HOSTILE = [
    "<script>alert(1)</script>",
    "<ScRiPt src=//a.example/x.js></sCrIpT>",
    '<img src=x onerror="alert(1)">',
    '<img src="files/a.png" onload=alert(1) style="position:fixed">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="//a.example">x</a>',
    '<a href="https://a.example" onclick="alert(1)">x</a>',
    "[x](javascript:alert(1))",
    "[x](<java\nscript:alert(1)>)",
    '<svg><script>alert(1)</script><a xlink:href="javascript:1">x</a></svg>',
    "<math><mtext><img src=x onerror=alert(1)></mtext></math>",
    '<iframe src="https://a.example" srcdoc="<script>1</script>"></iframe>',
    '<form action="https://a.example"><input name=password><button>x</button></form>',
    '<style>*{background:url(https://a.example)}</style><p style="background:url(//a.example)">x</p>',
    '<meta http-equiv="refresh" content="0;url=https://a.example"><base href="https://a.example">',
    '<object data="x.swf"></object><embed src="x.swf"><applet></applet>',
    '<p id="root" class="overlay" name="body">x</p>',
    '<img src="files/../../secret.png"><img src="/content/../secret.png"><img src="data:image/svg+xml,<svg/>">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">x</p></noscript>',
    "<!--<img src=--><img src=x onerror=alert(1)//>-->",
    '<a href="#/login?to=//a.example">x</a>',
    "<template><script>alert(1)</script></template><video src=x onerror=alert(1)></video>",
  ]
  const FORBIDDEN =
    /<(?:script|style|svg|math|iframe|form|input|button|meta|base|object|embed|template|video|noscript)|\son\w+\s*=|script:|data:|style=|\bid=|class=|name=|src="(?!\/content\/[\w.-]+")|href="(?!#\/|https:\/\/|\/content\/)|\.\./i

  test.each(HOSTILE.flatMap((text) => [[text, "md"] as const, [text, "html"] as const]))(
    "%j as %s keeps nothing that acts",
    (text, format) => {
      // What is shown as text may look like anything; only tags act.
      const tags = (renderHtml(text, format).match(/<[^>]*>/g) ?? []).join("")
      expect(tags).not.toMatch(FORBIDDEN)
    },
  )

  test("nested without end is cut off and answered soon", () => {
    const deep = renderHtml(`${"<blockquote>".repeat(5000)}x`, "html")
    expect(deep.match(/<blockquote>/g)?.length ?? 0).toBeLessThan(50)
  })
})
