/** Whose platform is this? What its operator writes, and where the contract and the documents are. */

import { aboutEntries } from "#core/wire/content-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { useApiBase } from "../../panels/article/article-text.view.tsx"
import { AboutView } from "./about.view.tsx"

export function AboutScreen() {
  return <AboutView entries={useAnswer(aboutEntries, {})} apiBase={useApiBase()} />
}
