import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Reader } from "mmdb-lib";
import { processorMs } from "../../../test/fixtures/processor-time.ts";
import { nextTurn } from "../../../test/fixtures/turns.ts";
import { describeDatabase, readDatabase, UnusableDatabase } from "./database.ts";
import { type NetworkDatabases, openDatabases } from "./databases.ts";
import type { NetworkFacts, NetworkLookup } from "./facts.ts";

const fixture = (name: string) =>
  resolve(import.meta.dir, "../../../test/fixtures/network", `${name}.mmdb`);

interface Line {
  level: string;
  event: string;
  fields: Record<string, unknown>;
}

let folder: string;
let lines: Line[];
let opened: NetworkDatabases[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "booking-risk-network-"));
  lines = [];
  opened = [];
});

afterEach(() => {
  for (const databases of opened) databases.close();
  rmSync(folder, { recursive: true });
});

async function open(paths: readonly string[], checkMs = 60_000): Promise<NetworkDatabases> {
  const log = (level: string, event: string, fields = {}) => lines.push({ level, event, fields });
  const databases = await openDatabases(paths, { checkMs, log });
  opened.push(databases);
  return databases;
}

const lookupIn = async (...names: string[]): Promise<NetworkLookup> =>
  (await open(names.map(fixture))).lookup;

const nothing: NetworkFacts = {
  country: null,
  timeZone: null,
  asn: null,
  kind: null,
  anonymous: null,
};

test("without a file nothing is known", async () => {
  const { lookup } = await open([]);
  expect(lookup("192.0.2.1")).toBeNull();
  expect(lookup("")).toBeNull();
});

const table: [why: string, file: string, ip: string, said: Partial<NetworkFacts> | null][] = [
  ["country, time zone", "city", "192.0.2.1", { country: "PT", timeZone: "Europe/Lisbon" }],
  ["where it was registered, for want of better", "city", "192.0.2.129", { country: "CH" }],
  ["IPv6", "city", "2001:db8:1::7", { country: "JP", timeZone: "Asia/Tokyo" }],
  ["IPv6 in full", "city", "2001:0DB8:0001:0:0:0:0:7", { country: "JP", timeZone: "Asia/Tokyo" }],
  ["IPv4 in IPv6", "city", "::ffff:192.0.2.129", { country: "CH" }],
  ["IPv4 in IPv6, hexadecimal", "city", "::ffff:c000:281", { country: "CH" }],
  ["an address that is not there", "city", "203.0.113.1", null],
  ["an IPv6 address that is not there", "city", "2001:db8:2::1", null],
  ["a number", "asn", "192.0.2.1", { asn: 64_496 }],
  ["a number of 32 bits", "asn", "198.51.100.1", { asn: 4_200_000_000 }],
  ["a number, IPv6", "asn", "2001:db8:ffff::1", { asn: 64_497 }],
  ["a hosting provider", "anonymous", "198.51.100.1", { kind: "hosting", anonymous: false }],
  ["a VPN at one", "anonymous", "198.51.100.17", { kind: "hosting", anonymous: true }],
  ["a public proxy", "anonymous", "198.51.100.33", { anonymous: true }],
  ["a Tor exit", "anonymous", "198.51.100.49", { anonymous: true }],
  ["a residential proxy", "anonymous", "198.51.100.65", { anonymous: true }],
  ["anonymous, nobody says how", "anonymous", "198.51.100.81", { anonymous: true }],
  ["a Tor exit, IPv6", "anonymous", "2001:db8:2::1", { anonymous: true }],
  ["not listed as anonymous", "anonymous", "192.0.2.1", { anonymous: false }],
  ["not listed, IPv6", "anonymous", "2001:db8:1::1", { anonymous: false }],
  ["not listed, but private", "anonymous", "10.0.0.1", null],
  ["not listed, but private IPv6", "anonymous", "fd00::1", null],
  ["not listed, but this machine", "anonymous", "::1", null],
  ["Cable/DSL", "connection", "192.0.2.1", { kind: "residential" }],
  ["Cellular", "connection", "192.0.2.17", { kind: "cellular" }],
  ["Corporate", "connection", "192.0.2.33", { kind: "business" }],
  ["Satellite", "connection", "192.0.2.49", { kind: "residential" }],
  ["Dialup", "connection", "192.0.2.65", { kind: "residential" }],
  ["a connection of the future", "connection", "192.0.2.81", null],
  [
    "the user's type before the connection's",
    "enterprise",
    "192.0.2.1",
    { country: "DE", timeZone: "Europe/Berlin", asn: 64_500, kind: "cellular" },
  ],
  ["a content network", "enterprise", "198.51.100.1", { kind: "hosting" }],
  [
    "plain texts",
    "ipinfo",
    "203.0.113.1",
    { country: "US", timeZone: "America/Chicago", asn: 15_169, kind: "hosting" },
  ],
  [
    "a country by name, flags as texts",
    "ipinfo",
    "203.0.113.65",
    { country: "PT", asn: 64_496, kind: "cellular", anonymous: false },
  ],
  ["a relay", "ipinfo", "203.0.113.129", { anonymous: false }],
  ["a VPN as text, a number inside", "ipinfo", "203.0.113.193", { asn: 64_499, anonymous: true }],
  ["IPv4 in a file of IPv4", "ipv4", "32.1.13.184", { country: "BR" }],
  ["IPv6 that begins like it", "ipv4", "2001:db8::1", null],
  ["wrong types", "odd", "192.0.2.1", null],
  ["nowhere, Atlantis, number 0", "odd", "192.0.2.17", null],
  ["a country of 3 letters, an offset, too large a number", "odd", "192.0.2.33", null],
  ["a text", "odd", "192.0.2.49", null],
  ["a list", "odd", "192.0.2.65", null],
  ["a number for a record", "odd", "192.0.2.81", null],
  ["an empty map", "odd", "192.0.2.97", null],
];

test.each(table)("%s (%s, %s)", async (_, file, ip, said) => {
  const lookup = await lookupIn(file);
  expect(lookup(ip)).toEqual(said && { ...nothing, ...said });
});

test("names that JavaScript knows change nothing elsewhere", async () => {
  const lookup = await lookupIn("odd");
  expect(() => lookup("192.0.2.113")).not.toThrow();
  expect({}).not.toHaveProperty("country");
});

test.each([
  "",
  " ",
  "unknown",
  "192.0.2",
  "192.0.2.1/24",
  "192.0.2.256",
  "0192.0.2.1",
  "192.0.2.1 ",
  "2001:db8:1:::1",
  "2001:db8:1::1%eth0",
  "constructor",
  "\u0000",
  "1".repeat(10_000),
])("no address: %j", async (text) => {
  const lookup = await lookupIn("city", "anonymous");
  expect(lookup(text)).toBeNull();
});

describe("several files", () => {
  test("say more together", async () => {
    const lookup = await lookupIn("city", "asn", "connection", "anonymous");
    const access: NetworkFacts = {
      country: "PT",
      timeZone: "Europe/Lisbon",
      asn: 64_496,
      kind: "cellular",
      anonymous: false,
    };
    expect(lookup("192.0.2.17")).toEqual(access);
    expect(lookup("::ffff:192.0.2.17")).toEqual(access);
    expect(lookup("2001:db8:2::1")).toEqual({ ...nothing, asn: 64_497, anonymous: true });
  });

  test("where they differ the first holds", async () => {
    const ip = "192.0.2.1";
    expect((await lookupIn("city", "enterprise"))(ip)).toMatchObject({
      country: "PT",
      asn: 64_500,
    });
    expect((await lookupIn("enterprise", "city"))(ip)).toMatchObject({ country: "DE" });
  });

  test("hosting is known by whoever knows it", async () => {
    const lookup = await lookupIn("connection", "anonymous");
    expect(lookup("198.51.100.1")).toMatchObject({ kind: "hosting" });
    expect(lookup("198.51.100.33")).toMatchObject({ kind: "business", anonymous: true });
  });

  test("without a file that lists anonymizers, that is not known", async () => {
    const lookup = await lookupIn("city", "asn", "connection");
    expect(lookup("198.51.100.49")!.anonymous).toBeNull();
  });
});

describe("what was asked before", () => {
  test("is answered the same, and cannot be changed", async () => {
    const lookup = await lookupIn("city", "asn");
    const facts = lookup("192.0.2.1");
    expect(lookup("192.0.2.1")).toBe(facts);
    expect(Object.isFrozen(facts)).toBe(true);
    expect(lookup("203.0.113.1")).toBeNull();
    expect(lookup("203.0.113.1")).toBeNull();
  });

  test("is forgotten, oldest first, as others come", async () => {
    const lookup = await lookupIn("asn");
    const first = lookup("192.0.2.1");
    const second = lookup("192.0.2.2");
    for (let n = 0; n < 4094; n++) lookup(`2001:db8::${n.toString(16)}`);
    expect(lookup("192.0.2.1")).toBe(first);
    lookup("2001:db8:1::1");
    expect(lookup("192.0.2.1")).toBe(first);
    expect(lookup("192.0.2.2")).not.toBe(second);
    expect(lookup("192.0.2.2")).toEqual(second);
  });
});

describe("a file that cannot be used", () => {
  async function refusal(contents: Buffer | string): Promise<string> {
    const path = join(folder, "x.mmdb");
    writeFileSync(path, contents);
    const error = await readDatabase(path).catch((error) => error);
    expect(error).toBeInstanceOf(UnusableDatabase);
    expect(error.message).toStartWith(path);
    expect(error.message).not.toContain("\n");
    expect(() => describeDatabase(path)).toThrow(error.message);
    return error.message;
  }

  test("text, nothing, and another kind of file", async () => {
    expect(await refusal("country,asn\nPT,64496\n")).toContain("not a MaxMind-format file");
    expect(await refusal("")).toContain("not a MaxMind-format file");
    expect(await refusal(readFileSync(process.execPath).subarray(0, 1 << 20))).toContain(
      "not a Max",
    );
  });

  test("one truncated anywhere", async () => {
    const whole = readFileSync(fixture("city"));
    for (let bytes = 0; bytes < whole.length; bytes += 13) {
      await refusal(whole.subarray(0, bytes));
    }
  });

  test("one whose middle is missing", async () => {
    const whole = readFileSync(fixture("city"));
    const end = whole.subarray(whole.lastIndexOf("MaxMind.com") - 3);
    expect(await refusal(Buffer.concat([whole.subarray(0, 500), end]))).toContain("is truncated");
  });

  test("one whose metadata is invalid", async () => {
    const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
    expect(await refusal(marker)).toContain("metadata is invalid");
    expect(await refusal(Buffer.concat([marker, Buffer.alloc(64, 0x20)]))).toContain("is invalid");
  });

  test("none, and a folder", async () => {
    const none = join(folder, "none.mmdb");
    await expect(readDatabase(none)).rejects.toThrow(`${none} cannot be read (ENOENT)`);
    expect(() => describeDatabase(none)).toThrow(`${none} cannot be read (ENOENT)`);
    await expect(readDatabase(folder)).rejects.toThrow(`${folder} cannot be read (not a file)`);
    expect(() => describeDatabase(folder)).toThrow("not a file");
    await expect(open([fixture("city"), none])).rejects.toThrow(UnusableDatabase);
  });
});

test("a file tells its type and when it was built", async () => {
  const described = describeDatabase(fixture("city"));
  expect(described).toEqual({
    path: fixture("city"),
    type: "GeoLite2-City",
    builtAt: new Date("2025-01-01T00:00:00Z"),
  });
  expect(await readDatabase(fixture("city"))).toMatchObject(described);
});

describe("altered bytes", () => {
  const asked = [
    "192.0.2.1",
    "192.0.2.129",
    "198.51.100.17",
    "203.0.113.9",
    "2001:db8:1::1",
    "::1",
  ];

  /** The same alterations every time. */
  function random(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  test.each(["city", "enterprise", "anonymous", "odd"])("%s never throws", async (name) => {
    const whole = readFileSync(fixture(name));
    const path = join(folder, "altered.mmdb");
    const pick = random(whole.length);
    let taken = 0;
    for (let round = 0; round < 400; round++) {
      const altered = Buffer.from(whole);
      for (let n = pick(6); n >= 0; n--) altered[pick(altered.length)] = pick(256);
      writeFileSync(path, altered);
      const { lookup } = await open([path]).catch((error) => {
        expect(error).toBeInstanceOf(UnusableDatabase);
        return { lookup: null };
      });
      if (!lookup) continue;
      taken++;
      const tookMs = await processorMs(() => {
        for (const ip of asked) expect(lookup(ip)?.country ?? "XY").toMatch(/^[A-Z]{2}$/);
      });
      expect(tookMs).toBeLessThan(1000);
    }
    expect(taken).toBeGreaterThan(100);
  });

  /** Of a record that is a list of eight pointers to the next list, and so on, forty times. */
  function writeLists(last: (itself: number[]) => number[]): string {
    const path = join(folder, "lists.mmdb");
    writeFileSync(path, withLists(readFileSync(fixture("ipv4")), last));
    return path;
  }

  test("pointers that fan out to 8^39 values end soon", async () => {
    const path = writeLists(() => [0xa1, 7]); // A number of 16 bits.
    const tookMs = await processorMs(async () => {
      expect((await readDatabase(path)).record("32.1.13.184")).toBeArrayOfSize(8);
      expect((await open([path])).lookup("32.1.13.184")).toBeNull();
    });
    expect(tookMs).toBeLessThan(500);
  });

  test("pointers in a circle end soon", async () => {
    const path = writeLists((itself) => itself);
    const tookMs = await processorMs(async () => {
      expect((await readDatabase(path)).record("32.1.13.184")).toBeUndefined();
      expect((await open([path])).lookup("32.1.13.184")).toBeNull();
    });
    expect(tookMs).toBeLessThan(500);
  });
});

const listsCount = 40;

/** Puts the lists where the file's only record is: its last five bytes, two pointers in a map. */
function withLists(whole: Buffer, last: (itself: number[]) => number[]): Buffer {
  const metadataAt = whole.lastIndexOf("MaxMind.com") - 3;
  const recordAt = metadataAt - 5;
  const first = recordAt - new Reader(whole).metadata.searchTreeSize - 16;
  const listBytes = 2 + 8 * 2;
  const pointer = (list: number) => {
    const offset = first + list * listBytes;
    return [0x20 | (offset >> 8), offset & 0xff];
  };
  const lists = Array.from({ length: listsCount }, (_, index) => {
    const isLast = index === listsCount - 1;
    const item = isLast ? last(pointer(index)) : pointer(index + 1);
    return Buffer.from([0x08, 0x04, ...Array(8).fill(item).flat()]);
  });
  return Buffer.concat([whole.subarray(0, recordAt), ...lists, whole.subarray(metadataAt)]);
}

describe("a file replaced while the service runs", () => {
  const inPlace = () => join(folder, "city.mmdb");
  const events = () => lines.map(({ level, event }) => `${level} ${event}`);

  function replace(contents: Buffer | string): void {
    const beside = join(folder, "new");
    writeFileSync(beside, contents);
    renameSync(beside, inPlace());
  }

  const checkMs = 10;

  beforeEach(() => {
    jest.useFakeTimers();
    copyFileSync(fixture("city"), inPlace());
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Has the files checked some times, and each time waits as long as reading one of them takes. */
  async function check(times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      jest.advanceTimersByTime(checkMs);
      await readDatabase(fixture("city"));
      await nextTurn();
    }
  }

  async function checkUntil(condition: () => boolean): Promise<void> {
    while (!condition()) await check(1);
  }

  test("is taken up, and what was known of an address before is not kept", async () => {
    const { lookup } = await open([inPlace(), fixture("asn")], checkMs);
    expect(lookup("192.0.2.1")).toMatchObject({ country: "PT", asn: 64_496 });
    replace(readFileSync(fixture("city-next")));
    await checkUntil(() => lookup("192.0.2.1")!.country === "FR");
    expect(lookup("192.0.2.1")).toMatchObject({ timeZone: null, asn: 64_496 });
    expect(lines.at(-1)).toMatchObject({
      level: "info",
      event: "ip_database",
      fields: { file: inPlace(), type: "GeoLite2-City" },
    });
  });

  test("is taken up when it was written in place", async () => {
    const { lookup } = await open([inPlace()], checkMs);
    writeFileSync(inPlace(), readFileSync(fixture("city-next")));
    await checkUntil(() => lookup("192.0.2.1")!.country === "FR");
  });

  test("by a broken one: the one before stays, the log says so once, a good one is taken", async () => {
    const { lookup } = await open([inPlace()], checkMs);
    replace(readFileSync(fixture("city-next")).subarray(0, 700));
    await checkUntil(() => events().includes("warning ip_database_refused"));
    await check(6);
    expect(events()).toEqual(["info ip_database", "warning ip_database_refused"]);
    expect(lines.at(-1)!.fields.reason).toContain("its end is missing");
    expect(lookup("192.0.2.1")).toMatchObject({ country: "PT" });
    expect(lookup("198.51.100.9")).toMatchObject({ country: "US" });
    replace(readFileSync(fixture("city-next")));
    await checkUntil(() => lookup("192.0.2.1")!.country === "FR");
  });

  test("by nothing: the one before stays", async () => {
    const { lookup } = await open([inPlace()], checkMs);
    rmSync(inPlace());
    await checkUntil(() => events().includes("warning ip_database_refused"));
    expect(lookup("192.0.2.1")).toMatchObject({ country: "PT" });
    await check(6);
    expect(events()).toHaveLength(2);
  });

  test("is left alone when nothing changed, and after close", async () => {
    const { lookup, close } = await open([inPlace()], checkMs);
    const facts = lookup("192.0.2.1");
    await check(6);
    expect(lookup("192.0.2.1")).toBe(facts);
    close();
    replace(readFileSync(fixture("city-next")));
    await check(6);
    expect(lookup("192.0.2.1")).toBe(facts);
    expect(events()).toEqual(["info ip_database"]);
  });
});
