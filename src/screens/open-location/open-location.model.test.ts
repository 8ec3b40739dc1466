/** Do the addresses of a place lead there, and can no name break out of them? */

import { expect, test } from "vitest"
import { coordinatesText, degreesText, geoAddress, openStreetMapAddress } from "./open-location.model.ts"

const berlin = { latitude: 52.520008, longitude: 13.404954 }
const sydney = { latitude: -33.8688, longitude: 151.2093 }

test("a place is written for maps and for readers", () => {
  expect(coordinatesText(berlin)).toBe("52.52001, 13.40495")
  expect(coordinatesText({ latitude: -0, longitude: 0.000001 })).toBe("0, 0")
  expect(degreesText(sydney, "en")).toBe("33.8688° S, 151.2093° E")
  expect(degreesText({ latitude: 40.4168, longitude: -3.7038 }, "de")).toBe("40,4168° N, 3,7038° W")
})

test("the device's map gets coordinates and name", () => {
  expect(geoAddress(berlin, "Alexanderplatz")).toBe(
    "geo:52.52001,13.40495?q=52.52001,13.40495(Alexanderplatz)",
  )
  expect(geoAddress(berlin, "")).toBe("geo:52.52001,13.40495?q=52.52001,13.40495")
  expect(geoAddress(sydney, "a&b=c#d")).toBe("geo:-33.8688,151.2093?q=-33.8688,151.2093(a%26b%3Dc%23d)")
})

test("OpenStreetMap is asked for a marker there", () => {
  expect(openStreetMapAddress(sydney)).toBe(
    "https://www.openstreetmap.org/?mlat=-33.8688&mlon=151.2093#map=15/-33.8688/151.2093",
  )
})
