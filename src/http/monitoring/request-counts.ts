/** Counts requests by route and status, those in flight, and their response times. */
import { histogram, readMetric } from "./histogram.ts";
import type { ResponseTimes } from "./response-times.ts";

/** Seconds. */
const edges = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.25, 0.5, 1, 2.5] as const;

/** Requests of a route that were begun and are not answered; changed by the router. */
export interface InFlight {
  count: number;
}

export function requestCounts() {
  /** Requests by status, by route. */
  const routes = new Map<string, Map<number, number>>();
  const flights = new Map<string, InFlight>();
  const times = histogram({
    name: "booking_risk_http_request_duration_seconds",
    help: "Time from the arrival of a request to its response.",
    label: "route",
    edges,
  });

  function routeOf(name: string): Map<number, number> {
    const statuses = new Map<number, number>();
    routes.set(name, statuses);
    return statuses;
  }

  return {
    answered(name: string, status: number, seconds: number): void {
      const statuses = routes.get(name) ?? routeOf(name);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      times.observe(name, seconds);
    },

    inFlight(route: string): InFlight {
      const flight = flights.get(route) ?? { count: 0 };
      flights.set(route, flight);
      return flight;
    },

    responseTimes(name: string): ResponseTimes {
      const within = times.within(name);
      return within ? { edges, within } : { edges: [], within: [] };
    },

    metrics: [
      readMetric(
        {
          name: "booking_risk_http_requests_total",
          help: "HTTP requests by route and status.",
          type: "counter",
        },
        () =>
          [...routes].flatMap(([route, statuses]) =>
            [...statuses].map(([status, value]) => ({ labels: { route, status }, value })),
          ),
      ),
      readMetric(
        {
          name: "booking_risk_http_requests_in_flight",
          help: "HTTP requests that were begun and are not answered yet, by route.",
          type: "gauge",
        },
        () => [...flights].map(([route, { count }]) => ({ labels: { route }, value: count })),
      ),
      times.metric,
    ],
  };
}
