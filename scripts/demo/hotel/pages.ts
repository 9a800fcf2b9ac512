/** The hotel's pages: search, rooms, checkout, result. Each of them has the browser script's tag. */
import { type Hotel, hotels, type Room } from "./hotels.ts";
import { type Html, html } from "./html.ts";
import type { Assessment } from "./risk.ts";
import { type Booker, dayFromNow, type Faults, type Stay, stayQuery } from "./stay.ts";

export interface Site {
  sdkUrl: string;
  /** Where the script sends its batches; absent: to the host of `sdkUrl`. */
  batchPath?: string | undefined;
  publishableKey: string;
  decisionPage?: ((decisionId: string) => string) | undefined;
  showDecision(decisionId: string): string;
}

export interface Order {
  reference: string;
  stay: Stay;
  booker: Booker;
  assessment: Assessment;
}

const steps = ["Search", "Room", "Details", "Done"];

const scriptTag = ({ sdkUrl, batchPath, publishableKey }: Site) =>
  batchPath
    ? html`<script src="${sdkUrl}" data-endpoint="${batchPath}" data-publishable-key="${publishableKey}" async></script>`
    : html`<script src="${sdkUrl}" data-publishable-key="${publishableKey}" async></script>`;

function frame(site: Site, title: string, step: number, body: Html, script?: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · Alder &amp; Quay</title>
  <link rel="icon" href="/favicon.svg">
  <link rel="stylesheet" href="/hotel.css">
  ${scriptTag(site)}
  ${script && html`<script src="${script}" defer></script>`}
</head>
<body>
  <header class="bar">
    <a class="brand" href="/">Alder <span>&amp;</span> Quay</a>
    <ol class="steps" aria-label="Steps of the booking">
      ${steps.map(
        (name, index) =>
          html`<li class="${index < step ? "past" : ""}"${
            index === step && html` aria-current="step"`
          }>${name}</li>`,
      )}
    </ol>
  </header>
  <main>${body}</main>
  <footer class="foot">
    <p>Alder &amp; Quay is a fictional hotel chain, made to demonstrate Booking Risk. Nothing is
    booked here and no card is asked for.</p>
  </footer>
</body>
</html>`;
}

/** A simple drawing of each hotel: its sky, its water and its roofs. */
function picture(hotel: Hotel, small = false): Html {
  const roofs: Record<string, Html> = {
    lisbon: html`<path d="M30 150V96l26-20 26 20v54M92 150V78l34-22 34 22v72M170 150v-48l24-18
      24 18v48M228 150V70l30-24 30 24v80M298 150v-60l22-16 22 16v60"/>`,
    copenhagen: html`<path d="M24 150V60l20-26 20 26v90M72 150V76l20-24 20 24v74M120 150V52l20-28
      20 28v98M168 150V72l20-24 20 24v78M216 150V58l20-26 20 26v92M264 150V80l20-24 20 24v70
      M312 150V64l20-26 20 26v86"/>`,
    ljubljana: html`<path d="M0 150q90-70 180-74t200 74zM150 78V44h14v10h12V44h14v10h12V44h14v34
      M60 150v-34l22-16 22 16v34M270 150v-34l22-16 22 16v34"/>`,
  };
  return html`<svg class="picture ${hotel.id} ${small && "small"}" viewBox="0 0 380 190"
    preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <rect class="sky" width="380" height="190"/><circle class="sun" cx="300" cy="46" r="22"/>
    <g class="roofs">${roofs[hotel.id]}</g><rect class="water" y="150" width="380" height="40"/>
    <path class="waves" d="M20 164h70M120 172h110M260 162h80M60 180h60M190 184h90"/></svg>`;
}

function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
}

const people = (stay: Stay) =>
  `${stay.adults} adult${stay.adults === 1 ? "" : "s"}${
    stay.children ? `, ${stay.children} child${stay.children === 1 ? "" : "ren"}` : ""
  }`;

const dates = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const day = (text: string) => dates.format(new Date(text));
const nights = (stay: Stay) => `${stay.nights} night${stay.nights === 1 ? "" : "s"}`;
const euros = (amount: number) => `€ ${amount.toLocaleString("en-GB")}`;

export function searchPage(site: Site, stay: Stay): Html {
  const counts = (from: number, to: number, chosen: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index)).map((value) =>
      option(value, value, String(chosen)),
    );
  return frame(
    site,
    "Hotels by the water",
    0,
    html`<section class="hero">
      <h1>Hotels by the water</h1>
      <p class="lead">Three small hotels in old harbour and river towns. Breakfast late, lights
      low, the water always in sight.</p>
      <form class="card search" action="/rooms">
        <label class="field wide">Where to
          <select name="hotel">
            ${hotels.map(({ id, city }) => option(id, city, stay.hotel.id))}
          </select></label>
        <label class="field">Check-in
          <input type="date" name="checkIn" value="${stay.checkIn}" min="${dayFromNow(0)}" required>
        </label>
        <label class="field">Check-out
          <input type="date" name="checkOut" value="${stay.checkOut}" min="${dayFromNow(1)}"
            required></label>
        <label class="field">Adults<select name="adults">${counts(1, 8, stay.adults)}</select>
        </label>
        <label class="field">Children<select name="children">${counts(0, 6, stay.children)}</select>
        </label>
        <button class="button">Find a room</button>
      </form>
    </section>
    <section class="hotels" aria-label="Our hotels">
      ${hotels.map(
        (hotel) => html`<article class="card hotel">${picture(hotel)}
          <div class="inside"><h2>${hotel.city}</h2><p>${hotel.about}</p>
          <p class="quiet">from ${euros(Math.min(...hotel.rooms.map(({ price }) => price)))}
          a night</p></div></article>`,
      )}
    </section>`,
  );
}

export function roomsPage(site: Site, stay: Stay): Html {
  const { hotel } = stay;
  const offer = (room: Room) => html`<article class="card room">
    <div class="inside">
      <h2>${room.name}</h2>
      <p>${room.about}</p>
      <p class="quiet">Sleeps ${room.sleeps} · free cancellation until two days before</p>
    </div>
    <div class="price">
      <p><strong>${euros(room.price * stay.nights)}</strong>
      <span class="quiet">${nights(stay)}, taxes included</span></p>
      <a class="button" href="/checkout?${stayQuery({ ...stay, room })}">Choose ${room.name}</a>
    </div>
  </article>`;
  return frame(
    site,
    hotel.city,
    1,
    html`<section class="banner card">${picture(hotel)}
      <div class="inside"><h1>${hotel.name}</h1><p>${hotel.about}</p>
      <p class="quiet">${hotel.address}</p></div></section>
    <p class="chosen">${day(stay.checkIn)} – ${day(stay.checkOut)} · ${nights(stay)} ·
      ${people(stay)} <a href="/?${stayQuery(stay)}">Change</a></p>
    <section class="rooms" aria-label="Rooms">${hotel.rooms.map(offer)}</section>`,
  );
}

const countries: [string, string][] = [
  ["", "Choose a country"],
  ["AT", "Austria"],
  ["BE", "Belgium"],
  ["BR", "Brazil"],
  ["CA", "Canada"],
  ["CZ", "Czechia"],
  ["DK", "Denmark"],
  ["FI", "Finland"],
  ["FR", "France"],
  ["DE", "Germany"],
  ["IN", "India"],
  ["IE", "Ireland"],
  ["IT", "Italy"],
  ["JP", "Japan"],
  ["NL", "Netherlands"],
  ["NG", "Nigeria"],
  ["NO", "Norway"],
  ["PL", "Poland"],
  ["PT", "Portugal"],
  ["SI", "Slovenia"],
  ["ES", "Spain"],
  ["SE", "Sweden"],
  ["CH", "Switzerland"],
  ["UA", "Ukraine"],
  ["GB", "United Kingdom"],
  ["US", "United States"],
];

interface Checkout {
  stay: Stay;
  booker?: Booker;
  faults?: Faults;
}

interface Input {
  name: keyof Booker;
  label: string;
  autocomplete: string;
  type?: string;
  hint?: string;
  optional?: boolean;
  wide?: boolean;
}

function input({ booker, faults }: Checkout, field: Input): Html {
  const { name, label, autocomplete, type = "text", hint, optional, wide } = field;
  const fault = faults?.[name];
  const note = fault ?? hint;
  return html`<label class="field ${wide && "wide"} ${fault && "wrong"}">
    <span>${label}${optional && html` <i>optional</i>`}</span>
    <input name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="200"
      value="${booker?.[name]}"${!optional && html` required`}${fault && html` aria-invalid="true"`}
      ${note && html`aria-describedby="${name}-note"`}>
    ${note && html`<small id="${name}-note">${note}</small>`}</label>`;
}

function bookerForm(checkout: Checkout): Html {
  const { stay, booker } = checkout;
  const field = (given: Input) => input(checkout, given);
  const hidden = Object.entries({
    ...Object.fromEntries(new URLSearchParams(stayQuery(stay))),
    collectionId: "",
  }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form class="card details" method="post" action="/book">${hidden}
    <fieldset><legend>Who is booking</legend>
      ${field({ name: "firstName", label: "First name", autocomplete: "given-name" })}
      ${field({ name: "lastName", label: "Last name", autocomplete: "family-name" })}
      ${field({ name: "email", label: "E-mail", autocomplete: "email", type: "email" })}
      ${field({
        name: "phone",
        label: "Phone",
        autocomplete: "tel",
        type: "tel",
        hint: "With the country's code, as in +351 912 345 678",
      })}
    </fieldset>
    <fieldset><legend>Billing address</legend>
      ${field({
        name: "addressLine",
        label: "Street and number",
        autocomplete: "billing street-address",
        optional: true,
      })}
      <label class="field"><span>Country</span>
        <select name="country" autocomplete="billing country" required>
          ${countries.map(([code, name]) => option(code, name, booker?.country ?? ""))}
        </select></label>
    </fieldset>
    <fieldset><legend>Who is staying <i>if somebody else</i></legend>
      ${field({
        name: "guestFirstName",
        label: "Guest’s first name",
        autocomplete: "section-guest given-name",
        optional: true,
      })}
      ${field({
        name: "guestLastName",
        label: "Guest’s last name",
        autocomplete: "section-guest family-name",
        optional: true,
      })}
    </fieldset>
    <button class="button">Book for ${euros(stay.room.price * stay.nights)}</button>
    <p class="quiet">You pay at the hotel. Free cancellation until two days before.</p>
  </form>`;
}

function summary({ hotel, room, ...stay }: Stay): Html {
  const whole = { hotel, room, ...stay };
  return html`<aside class="card summary">${picture(hotel, true)}
    <div class="inside"><h2>${hotel.name}</h2><p>${room.name}</p>
      <dl><dt>Check-in</dt><dd>${day(stay.checkIn)}</dd>
      <dt>Check-out</dt><dd>${day(stay.checkOut)}</dd>
      <dt>Guests</dt><dd>${people(whole)}</dd>
      <dt>${nights(whole)}</dt><dd>${euros(room.price * stay.nights)}</dd></dl></div></aside>`;
}

export function checkoutPage(site: Site, checkout: Checkout): Html {
  return frame(
    site,
    "Your details",
    2,
    html`<h1>Your details</h1>
    <div class="columns">${bookerForm(checkout)}${summary(checkout.stay)}</div>`,
    "/checkout.js",
  );
}

/** JSON with its names and texts marked up for the style sheet. */
function json(value: unknown): Html {
  const text = JSON.stringify(value, null, 2);
  const parts = text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?)/);
  return html`${parts.map((part) => {
    if (!part.startsWith('"')) return part;
    return html`<span class="${part.endsWith(":") ? "name" : "text"}">${part}</span>`;
  })}`;
}

function developerPanel(site: Site, { assessment }: Order): Html {
  const { decision, status, ms, request, answer } = assessment;
  const line = status ? `${status} in ${ms} ms` : `no answer after ${ms} ms`;
  return html`<aside class="panel" aria-label="For developers">
    <h2>For developers</h2>
    <p>What the hotel’s server sent, just before it committed the reservation:</p>
    <h3>POST /v1/risk</h3><pre id="request">${json(request)}</pre>
    <h3>Answer: ${line}</h3><pre id="answer">${json(answer)}</pre>
    ${
      decision
        ? html`<h3>Why this score?</h3>
          ${
            site.decisionPage &&
            html`<p><a id="decision" href="${site.decisionPage(decision.decisionId)}"
              target="_blank" rel="noopener">Open the decision in the dashboard</a>, or run:</p>`
          }
          <pre class="command">${site.showDecision(decision.decisionId)}</pre>`
        : html`<p class="policy">The risk service did not decide. ${
            assessment.flagged
              ? "This hotel’s policy is to fail open: it takes the booking and flags it for its staff."
              : "The request has an invalid value, which anyone can send on purpose: this hotel does not take the booking."
          }</p>`
    }</aside>`;
}

export function resultPage(site: Site, order: Order): Html {
  const { stay, booker, assessment } = order;
  const allowed = assessment.action === "allow";
  const told = allowed
    ? html`<h1>Reservation confirmed</h1>
      <p class="lead">${booker.firstName}, we look forward to seeing you in ${stay.hotel.city}. Your
      reference is <strong>${order.reference}</strong>.</p>
      ${assessment.flagged && html`<p class="note">Our staff may call you to confirm.</p>`}`
    : html`<h1>We could not complete this booking</h1>
      <p class="lead">Nothing was reserved and nothing is charged. Please call us at
      +351 210 000 000, and we will gladly help.</p>`;
  return frame(
    site,
    allowed ? "Reservation confirmed" : "Not completed",
    3,
    html`<div class="columns result"><section class="outcome ${assessment.action}">
      <div class="told">${told}</div>${summary(stay)}
      <p><a class="button plain" href="/">Make another booking</a></p></section>
      ${developerPanel(site, order)}</div>`,
  );
}

export function missingPage(site: Site): Html {
  return frame(
    site,
    "Page not found",
    -1,
    html`<section class="hero"><h1>Page not found</h1>
    <p class="lead">The page has moved, or the demonstration was restarted.</p>
    <p><a class="button" href="/">Start again</a></p></section>`,
  );
}
