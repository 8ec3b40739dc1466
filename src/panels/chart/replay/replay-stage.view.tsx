/**
 * A bar replay over the whole page: what is live lies underneath, out of reach and out of sight, and goes on. Nothing here
 * makes an order call; its orders are the practice account's.
 */

import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { createPortal } from "react-dom"
import { useTranslation } from "react-i18next"
import type { Interval } from "#core/candle/interval.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { fetchBars } from "../../../feed/worker-calls.ts"
import { holdTitle } from "../../../page-head/document-title.ts"
import { market as markets } from "../../../stores/market-store.ts"
import { marketTitle } from "../../../text/market-title.ts"
import { Button } from "../../../ui/button.tsx"
import { useClosedByBack } from "../../../ui/closed-by-back.ts"
import type { BarsChange } from "../bars.model.ts"
import { useChartForm } from "../chart-form.ts"
import type { ChartText } from "../chart-text.ts"
import { PracticeState } from "./practice-state.view.tsx"
import { PracticeTicket } from "./practice-ticket.view.tsx"
import { ReplayBar } from "./replay-bar.view.tsx"
import { ReplayChart } from "./replay-chart.view.tsx"
import { replayLines, replayMarks } from "./replay-lines.ts"
import { ReplayRules } from "./replay-rules.view.tsx"
import { ReplaySession } from "./replay-session.ts"
import { type FetchBars, NothingKnown } from "./replay-source.ts"
import styles from "./replay-stage.module.css"
import { type ReplayStart, StartForm } from "./start-form.view.tsx"
import { useLiveBars } from "./use-live-bars.ts"
import { SPEEDS, type Speed, usePlayback } from "./use-playback.ts"
import { useReplayKeys } from "./use-replay-keys.ts"

const ReplayResultSheet = lazy(() =>
  import("./replay-result.view.tsx").then((module) => ({ default: module.ReplayResultSheet })),
)

interface ReplayStageProps {
  market: TradedMarket
  interval: Interval
  text: ChartText
  /** Back to the live market. */
  onEnd: () => void
}

const now = () => Date.now() + markets.connection.clockOffset

export function ReplayStage(props: ReplayStageProps) {
  const { market, interval, onEnd } = props
  const { t } = useTranslation("replay")
  const [session, setSession] = useState<ReplaySession>()
  const panel = useRef<HTMLElement>(null)
  useClosedByBack(true, onEnd)
  useAlone(panel)
  const name = marketTitle(market.id)
  useEffect(() => holdTitle(`${t("title")} · ${name}`), [t, name])
  useEffect(() => () => session?.end(), [session])
  const fetch = useCallback<FetchBars>(
    (wanted, limit, before) => fetchBars(market.id, wanted, limit, before),
    [market.id],
  )
  return createPortal(
    <section
      ref={panel}
      className={styles.stage}
      role="dialog"
      aria-modal="true"
      aria-label={`${t("title")} · ${name}`}
      tabIndex={-1}
    >
      {session ? (
        <Playing key={interval} {...props} session={session} name={name} />
      ) : (
        <Choosing {...props} fetch={fetch} name={name} onSession={setSession} />
      )}
    </section>,
    document.body,
  )
}

interface HeadProps {
  name: string
  interval: Interval
  /** The moment, or what is to be done. */
  says: string
  onEnd: () => void
}

function Head({ name, interval, says, onEnd }: HeadProps) {
  const { t } = useTranslation("replay")
  return (
    <header className={styles.head}>
      <strong className={styles.badge}>{t("title")}</strong>
      <span className={styles.market}>
        {name} · {t(`market:chart.interval.${interval}`)}
      </span>
      <span className={`${styles.says} num`}>{says}</span>
      <Button tone="accent" className={styles.live} onClick={onEnd}>
        {t("live")}
      </Button>
    </header>
  )
}

type ChoosingProps = ReplayStageProps & {
  fetch: FetchBars
  name: string
  onSession: (session: ReplaySession) => void
}

function Choosing({ market, interval, text, onEnd, fetch, name, onSession }: ChoosingProps) {
  const { t } = useTranslation("replay")
  const live = useLiveBars(fetch, interval)
  const form = useChartForm()
  const [chosen, setChosen] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const moment = chosen ?? live.usual
  const start = async (wanted: ReplayStart) => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      onSession(await ReplaySession.begin({ ...wanted, interval, fetch, now }))
    } catch (reason) {
      if (!(reason instanceof NothingKnown)) throw reason
      setProblem(t("start.nothing"))
    }
    setIsBusy(false)
  }
  return (
    <>
      <Head name={name} interval={interval} says={t("start.choose")} onEnd={onEnd} />
      <div className={styles.body}>
        <ReplayChart
          {...{ interval, text }}
          instrument={market.id}
          bars={live.bars}
          isDesk={form === "desk"}
          lines={[]}
          marks={NONE}
          chosen={moment}
          onBar={setChosen}
          onOldest={live.loadOlder}
          drawWith={live.drawWith}
        />
        <aside className={styles.side}>
          <StartForm
            market={market}
            moment={moment}
            onMoment={setChosen}
            now={now}
            isBusy={isBusy}
            problem={problem ?? (live.hasFailed ? t("start.failed") : undefined)}
            onStart={(wanted) => void start(wanted)}
          />
        </aside>
      </div>
    </>
  )
}

const NONE: readonly never[] = []

type PlayingProps = ReplayStageProps & { session: ReplaySession; name: string }

function Playing({ market, interval, text, onEnd, session, name }: PlayingProps) {
  const { t } = useTranslation("replay")
  const form = useChartForm()
  useSyncExternalStore(session.subscribe, () => session.version)
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(10)
  const [hasResult, setHasResult] = useState(false)
  const isOver = session.state === "present"
  usePlayback(session, isPlaying && !hasResult, speed, () => setIsPlaying(false))
  const faster = (steps: number) => setSpeed(SPEEDS[SPEEDS.indexOf(speed) + steps] ?? speed)
  const controls = {
    isPlaying,
    speed,
    isOver,
    onPlay: () => setIsPlaying(!isPlaying && !isOver),
    onMinute: () => session.advance(1),
    onBar: () => void session.stepBar(),
    onSpeed: setSpeed,
    onResult: () => setHasResult(true),
  }
  useReplayKeys({
    play: controls.onPlay,
    replayBar: controls.onBar,
    replayMinute: controls.onMinute,
    replaySlower: () => faster(-1),
    replayFaster: () => faster(1),
    replayResult: controls.onResult,
  })
  const draw = useCallback(
    (each: ((change: BarsChange) => void) | undefined) => session.drawWith(each),
    [session],
  )
  const older = useCallback(() => session.loadOlder(), [session])
  const { fills } = session.account.money
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of fills only grows
  const marks = useMemo(() => replayMarks(session), [session, fills.length, session.bars.list.length])
  return (
    <>
      <Head name={name} interval={interval} says={text.moment(session.moment)} onEnd={onEnd} />
      <div className={styles.body}>
        <div className={styles.main}>
          <ReplayChart
            {...{ interval, text, marks }}
            instrument={market.id}
            bars={session.bars}
            isDesk={form === "desk"}
            lines={replayLines(session, t)}
            onOldest={older}
            drawWith={draw}
          />
          <ReplayBar {...controls} />
          <Where session={session} />
        </div>
        <aside className={styles.side}>
          <PracticeState {...{ market, session, text }} />
          <PracticeTicket {...{ market, session }} />
          <ReplayRules market={market} fees={session.plan.terms.fees} isOpen={false} />
        </aside>
      </div>
      {hasResult ? (
        <Suspense fallback={null}>
          <ReplayResultSheet
            {...{ market, session, text }}
            onClose={() => setHasResult(false)}
            onLive={onEnd}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Why it doesn't go on, where it doesn't. */
function Where({ session }: { session: ReplaySession }) {
  const { t } = useTranslation("replay")
  if (session.state === "failed")
    return (
      <p className={styles.where} role="alert">
        {t("state.failed")} <Button onClick={() => session.retry()}>{t("state.again")}</Button>
      </p>
    )
  if (session.state === "ready") return null
  return (
    <p className={styles.where} role="status">
      {t(`state.${session.state}`)}
    </p>
  )
}

/** The page underneath is out of reach meanwhile; the focus goes into the replay, and back to where it was. */
function useAlone(panel: { current: HTMLElement | null }): void {
  useEffect(() => {
    const before = document.activeElement
    const page = document.getElementById("root")
    if (page) page.inert = true
    panel.current?.focus()
    return () => {
      if (page) page.inert = false
      if (before instanceof HTMLElement) before.focus()
    }
  }, [panel])
}
