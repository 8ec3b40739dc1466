/** Settings about being watched from outside: metrics and traces. */

import { setting, whole } from "./setting-readers.ts"

const port = whole(0, 65_535)

export const watchSettings = {
  metricsPort: setting({
    name: "SAKER_METRICS_PORT",
    default: "",
    allowed: `nothing (there are none), or ${port.allowed}`,
    meaning: "Port of the metrics in Prometheus' form, at `/metrics`; 0 takes a free one",
    read: (given) => (given === "" ? null : port.read(given)),
  }),
  traces: setting({
    name: "SAKER_TRACES",
    default: "0",
    allowed: "0 or 1",
    meaning:
      "Gives a trace of each command about orders to OpenTelemetry; needs its SDK, loaded before the server",
    read: (given) => (given === "1" ? true : given === "0" ? false : undefined),
  }),
  metricsHost: setting({
    name: "SAKER_METRICS_HOST",
    default: "127.0.0.1",
    allowed: "an address of this machine or a host name",
    meaning: "Address that the metrics listen on; whoever reaches it can read them, without a key",
    read: (given) => (/^[A-Za-z0-9.:-]{1,253}$/.test(given) ? given : undefined),
  }),
}
