/** Time zones, languages and mail providers by country of residence. */

export type Tongue = "pt" | "en" | "fr" | "es" | "de" | "it" | "nl" | "nordic" | "slavic" | "east";

export interface Country {
  timeZone: string;
  /** The value of Date.prototype.getTimezoneOffset in winter. */
  utcOffsetMin: number;
  languages: readonly string[];
  tongue: Tongue;
  mail: readonly string[];
}

const world = ["gmail.com", "gmail.com", "gmail.com", "hotmail.com", "outlook.com", "icloud.com"];

function country(
  [timeZone, utcOffsetMin]: readonly [string, number],
  languages: string,
  tongue: Tongue,
  mail = "",
): Country {
  const own = mail ? mail.split(" ") : [];
  return {
    timeZone,
    utcOffsetMin,
    languages: languages.split(" "),
    tongue,
    mail: [...world, ...own],
  };
}

export const countries: Readonly<Record<string, Country>> = {
  PT: country(["Europe/Lisbon", 0], "pt-PT pt en", "pt", "sapo.pt live.com.pt netcabo.pt"),
  GB: country(["Europe/London", 0], "en-GB en", "en", "yahoo.co.uk btinternet.com sky.com"),
  FR: country(
    ["Europe/Paris", -60],
    "fr-FR fr en",
    "fr",
    "orange.fr free.fr laposte.net wanadoo.fr",
  ),
  ES: country(["Europe/Madrid", -60], "es-ES es en", "es", "yahoo.es telefonica.net"),
  DE: country(["Europe/Berlin", -60], "de-DE de en", "de", "gmx.de web.de t-online.de"),
  IT: country(["Europe/Rome", -60], "it-IT it en", "it", "libero.it tiscali.it"),
  IE: country(["Europe/Dublin", 0], "en-IE en", "en", "eircom.net"),
  BE: country(["Europe/Brussels", -60], "nl-BE fr-BE en", "nl", "telenet.be"),
  BR: country(["America/Sao_Paulo", 180], "pt-BR pt en", "pt", "uol.com.br bol.com.br"),
  NL: country(["Europe/Amsterdam", -60], "nl-NL nl en", "nl", "ziggo.nl kpnmail.nl"),
  US: country(["America/New_York", 300], "en-US en", "en", "yahoo.com"),
  CH: country(["Europe/Zurich", -60], "de-CH de fr en", "de", "bluewin.ch"),
  CN: country(["Asia/Shanghai", -480], "zh-CN zh", "east", "qq.com 163.com"),
  AT: country(["Europe/Vienna", -60], "de-AT de en", "de", "aon.at"),
  SE: country(["Europe/Stockholm", -60], "sv-SE sv en", "nordic", "telia.com"),
  PL: country(["Europe/Warsaw", -60], "pl-PL pl en", "slavic", "wp.pl o2.pl"),
  IL: country(["Asia/Jerusalem", -120], "he-IL he en", "east", "walla.co.il"),
  RU: country(["Europe/Moscow", -180], "ru-RU ru", "slavic", "mail.ru yandex.ru"),
  NO: country(["Europe/Oslo", -60], "nb-NO no en", "nordic", "online.no"),
  RO: country(["Europe/Bucharest", -120], "ro-RO ro en", "it", "yahoo.ro"),
  FI: country(["Europe/Helsinki", -120], "fi-FI fi en", "nordic", "kolumbus.fi"),
  DK: country(["Europe/Copenhagen", -60], "da-DK da en", "nordic", "mail.dk"),
  AU: country(["Australia/Sydney", -660], "en-AU en", "en", "bigpond.com"),
  AO: country(["Africa/Luanda", -60], "pt-AO pt", "pt"),
  LU: country(["Europe/Luxembourg", -60], "fr-LU de-LU en", "fr", "pt.lu"),
};

export const countryCodes = Object.keys(countries);

export function countryOf(code: string): Country {
  const found = countries[code];
  if (!found) throw new Error(`the simulator has no country ${code}`);
  return found;
}

const offsets = new Map<string, number>();
const hourMs = 3_600_000;

/** The value of Date.prototype.getTimezoneOffset in that time zone at that time. */
export function utcOffsetMin(timeZone: string, at: number): number {
  const hour = Math.floor(at / hourMs) * hourMs;
  const key = `${timeZone} ${hour}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    const clock = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
    const name = clock.formatToParts(hour).find(({ type }) => type === "timeZoneName")!.value;
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!;
    offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === "+" ? -1 : 1);
    offsets.set(key, offset + 0);
  }
  return offset + 0;
}
