/** Where is an answer? Help articles, searched by their titles at the server a moment after the last key. */

import { useDeferredValue, useEffect, useState } from "react"
import { articles } from "#core/wire/content-calls.ts"
import { usePages } from "../../api/query.ts"
import { HelpView } from "./help.view.tsx"

const TYPING_MS = 250

export function HelpScreen() {
  const [query, setQuery] = useState("")
  const asked = useDeferredValue(useSettled(query.trim()))
  const list = usePages(articles, asked ? { kind: "help", query: asked } : { kind: "help" })
  return <HelpView query={query} asked={asked} list={list} onQuery={setQuery} />
}

/** The text once nobody has typed for a moment; emptied at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === "" ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
