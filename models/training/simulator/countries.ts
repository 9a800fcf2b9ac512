/** Time zones, languages and mail providers by country of residence. */

import { hourMs } from "../../../src/base/durations.ts";
import type { Tongue } from "./names.ts";

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
  CN: country(
    ["Asia/Shanghai", -480],
    "zh-CN zh",
    "zh",
    "qq.com qq.com qq.com 163.com 163.com 126.com",
  ),
  AT: country(["Europe/Vienna", -60], "de-AT de en", "de", "aon.at"),
  SE: country(["Europe/Stockholm", -60], "sv-SE sv en", "nordic", "telia.com"),
  PL: country(["Europe/Warsaw", -60], "pl-PL pl en", "slavic", "wp.pl o2.pl"),
  IL: country(["Asia/Jerusalem", -120], "he-IL he en", "he", "walla.co.il"),
  RU: country(["Europe/Moscow", -180], "ru-RU ru", "ru", "mail.ru mail.ru yandex.ru yandex.ru"),
  NO: country(["Europe/Oslo", -60], "nb-NO no en", "nordic", "online.no"),
  RO: country(["Europe/Bucharest", -120], "ro-RO ro en", "it", "yahoo.ro"),
  FI: country(["Europe/Helsinki", -120], "fi-FI fi en", "nordic", "kolumbus.fi"),
  DK: country(["Europe/Copenhagen", -60], "da-DK da en", "nordic", "mail.dk"),
  AU: country(["Australia/Sydney", -660], "en-AU en", "en", "bigpond.com"),
  AO: country(["Africa/Luanda", -60], "pt-AO pt", "pt"),
  LU: country(["Europe/Luxembourg", -60], "fr-LU de-LU en", "fr", "pt.lu"),
  // Beyond the countries of the data source.
  JP: country(["Asia/Tokyo", -540], "ja-JP ja", "ja", "yahoo.co.jp docomo.ne.jp"),
  KR: country(["Asia/Seoul", -540], "ko-KR ko", "ko", "naver.com naver.com daum.net"),
  TW: country(["Asia/Taipei", -480], "zh-TW zh", "zhTw", "yahoo.com.tw"),
  HK: country(["Asia/Hong_Kong", -480], "zh-HK zh en", "zhTw", "yahoo.com.hk"),
  SG: country(["Asia/Singapore", -480], "en-SG en zh", "zh", "yahoo.com.sg"),
  TH: country(["Asia/Bangkok", -420], "th-TH th", "th"),
  VN: country(["Asia/Ho_Chi_Minh", -420], "vi-VN vi", "vi", "yahoo.com.vn"),
  ID: country(["Asia/Jakarta", -420], "id-ID id en", "id", "yahoo.co.id"),
  IN: country(["Asia/Kolkata", -330], "en-IN en hi", "enIn", "yahoo.co.in rediffmail.com"),
  BD: country(["Asia/Dhaka", -360], "bn-BD bn en", "bn"),
  NP: country(["Asia/Kathmandu", -345], "ne-NP ne en", "ne"),
  PK: country(["Asia/Karachi", -300], "en-PK ur en", "enPk"),
  LK: country(["Asia/Colombo", -330], "si-LK si en", "si"),
  TR: country(["Europe/Istanbul", -180], "tr-TR tr", "tr", "mynet.com"),
  GR: country(["Europe/Athens", -120], "el-GR el en", "el", "otenet.gr yahoo.gr"),
  CY: country(["Asia/Nicosia", -120], "el-CY el en", "el"),
  UA: country(["Europe/Kyiv", -120], "uk-UA uk ru", "uk", "ukr.net i.ua"),
  BG: country(["Europe/Sofia", -120], "bg-BG bg en", "bg", "abv.bg mail.bg"),
  MK: country(["Europe/Skopje", -60], "mk-MK mk en", "mk"),
  HR: country(["Europe/Zagreb", -60], "hr-HR hr en", "hr", "net.hr"),
  SI: country(["Europe/Ljubljana", -60], "sl-SI sl en", "sl", "siol.net"),
  SK: country(["Europe/Bratislava", -60], "sk-SK sk en", "sk", "azet.sk"),
  CZ: country(["Europe/Prague", -60], "cs-CZ cs en", "cs", "seznam.cz seznam.cz centrum.cz"),
  HU: country(["Europe/Budapest", -60], "hu-HU hu en", "hu", "freemail.hu citromail.hu"),
  EE: country(["Europe/Tallinn", -120], "et-EE et en", "et", "mail.ee"),
  LV: country(["Europe/Riga", -120], "lv-LV lv ru", "lv", "inbox.lv"),
  LT: country(["Europe/Vilnius", -120], "lt-LT lt en", "lt"),
  GE: country(["Asia/Tbilisi", -240], "ka-GE ka en", "ka"),
  AM: country(["Asia/Yerevan", -240], "hy-AM hy ru", "hy", "mail.ru"),
  AZ: country(["Asia/Baku", -240], "az-AZ az ru", "az", "mail.ru"),
  UZ: country(["Asia/Tashkent", -300], "uz-UZ uz ru", "uz", "mail.ru"),
  KZ: country(["Asia/Almaty", -300], "ru-KZ ru kk", "ru", "mail.ru"),
  BY: country(["Europe/Minsk", -180], "ru-BY ru be", "ru", "mail.ru tut.by"),
  IR: country(["Asia/Tehran", -210], "fa-IR fa", "fa"),
  SA: country(["Asia/Riyadh", -180], "ar-SA ar en", "ar"),
  AE: country(["Asia/Dubai", -240], "ar-AE ar en", "arAa"),
  EG: country(["Africa/Cairo", -120], "ar-EG ar en", "arAa"),
  DZ: country(["Africa/Algiers", -60], "fr-DZ ar fr", "arDz"),
  MA: country(["Africa/Casablanca", -60], "fr-MA ar fr", "arDz"),
  IS: country(["Atlantic/Reykjavik", 0], "is-IS is en", "is"),
  NG: country(["Africa/Lagos", -60], "en-NG en", "enNg"),
  GH: country(["Africa/Accra", 0], "en-GH en", "tw"),
  KE: country(["Africa/Nairobi", -180], "en-KE en sw", "enKe"),
  ZA: country(["Africa/Johannesburg", -120], "en-ZA en zu", "zu", "mweb.co.za"),
  MX: country(["America/Mexico_City", 360], "es-MX es en", "esMx", "prodigy.net.mx"),
  AR: country(["America/Argentina/Buenos_Aires", 180], "es-AR es", "esAr", "yahoo.com.ar"),
  CL: country(["America/Santiago", 180], "es-CL es", "esCl"),
  CO: country(["America/Bogota", 300], "es-CO es", "esCo"),
  PE: country(["America/Lima", 300], "es-PE es", "esCo"),
  CA: country(["America/Toronto", 300], "en-CA en fr", "frCa", "yahoo.ca"),
  NZ: country(["Pacific/Auckland", -780], "en-NZ en", "en", "xtra.co.nz"),
};

/**
 * Where guests come from beyond the data source's two hotels, by weight: roughly the order of
 * spending abroad in UN Tourism's yearbook, flattened, because small countries must occur too.
 */
// biome-ignore format: a table
export const farMarkets: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.keys(countries).map((code) => [code, 4])),
  US: 60, CN: 22, CA: 22, KR: 18, IN: 18, AU: 16, JP: 16, MX: 12, TR: 10, AE: 8, SA: 8,
  SG: 10, HK: 8, TW: 8, BR: 8, RU: 6, UA: 8, GR: 10, CZ: 10, HU: 8, IL: 8, TH: 8, ID: 8,
};

export const countryCodes = Object.keys(countries);

export function countryOf(code: string): Country {
  const found = countries[code];
  if (!found) throw new Error(`the simulator has no country ${code}`);
  return found;
}

const offsets = new Map<string, number>();

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
