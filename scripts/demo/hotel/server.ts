/** The demonstration's merchant: a small hotel chain that requests a score before it books. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Html } from "./html.ts";
import {
  checkoutPage,
  missingPage,
  type Order,
  resultPage,
  roomsPage,
  type Site,
  searchPage,
} from "./pages.ts";
import { type Assessment, assess, type RiskService, riskRequest } from "./risk.ts";
import { findFaults, readBooker, readStay } from "./stay.ts";

/** The newest orders are kept in memory. */
const ordersMax = 200;

export interface HotelSite {
  url: string;
  stop(): Promise<void>;
}

interface Options {
  port: number;
  risk: RiskService;
  publishableKey: string;
  /** The dashboard's page of a decision. */
  decisionPage?(decisionId: string): string;
  /** The command that shows why a stored decision has its score. */
  showDecision(decisionId: string): string;
  /**
   * Serves the browser script and its batches from this site, as `docs/integrate.md` advises. The proxy
   * in front says whom a request comes from.
   */
  firstParty?: boolean;
  /** Called for every booking attempt, before the guest gets an answer. */
  onAssessment?(request: object, assessment: Assessment): void;
}

/** @param scripts the source of the browser script, and of its batches. */
function policyFor(scripts: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `connect-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

export function startHotel(options: Options): HotelSite {
  const { port, risk, publishableKey, decisionPage, showDecision, onAssessment } = options;
  const served = options.firstParty ? ownScript : { sdkUrl: `${risk.url}/sdk.js` };
  const site: Site = { ...served, publishableKey, decisionPage, showDecision };
  const orders = new Map<string, Order>();
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyFor(options.firstParty ? "'self'" : risk.url),
    "cache-control": "no-store",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
  const answer = (page: Html, status = 200) => new Response(page.text, { status, headers });
  const asset = (name: string, type: string) => () =>
    new Response(Bun.file(join(import.meta.dir, name)), { headers: { "content-type": type } });

  async function book(request: Request): Promise<Response> {
    const form = await request.formData();
    const text = (name: string) => String(form.get(name) ?? "").slice(0, 128);
    const stay = readStay({ get: (name) => text(name) });
    const booker = readBooker(form);
    const faults = findFaults(booker);
    if (Object.keys(faults).length) {
      return answer(checkoutPage(site, { stay, booker, faults }), 422);
    }
    const collectionId = text("collectionId");
    // Not the form's: whoever sends a form again makes another attempt, and has to be counted.
    const attempt = randomUUID();
    const assessment = await assess(risk, riskRequest(stay, booker, { collectionId, attempt }));
    onAssessment?.(assessment.request, assessment);
    const reference = randomUUID().slice(0, 8).toUpperCase();
    // The decision's ID is stored with the order, so that an outcome can be reported later.
    orders.set(reference, { reference, stay, booker, assessment });
    if (orders.size > ordersMax) orders.delete(orders.keys().next().value!);
    return Response.redirect(`/bookings/${reference}`, 303);
  }

  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    routes: {
      "/": { GET: (request) => answer(searchPage(site, stayOf(request))) },
      "/rooms": { GET: (request) => answer(roomsPage(site, stayOf(request))) },
      "/checkout": {
        GET: (request) => answer(checkoutPage(site, { stay: stayOf(request) })),
      },
      "/book": { POST: book },
      "/bookings/:reference": (request) => {
        const order = orders.get(request.params.reference);
        return order ? answer(resultPage(site, order)) : answer(missingPage(site), 404);
      },
      ...(options.firstParty && {
        [ownScript.sdkUrl]: forwardedTo(`${risk.url}/sdk.js`),
        [ownScript.batchPath]: forwardedTo(`${risk.url}/sdk/batch`),
      }),
      "/hotel.css": asset("hotel.css", "text/css"),
      "/checkout.js": asset("checkout.js", "text/javascript"),
      "/favicon.svg": asset("favicon.svg", "image/svg+xml"),
    },
    fetch: () => answer(missingPage(site), 404),
    error(fault) {
      process.stderr.write(`hotel: ${fault.stack ?? fault.message}\n`);
      return new Response("Something went wrong at the hotel. Please try again.", { status: 500 });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

/** Under names of the site's own, which no list of trackers has. */
export const ownScript = { sdkUrl: "/assets/visit.js", batchPath: "/assets/visit" };

const forwardedTo = (url: string) => async (request: Request) => {
  const headers = new Headers(request.headers);
  headers.delete("host");
  const body = request.method === "POST" ? await request.arrayBuffer() : null;
  const answer = await fetch(url, { method: request.method, headers, body });
  const type = answer.headers.get("content-type");
  return new Response(
    await answer.arrayBuffer().then((bytes) => (bytes.byteLength ? bytes : null)),
    {
      status: answer.status,
      headers: type ? { "content-type": type } : {},
    },
  );
};

function stayOf(request: Request) {
  return readStay(new URL(request.url).searchParams);
}
