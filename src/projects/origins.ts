/** The origins whose pages may use a publishable key, as an operator names them. */

/** Origins that one key may have. */
export const originsMax = 20;
const charactersMax = 300;

// Scheme, perhaps a wildcard for the labels before the host, then neither path, query nor account.
const form = /^(https?):\/\/(\*\.)?([^\s/\\?#@*%]+)$/i;

/** The text is not an origin. The message follows the name of the field: "must contain …". */
export class BadOrigin extends Error {}

/**
 * An origin as browsers spell it: lower case, the usual port left out, letters of other scripts in
 * Punycode. `https://*.hotel.example` stands for every host below that one, not for itself.
 *
 * @throws BadOrigin
 */
export function readOrigin(text: string): string {
  const [, scheme, wildcard = "", host] = form.exec(text) ?? [];
  if (text.length > charactersMax || !scheme || !host) throw badOrigin(text);
  const url = parsed(`${scheme}://${host}`);
  if (url === null) throw badOrigin(text);
  if (wildcard && !hasSeveralLabels(url.hostname)) throw badOrigin(text);
  return `${url.protocol}//${wildcard}${url.host}`;
}

/**
 * The origins of a key, each once.
 * @throws BadOrigin
 */
export function readOrigins(texts: readonly string[]): string[] {
  const origins = [...new Set(texts.map(readOrigin))];
  if (origins.length <= originsMax) return origins;
  throw new BadOrigin(`must contain at most ${originsMax} origins`);
}

/**
 * Whether a page of this origin may use a key.
 *
 * @param origins as `readOrigins` gave them.
 * @param origin the request's header Origin; null where there is none.
 */
export function isAllowedOrigin(origins: readonly string[], origin: string | null): boolean {
  if (origin === null) return false;
  return origins.some((allowed) => {
    if (allowed === origin) return true;
    const [scheme, below] = allowed.split("//*");
    if (below === undefined || !origin.startsWith(`${scheme}//`)) return false;
    const label = origin.slice(scheme!.length + 2, -below.length);
    return origin.endsWith(below) && label !== "" && !label.startsWith(".");
  });
}

function parsed(text: string): URL | null {
  const url = URL.parse(text);
  return url && url.pathname === "/" && url.host !== "" && !url.hostname.endsWith(".") ? url : null;
}

/** A wildcard for a whole top-level domain, or for part of an address, is a slip. */
function hasSeveralLabels(hostname: string): boolean {
  return /^[^.[\]]+(\.[^.]+)+$/.test(hostname) && !/\.\d+$/.test(hostname);
}

function badOrigin(text: string): BadOrigin {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  return new BadOrigin(
    "must contain only origins, such as https://hotel.example or https://*.hotel.example; " +
      `${JSON.stringify(shown)} is not one`,
  );
}
