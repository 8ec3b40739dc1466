/** Starts the page. Words and look first, then the screen; the market feed starts beside it. */

import { RouterProvider } from "@tanstack/react-router"
import { StrictMode, startTransition } from "react"
import { createRoot } from "react-dom/client"
import { forgetPrivateAnswers } from "./api/kept-answers.ts"
import { pageConfig, serverAddress } from "./api/page-config.ts"
import { connectCalls } from "./api/server-door.ts"
import { connectMarketWorker } from "./feed/connect-market-worker.ts"
import { recoverOnce } from "./shell/chunk-recovery.ts"
import { isFirstFaceShown, removeFirstFace, shellPainted } from "./shell/first-face.ts"
import { watchMarketProblems } from "./shell/market-problems.ts"
import { loadRoutes, router } from "./shell/router.tsx"
import { showFormats, showPreferences } from "./shell/theme.ts"
import { giveUpBrand } from "./stores/brand-store.ts"
import { followChoicesOfTabs } from "./stores/choices-store.ts"
import { readDevice } from "./stores/device-storage.ts"
import { watchInstall } from "./stores/install-prompt.ts"
import { followOtherTabs, followToken, isLoggedIn, session } from "./stores/session-store.ts"
import { startWords } from "./text/i18n.ts"
import { chooseLanguage } from "./text/language-choice.ts"
import { currentLanguage } from "./words/first-words.ts"
import "./styles/tokens.css"
import "./styles/base.css"
import "./first-face/first-face.css"

/** The first screen has the line to itself until then. */
const WEB_APP_DELAY_MS = 3000
const CODE_RETRY_MS = 60_000
/** So long the first face stands for a screen whose code is on its way; then the bars come without it. */
const FIRST_SCREEN_PATIENCE_MS = 2000

async function open(place: HTMLElement): Promise<void> {
  const config = pageConfig()
  void config.then((known) =>
    connectCalls({
      ...serverAddress(known, window.location.href),
      token: () => session.token,
      sessionEnded: (isQuiet) => void sessionLife().then(({ endSession }) => endSession(isQuiet)),
    }),
  )
  const clues = { stored: readDevice("lang"), browser: navigator.languages }
  const language =
    chooseLanguage(clues) ?? chooseLanguage({ ...clues, configured: (await config).defaultLanguage }) ?? "en"
  await startWords(language)
  showPreferences()
  showFormats()
  followToken(forgetPrivateAnswers)
  followOtherTabs(() => void sessionLife().then(({ sessionChanged }) => sessionChanged()))
  followChoicesOfTabs()
  watchMarketProblems(() => readSessionsUser())
  watchInstall()
  setTimeout(startWebApp, WEB_APP_DELAY_MS)
  // The router's own component listens once it stands; an address that changes before must not be lost. By a function of
  // its own: that component listens with `router.load` itself, and one function is kept, and taken away, once.
  const unfollow = router.history.subscribe(() => void router.load())
  // Before the screen: what is listed is there when it is drawn first, and it isn't drawn twice.
  const connected = config.then((known) =>
    connectMarketWorker({
      ...serverAddress(known, window.location.href),
      language: currentLanguage(),
    }),
  )
  await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_PATIENCE_MS))])
  // In slices: the market's first frames come meanwhile.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
  // Until then the line and the thread belong to the screen.
  await shellPainted()
  unfollow()
  // With calls and checks the heaviest code there is.
  followToken(serveUser)
  if (isLoggedIn()) readSessionsUser()
  // So that a press on home has only its screen to wait for; a failure shows there.
  loadRoutes().catch(() => undefined)
  void hearKeys()
  void import("./shell/load-brand.ts").then(({ loadBrand }) => loadBrand(), giveUpBrand)
  await connected
}

/** Calls and their checks are no part of the first page. */
const sessionLife = () => import("./shell/session-life.ts")

function readSessionsUser(): void {
  void import("./user/read-user.ts").then(({ readUser }) => readUser())
}

/** Without its code choices stay on the device, and nothing private is shown as if it were; the next start tries again. */
function serveUser(token: string | null): void {
  import("./shell/follow-user.ts").then(
    ({ followUser }) => followUser(token),
    () => undefined,
  )
}

/** What they open has a button as well: a page that can't fetch their code is asked for it again later. */
async function hearKeys(): Promise<void> {
  try {
    ;(await import("./shell/shell-keys.ts")).hearShellKeys()
  } catch {
    setTimeout(hearKeys, CODE_RETRY_MS)
  }
}

/** Its code comes last: nothing on screen waits for it, and when it can't be had it is asked for later. */
async function startWebApp(): Promise<void> {
  try {
    ;(await import("./shell/web-app.ts")).startWebApp()
  } catch {
    setTimeout(startWebApp, CODE_RETRY_MS)
  }
}

const place = document.getElementById("root")
if (place) {
  open(place).catch((error: unknown) => {
    console.error("saker: could not start", error)
    // Before there are words there is no translation: a newer release may have taken the old files away.
    if ((place.hasChildNodes() && !isFirstFaceShown()) || recoverOnce()) return
    removeFirstFace()
    place.textContent = "Saker could not load. Reload the page."
  })
}
