/** The articles of a category. The address says the category. */

import { articles } from "#core/wire/content-calls.ts"
import { useAnswer, usePages } from "../../api/query.ts"
import { useGo, useScreenSearch } from "../../places/screen-link.tsx"
import { ArticlesView } from "./articles.view.tsx"

export function ArticlesScreen() {
  const { category_id } = useScreenSearch()
  const go = useGo()
  const list = usePages(articles, category_id === undefined ? {} : { category_id })
  // The shelves are the same whichever is looked at: asked once.
  const shelves = useAnswer(articles, { limit: 1 })
  const retry = () => {
    list.retry()
    if (shelves.failure) shelves.retry()
  }
  return (
    <ArticlesView
      categories={shelves.data?.categories ?? []}
      chosen={category_id}
      list={{ ...list, retry }}
      onChoose={(id) =>
        go("/pages/article/index", id === undefined ? {} : { category_id: id }, { isReplacing: true })
      }
    />
  )
}
