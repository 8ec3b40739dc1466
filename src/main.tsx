/** What happens when the page opens? Words and look first, then the screen; the market feed starts beside it. */

import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { forgetPrivateAnswers } from "./api/kept-answers.ts"
import { connectCalls } from "./api/server-door.ts"
import { recoverOnce } from "./app/chunk-recovery.ts"
import { watchInstall } from "./app/install-prompt.ts"
import { watchMarketProblems } from "./app/market-problems.ts"
import { pageConfig, serverAddress } from "./app/page-config.ts"
import { router } from "./app/router.tsx"
import { showNumbers, showPreferences } from "./app/theme.ts"
import { connectMarketWorker } from "./feed/connect-market-worker.ts"
import { firstPaint } from "./feed/first-paint.ts"
import { giveUpBrand } from "./stores/brand-store.ts"
import { followChoicesOfTabs } from "./stores/choices-store.ts"
import { readDevice } from "./stores/device-storage.ts"
import { followOtherTabs, followToken, isLoggedIn, session } from "./stores/session-store.ts"
import { currentLanguage, startI18n } from "./text/i18n.ts"
import { chooseLanguage } from "./text/language-choice.ts"
import "./styles/tokens.css"
import "./styles/base.css"

/** The first screen has the line to itself until then. */
const WEB_APP_DELAY_MS = 3000
const WEB_APP_RETRY_MS = 60_000

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
  await startI18n(language)
  showPreferences()
  showNumbers()
  followToken(forgetPrivateAnswers)
  followOtherTabs(() => void sessionLife().then(({ sessionChanged }) => sessionChanged()))
  followChoicesOfTabs()
  followToken(serveUser)
  if (isLoggedIn()) void sessionLife().then(({ readUser }) => readUser())
  watchMarketProblems(() => void sessionLife().then(({ readUser }) => readUser()))
  watchInstall()
  setTimeout(startWebApp, WEB_APP_DELAY_MS)
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  // Until then the line and the thread belong to the words on screen.
  await firstPaint()
  void import("./app/load-brand.ts").then(({ loadBrand }) => loadBrand(), giveUpBrand)
  await connectMarketWorker({
    ...serverAddress(await config, window.location.href),
    language: currentLanguage(),
  })
}

/** Calls and their checks are no part of the first page. */
const sessionLife = () => import("./app/session-life.ts")

/** Without its code choices stay on the device, and nothing private is shown as if it were; the next start tries again. */
function serveUser(token: string | null): void {
  import("./app/follow-user.ts").then(
    ({ followUser }) => followUser(token),
    () => undefined,
  )
}

/** Its code comes last: nothing on screen waits for it, and when it can't be had it is asked for later. */
async function startWebApp(): Promise<void> {
  try {
    ;(await import("./app/web-app.ts")).startWebApp()
  } catch {
    setTimeout(startWebApp, WEB_APP_RETRY_MS)
  }
}

const place = document.getElementById("root")
if (place) {
  open(place).catch((error: unknown) => {
    console.error("saker: could not start", error)
    // Before there are words there is no translation: a newer release may have taken the old files away.
    if (!place.hasChildNodes() && !recoverOnce()) place.textContent = "Saker could not load. Reload the page."
  })
}
