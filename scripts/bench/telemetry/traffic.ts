/** The batches of the load: legitimate ones from many tabs, and all kinds of hostile ones. */

/** The percentage of each kind, in the order of the report. */
export const mix = {
  honest: 76,
  /** A legitimate retry, because the browser did not receive the response. */
  repeated: 4,
  malformedJson: 3,
  /** Valid JSON with 200 invalid events. */
  malformedBatch: 3,
  unknownKey: 4,
  tooLarge: 2,
  /** Many IP addresses, all for one collection. */
  hammered: 2,
  /** One IP address, each time another collection. */
  flood: 6,
} as const;
export type Kind = keyof typeof mix;

export interface Outgoing {
  kind: Kind;
  address: string;
  body: string;
  /** Identifies the batch; null for batches that are never stored. */
  batch: { collectionId: string; sequence: number; sentAt: number } | null;
}

const hammeredId = `col_hammered${Date.now().toString(36)}`;
const honestAddresses = 4000;
/** A retry repeats the batch sent this many batches before. */
const repeatedAfter = 2000;

/**
 * @param keys the publishable key, and an unknown one.
 * @returns a function that returns the next batch to send.
 */
export function traffic(keys: { key: string; unknown: string }, collections: number) {
  const run = Date.now().toString(36);
  const kinds = spread();
  const sent: Outgoing[] = [];
  const events = Array.from({ length: 16 }, (_, i) => JSON.stringify(visit(i)));
  const invalid = JSON.stringify(Array.from({ length: 200 }, () => ({ kind: "field", at: -1 })));
  const large = `"${"x".repeat(40 * 1024)}"`;
  let next = 0;
  let honest = 0;
  let hammered = 0;

  const batchOf = (kind: Kind, address: string, collectionId: string, sequence: number) => {
    const sentAt = Date.now() * 1000 + (next % 1000); // Unique per batch.
    const device = sequence === 0 ? `"device":${JSON.stringify(deviceOf(next))},` : "";
    const body =
      `{"key":"${keys.key}","sdkVersion":"0.1.0","sentAt":${sentAt},"collectionId":"${collectionId}",` +
      `"sequence":${sequence},"startedAt":${Date.now()},${device}"events":${events[next % 16]}}`;
    return { kind, address, body, batch: { collectionId, sequence, sentAt } };
  };
  const honestBatch = (): Outgoing => {
    const n = honest++;
    const tab = n % collections;
    const id = `col_${run}t${String(tab).padStart(8, "0")}`;
    const batch = batchOf("honest", addressOf(tab), id, Math.floor(n / collections));
    sent[n % repeatedAfter] = batch;
    return batch;
  };
  const refused = (kind: Kind, body: string): Outgoing => ({
    kind,
    body,
    batch: null,
    address: `198.51.${next % 100}.${next % 250}`,
  });

  return (): Outgoing => {
    const kind = kinds[next++ % kinds.length]!;
    switch (kind) {
      case "honest":
        return honestBatch();
      case "repeated": {
        const again = sent[honest % repeatedAfter];
        return again ? { ...again, kind } : honestBatch();
      }
      case "malformedJson":
        return refused(kind, `{"key":"${keys.key}","events":[`);
      case "malformedBatch":
        return refused(kind, `{"key":"${keys.key}","events":${invalid}}`);
      case "unknownKey":
        return refused(kind, honestBody(keys.unknown));
      case "tooLarge":
        return refused(kind, `{"key":"${keys.key}","events":[${large}]}`);
      case "hammered":
        return batchOf(kind, `198.51.200.${next % 250}`, hammeredId, hammered++);
      case "flood":
        return batchOf(kind, "203.0.113.66", `col_${run}f${String(next).padStart(8, "0")}`, 0);
    }
  };

  function honestBody(key: string): string {
    return batchOf("unknownKey", "", `col_${run}unknown`, 0).body.replace(keys.key, key);
  }
}

/** The kinds in proportion to their shares, evenly interleaved. */
function spread(): Kind[] {
  const places = Object.entries(mix).flatMap(([kind, share]) =>
    Array.from({ length: share }, (_, i) => ({ kind: kind as Kind, at: (i + 0.5) / share })),
  );
  return places.sort((a, b) => a.at - b.at).map(({ kind }) => kind);
}

const addressOf = (tab: number) => {
  const n = tab % honestAddresses;
  return `10.7.${Math.floor(n / 250)}.${n % 250}`;
};

/** Approximately what the SDK sends for two seconds in a form. */
function visit(variant: number): object[] {
  const at = 1000 * variant;
  const place = { at, page: variant % 4 };
  const field = (index: number, purpose: string) => ({
    kind: "field",
    ...place,
    purpose,
    index,
    focusMs: 2300,
    keys: 12,
    corrections: 1,
    pastes: 0,
    autofills: 0,
    inputs: 12,
    untrusted: 0,
    gapSumMs: 1500.5,
    gapSquareSum: 2e5,
  });
  return [
    {
      kind: "page",
      ...place,
      path: `/hotels/lisbon/avenida-${variant}`,
      navigation: "pushed",
      referrerHost: "www.example.com",
    },
    field(0, "name"),
    field(1, "email"),
    field(2, "phone"),
    {
      kind: "pointer",
      ...place,
      moves: 90,
      distancePx: 1800.25,
      directPx: 1500.5,
      clicks: 2,
      touches: 0,
      untrusted: 0,
      centred: 0,
    },
    { kind: "scroll", ...place, scrolls: 3, depth: 0.4 },
    { kind: "visibility", ...place, state: "visible" },
  ].slice(variant % 4);
}

function deviceOf(n: number): object {
  return {
    deviceId: `dev_bench${String(n).padStart(10, "0")}`,
    screenWidth: 1920,
    cores: 8,
    screenHeight: 1080,
    viewportWidth: 1900,
    viewportHeight: 950,
    pixelRatio: 1,
    memoryGb: 8,
    touchPoints: 0,
    languages: ["pt-PT", "en"],
    timeZone: "Europe/Lisbon",
    utcOffsetMin: 0,
    platform: "Win32",
    webdriver: false,
    plugins: 5,
    cookies: true,
  };
}
