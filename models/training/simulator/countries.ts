/** What a browser, a phone and a mailbox look like by the country that a person lives in. */

export type Tongue = "pt" | "en" | "fr" | "es" | "de" | "it" | "nl" | "nordic" | "slavic" | "east";

export interface Country {
  /** Calling code and how mobile numbers go on; `#` is any digit. */
  phones: readonly string[];
  timeZone: string;
  /** As Date.prototype.getTimezoneOffset gives it, in winter. */
  utcOffsetMin: number;
  languages: readonly string[];
  tongue: Tongue;
  mail: readonly string[];
}

const world = ["gmail.com", "gmail.com", "gmail.com", "hotmail.com", "outlook.com", "icloud.com"];

function country(
  phones: string,
  [timeZone, utcOffsetMin]: readonly [string, number],
  languages: string,
  tongue: Tongue,
  mail = "",
): Country {
  const own = mail ? mail.split(" ") : [];
  return {
    phones: phones.split(" "),
    timeZone,
    utcOffsetMin,
    languages: languages.split(" "),
    tongue,
    mail: [...world, ...own],
  };
}

export const countries: Readonly<Record<string, Country>> = {
  PT: country("+3519########", ["Europe/Lisbon", 0], "pt-PT pt en", "pt", "sapo.pt live.com.pt"),
  GB: country(
    "+447#########",
    ["Europe/London", 0],
    "en-GB en",
    "en",
    "yahoo.co.uk btinternet.com",
  ),
  FR: country("+336######## +337########", ["Europe/Paris", -60], "fr-FR fr en", "fr", "orange.fr"),
  ES: country(
    "+346########",
    ["Europe/Madrid", -60],
    "es-ES es en",
    "es",
    "yahoo.es telefonica.net",
  ),
  DE: country(
    "+4915######### +4917########",
    ["Europe/Berlin", -60],
    "de-DE de en",
    "de",
    "gmx.de",
  ),
  IT: country("+393#########", ["Europe/Rome", -60], "it-IT it en", "it", "libero.it"),
  IE: country("+3538########", ["Europe/Dublin", 0], "en-IE en", "en", "eircom.net"),
  BE: country("+324########", ["Europe/Brussels", -60], "nl-BE fr-BE en", "nl", "telenet.be"),
  BR: country("+55119########", ["America/Sao_Paulo", 180], "pt-BR pt en", "pt", "uol.com.br"),
  NL: country(
    "+316########",
    ["Europe/Amsterdam", -60],
    "nl-NL nl en",
    "nl",
    "ziggo.nl kpnmail.nl",
  ),
  US: country(
    "+1212####### +1415#######",
    ["America/New_York", 300],
    "en-US en",
    "en",
    "yahoo.com",
  ),
  CH: country("+417########", ["Europe/Zurich", -60], "de-CH de fr en", "de", "bluewin.ch"),
  CN: country("+8613#########", ["Asia/Shanghai", -480], "zh-CN zh", "east", "qq.com 163.com"),
  AT: country("+43664#######", ["Europe/Vienna", -60], "de-AT de en", "de", "aon.at"),
  SE: country("+467########", ["Europe/Stockholm", -60], "sv-SE sv en", "nordic", "telia.com"),
  PL: country("+485########", ["Europe/Warsaw", -60], "pl-PL pl en", "slavic", "wp.pl o2.pl"),
  IL: country("+9725########", ["Asia/Jerusalem", -120], "he-IL he en", "east", "walla.co.il"),
  RU: country("+79#########", ["Europe/Moscow", -180], "ru-RU ru", "slavic", "mail.ru yandex.ru"),
  NO: country("+479#######", ["Europe/Oslo", -60], "nb-NO no en", "nordic", "online.no"),
  RO: country("+407########", ["Europe/Bucharest", -120], "ro-RO ro en", "it", "yahoo.ro"),
  FI: country("+3584########", ["Europe/Helsinki", -120], "fi-FI fi en", "nordic", "kolumbus.fi"),
  DK: country("+452#######", ["Europe/Copenhagen", -60], "da-DK da en", "nordic", "mail.dk"),
  AU: country("+614########", ["Australia/Sydney", -660], "en-AU en", "en", "bigpond.com"),
  AO: country("+2449########", ["Africa/Luanda", -60], "pt-AO pt", "pt"),
  LU: country("+3526########", ["Europe/Luxembourg", -60], "fr-LU de-LU en", "fr", "pt.lu"),
};

export const countryCodes = Object.keys(countries);

export function countryOf(code: string): Country {
  const found = countries[code];
  if (!found) throw new Error(`the simulator knows nothing of ${code}`);
  return found;
}
