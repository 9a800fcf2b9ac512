/** The city of a hotel, as far as its address tells: the request has no field for it. */
import type { RiskRequest } from "../request/risk-request.ts";
import { plainName } from "./plain-name.ts";

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

/**
 * The last part of the address between commas that is a name: digits (a postal code) and the
 * country's own name or code at the end do not count. "Av. da Liberdade 185, 1250-096 Lisboa,
 * Portugal" is lisboa. An address without a comma, or one that ends otherwise, tells no city.
 *
 * @returns the city in plain letters; null where the address does not tell.
 */
export function cityOf({ address, country }: RiskRequest["hotel"]): string | null {
  // Compatible forms first: a postal code in circled or full-width digits is one too.
  const parts = address?.normalize("NFKD").split(",") ?? [];
  for (let i = parts.length - 1; i > 0; i--) {
    const words = parts[i]!.split(/\s+/).filter((word) => !/\d/.test(word));
    const name = plainName(words.join(" "));
    if (name !== "" && !isCountry(name, country)) return name;
  }
  return null;
}

/** As people write them, where that is neither the code nor the name. */
const shortNames: Readonly<Record<string, string>> = { US: "usa", GB: "uk", AE: "uae" };

function isCountry(name: string, country: string): boolean {
  return (
    name === country.toLowerCase() || name === shortNames[country] || name === plainCountry(country)
  );
}

const plainCountries = new Map<string, string>();

function plainCountry(country: string): string {
  let name = plainCountries.get(country);
  if (name === undefined) {
    name = plainName(countryNames.of(country) ?? "");
    plainCountries.set(country, name);
  }
  return name;
}
