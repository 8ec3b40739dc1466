/**
 * Queries for screens, through TanStack Query: kept a while, asked again when old, page by page where long. Only
 * lazily loaded screens import this, so that the first page stays light.
 */

import { hashKey, QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { AskOf, Endpoint, ResponseOf } from "#core/wire/endpoint.ts"
import { type CallFailure, call } from "./call.ts"
import { keepsPrivateAnswers } from "./kept-answers.ts"
import { callerKey } from "./server-door.ts"

/** What was read is not asked again within this. */
const FRESH_MS = 60_000
/** What no screen shows any more is forgotten after this. */
const KEPT_MS = 10 * 60_000
const RETRY_AFTER_MS = 1000

/** Carries the failure through TanStack Query, which knows only exceptions. */
class CallFailed extends Error {
  readonly failure: CallFailure
  constructor(failure: CallFailure) {
    super(failure.text)
    this.failure = failure
  }
}

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: KEPT_MS,
      // Offline it fails at once and says so, rather than wait behind a skeleton; back online it asks by itself.
      networkMode: "always",
      refetchOnReconnect: true,
      refetchOnWindowFocus: false,
      // Once more after a hiccup; a refusal stays a refusal.
      retry: (count, error) =>
        count < 1 && error instanceof CallFailed && error.failure.name === "NETWORK" && navigator.onLine,
      retryDelay: RETRY_AFTER_MS,
    },
  },
})

const isPrivate = ({ meta }: { meta?: Record<string, unknown> | undefined }) => meta?.isPrivate === true

/** With the session goes what was read in it; an answer still on its way is not kept either. */
keepsPrivateAnswers(() => {
  void queryClient.cancelQueries({ predicate: isPrivate })
  queryClient.removeQueries({ predicate: isPrivate })
})

/** What a screen knows of something it asked for; exactly one of `data` and `failure`, or neither: it is on its way. */
export interface Asked<Data> {
  data: Data | undefined
  failure: CallFailure | undefined
  /** Asked again after a failure, the answer still on its way. */
  isRetrying: boolean
  retry: () => void
}

async function fetchAnswer<E extends Endpoint>(
  endpoint: E,
  request: AskOf<E>,
  signal: AbortSignal,
): Promise<ResponseOf<E>> {
  const answer = await call(endpoint, request, signal)
  if (answer.ok) return answer.data
  throw new CallFailed(answer.failure)
}

/** Answers come in the visitor's language, so each language has its own; what only users are told, each user. */
function useKey(endpoint: Endpoint, request: unknown) {
  const { i18n } = useTranslation()
  return [endpoint.path, i18n.language, endpoint.access === "visitor" ? "" : callerKey(), request] as const
}

const failureOf = (error: Error | null): CallFailure | undefined =>
  error instanceof CallFailed ? error.failure : undefined

/**
 * Asks for one thing and keeps it. `isWanted` false: not yet. `everyMs`: again and again, while the page is seen.
 * `freshMs`: so long it isn't asked again when a screen opens; 0 for what changes with everything one does.
 */
export function useAnswer<E extends Endpoint>(
  endpoint: E,
  request: AskOf<E>,
  isWanted = true,
  everyMs?: number,
  freshMs = FRESH_MS,
): Asked<ResponseOf<E>> {
  const query = useQuery(
    {
      queryKey: useKey(endpoint, request),
      queryFn: ({ signal }) => fetchAnswer(endpoint, request, signal),
      meta: { isPrivate: endpoint.access !== "visitor" },
      enabled: isWanted,
      refetchInterval: everyMs ?? false,
      staleTime: freshMs,
    },
    queryClient,
  )
  const data = query.data as ResponseOf<E> | undefined
  return {
    data,
    // Old data outlives a failed refresh.
    failure: data === undefined ? failureOf(query.error) : undefined,
    isRetrying: query.isFetching && query.error !== null,
    retry: () => void query.refetch(),
  }
}

/** A list that comes in pages, each naming the cursor of the next (empty at the end). */
export interface AskedPages<Row> extends Asked<Row[]> {
  hasMore: boolean
  isLoadingMore: boolean
  /** The next page failed; what is there stays. */
  moreFailure: CallFailure | undefined
  /** Asks for the next page, behind whatever is on its way; nothing when there is none. */
  loadMore: () => void
}

interface Page<Row> {
  rows: Row[]
  next: string
}
type RowOf<E> = ResponseOf<E> extends Page<infer Row> ? Row : never

/** Asks for a list page after page. The endpoint takes `cursor` and answers `{ rows, next }`. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  request: Omit<AskOf<E>, "cursor">,
): AskedPages<RowOf<E>> {
  // Apart from a single answer to the same request, which has another shape.
  const queryKey = [...useKey(endpoint, request), "pages"]
  const query = useInfiniteQuery(
    {
      queryKey,
      queryFn: async ({ signal, pageParam }) => {
        const asked = (pageParam === "" ? request : { ...request, cursor: pageParam }) as AskOf<E>
        return (await fetchAnswer(endpoint, asked, signal)) as unknown as Page<RowOf<E>>
      },
      meta: { isPrivate: endpoint.access !== "visitor" },
      initialPageParam: "",
      getNextPageParam: (page) => page.next || undefined,
    },
    queryClient,
  )
  const rows = query.data?.pages.flatMap((page) => page.rows)
  const failure = failureOf(query.error)
  const loadMore = useNextPage(query, hashKey(queryKey))
  return {
    data: rows,
    failure: rows === undefined ? failure : undefined,
    isRetrying: query.isFetching && query.error !== null,
    retry: () => void query.refetch(),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailure: query.isFetchNextPageError ? failure : undefined,
    loadMore,
  }
}

type PagesQuery = Pick<
  ReturnType<typeof useInfiniteQuery>,
  "isFetching" | "hasNextPage" | "isFetchNextPageError" | "fetchNextPage"
> & { data: { pages: readonly unknown[] } | undefined }

/**
 * A list says once that its end is reached. What is asked anew then would keep the page from being fetched, or call off one that is
 * on its way: the page stays wanted until it is there or has failed. `list`: whose pages they are.
 */
function useNextPage(query: PagesQuery, list: string): () => void {
  const { isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = query
  const count = query.data?.pages.length ?? 0
  const wanted = useRef({ list, count })
  useEffect(() => {
    const { current } = wanted
    if (current.list !== list || current.count <= count || !hasNextPage || isFetching) return
    if (isFetchNextPageError) wanted.current = { list, count }
    else void fetchNextPage()
  }, [list, count, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  return () => {
    if (!hasNextPage) return
    wanted.current = { list, count: count + 1 }
    if (!isFetching) void fetchNextPage()
  }
}
