/** Which addresses ask for the debug panel? */

import { expect, test } from "vitest"
import { isHudAsked } from "./hud-slot.tsx"

test.each([
  ["http://10.0.0.7:8080/?hud#/pages/spot/trade", true],
  ["http://10.0.0.7:8080/?hud=1", true],
  ["http://10.0.0.7:8080/#/pages/spot/trade?symbol=BTC_USDT&hud", true],
  ["http://10.0.0.7:8080/#/pages/spot/trade?symbol=BTC_USDT", false],
  ["http://10.0.0.7:8080/#/hud", false],
])("%s asks for the debug panel: %s", (address, isAsked) => {
  expect(isHudAsked(address)).toBe(isAsked)
})
