/** The device that a forger claims to use, and a collection id. */
import type { Random } from "../../../../../models/training/simulator/random.ts";
import type { Device } from "../../../../../src/attempt/telemetry/protocol.ts";
import type { Person } from "../../kind.ts";

export const chromeMajor = 156;

export const languagesOf = ({ language }: Person) => [
  ...new Set([language, language.split("-")[0]!, "en"]),
];

/** In the format of the SDK. */
export const newCollectionId = (random: Random) =>
  `col_${Date.now().toString(36)}${random.code(16)}`;

export const newDeviceId = (random: Random) => `dev_${random.code(16)}`;

/** Minutes to add to local time to get UTC. */
function utcOffsetMin(timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts().find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return hours ? (sign === "+" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

export function forgeDevice(random: Random, person: Person): Device {
  const [screenWidth, screenHeight] = random.pick([
    [1920, 1080],
    [1536, 864],
    [2560, 1440],
  ] as const);
  const outerHeight = screenHeight - 40;
  return {
    deviceId: newDeviceId(random),
    screenWidth,
    screenHeight,
    viewportWidth: screenWidth - 15,
    viewportHeight: outerHeight - 91,
    pixelRatio: screenWidth === 1536 ? 1.25 : 1,
    cores: random.pick([4, 8, 12, 16]),
    memoryGb: random.pick([8, 16, 32]),
    touchPoints: 0,
    languages: languagesOf(person),
    timeZone: person.timeZone,
    utcOffsetMin: utcOffsetMin(person.timeZone),
    platform: "Windows",
    webdriver: false,
    plugins: 5,
    cookies: true,
    outerWidth: screenWidth,
    outerHeight,
    brands: ["Not:A-Brand", "Chromium", "Google Chrome"],
    mobile: false,
    traces: [],
  };
}
