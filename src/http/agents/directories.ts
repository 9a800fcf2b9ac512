/**
 * The agents that the operator configured, and their keys: from a file, or fetched from the agent's own
 * host. Only hosts that the operator named are contacted, over HTTPS, in the background: no request
 * waits for another site, or decides which site is contacted.
 */
import { readFile } from "node:fs/promises";
import { log } from "../../base/log.ts";
import {
  type AgentKey,
  directoryMediaType,
  readDirectory,
  UnusableDirectory,
  wellKnownPath,
} from "./directory.ts";

/** An agent as the operator names it: its host, and the file of its keys; null: they are fetched. */
export interface KnownAgent {
  /** As in `Signature-Agent: sig="https://HOST"`: a host, with its port unless that is 443. */
  host: string;
  file: string | null;
}

/** What is known of an agent's keys at the moment. */
export interface AgentStatus {
  host: string;
  /** `fetched` from its host, or from a `file`. */
  source: "fetched" | "file";
  keys: number;
  /** When they were last read, Unix ms; null: not yet. */
  readAt: number | null;
  /** Why the last attempt failed; null where it did not. */
  problem: string | null;
}

/**
 * `absent`: the agent's directory, read after the signature was made, does not have the key, so it is
 * not the agent's. `unknown`: the agent is not known, or its keys are not known or may be outdated.
 */
export type KeySearch = AgentKey | "absent" | "unknown";

export interface Directories {
  /** Of a signature made at `createdAt`, Unix ms. Never waits; an unknown key may cause a fetch. */
  find(host: string, keyid: string, createdAt: number): KeySearch;
  /** The agents in the operator's order. */
  agents(): AgentStatus[];
  /** Reads those whose keys are due; called periodically. */
  refresh(): Promise<void>;
}

/** Bytes of a directory, and how long fetching it may take, ms. */
const bytesMax = 64 * 1024;
const fetchMs = 5000;
/** How long fetched keys are used before they are fetched again, ms: as the response says, within these. */
const freshMs = { min: 5 * 60_000, max: 24 * 3_600_000, default: 3_600_000 };
/** A directory that cannot be fetched is no evidence against its keys, for so long, ms. */
const keptMs = 24 * 3_600_000;
/** Pauses between attempts after a failure, and between fetches for unknown keys, ms. */
const retryMs = 60_000;

interface Directory {
  agent: KnownAgent;
  keys: ReadonlyMap<string, AgentKey>;
  readAt: number | null;
  /** When it has to be read again, and when it was last attempted, Unix ms. */
  dueAt: number;
  attemptedAt: number;
  problem: string | null;
}

interface Options {
  now: () => number;
  /** Replaced in tests. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  log?: typeof log;
}

export function openDirectories(
  agents: readonly KnownAgent[],
  { now, fetch: get = fetch, log: write = log }: Options,
): Directories {
  const directories = new Map<string, Directory>(
    agents.map((agent) => [
      agent.host,
      { agent, keys: new Map(), readAt: null, dueAt: 0, attemptedAt: 0, problem: null },
    ]),
  );

  async function read(directory: Directory): Promise<void> {
    const { host, file } = directory.agent;
    directory.attemptedAt = now();
    directory.dueAt = now() + retryMs;
    try {
      const { text, usableMs } = file ? await fromFile(file) : await fetched(host, get);
      const keys = await readDirectory(text);
      directory.keys = new Map(keys.map((key) => [key.keyid, key]));
      directory.readAt = directory.attemptedAt;
      directory.dueAt = now() + usableMs;
      directory.problem = null;
    } catch (error) {
      const problem = error instanceof UnusableDirectory ? error.message : `${error}`;
      if (directory.problem !== problem) write("warning", "agent_keys", { agent: host, problem });
      directory.problem = problem;
      const { readAt } = directory;
      if (readAt !== null && now() - readAt > keptMs) directory.keys = new Map();
    }
  }

  return {
    find(host, keyid, createdAt) {
      const directory = directories.get(host);
      if (!directory) return "unknown";
      const key = directory.keys.get(keyid);
      if (key) return key;
      if (directory.agent.file) return "unknown"; // The agent may have changed its keys since.
      const { readAt, attemptedAt } = directory;
      if (readAt !== null && readAt > createdAt) return "absent";
      if (now() - attemptedAt > retryMs) void read(directory);
      return "unknown";
    },
    agents: () =>
      [...directories.values()].map(({ agent, keys, readAt, problem }) => ({
        host: agent.host,
        source: agent.file ? "file" : "fetched",
        keys: keys.size,
        readAt,
        problem,
      })),
    async refresh() {
      const due = [...directories.values()].filter(({ dueAt }) => dueAt <= now());
      await Promise.all(due.map(read));
    },
  };
}

interface DirectoryText {
  text: string;
  /** How long it may be used before it is read again. */
  usableMs: number;
}

async function fromFile(file: string): Promise<DirectoryText> {
  const text = await readFile(file, "utf8").catch(({ code }) => {
    throw new UnusableDirectory(`its file cannot be read: ${code}`);
  });
  return { text, usableMs: retryMs };
}

async function fetched(host: string, get: Options["fetch"] & {}): Promise<DirectoryText> {
  const response = await get(`https://${host}${wellKnownPath}`, {
    headers: { Accept: directoryMediaType },
    redirect: "error", // Elsewhere is not the host that the operator named.
    signal: AbortSignal.timeout(fetchMs),
  }).catch((error) => {
    throw new UnusableDirectory(`its host did not answer: ${error.code ?? error.name}`);
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new UnusableDirectory(`its host answered ${response.status}`);
  }
  return { text: await limitedText(response), usableMs: usableMsOf(response) };
}

async function limitedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).byteLength;
    if (bytes > bytesMax) throw new UnusableDirectory(`it is larger than ${bytesMax} bytes`);
    text += decoder.decode(chunk as Uint8Array, { stream: true });
  }
  return text + decoder.decode();
}

function usableMsOf({ headers }: Response): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers.get("cache-control") ?? "")?.[1];
  if (seconds === undefined) return freshMs.default;
  return Math.min(freshMs.max, Math.max(freshMs.min, Number(seconds) * 1000));
}
