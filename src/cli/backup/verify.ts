/** `booking-risk backup verify` */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openModels, openStore, requireSafeModels } from "../../app/open.ts";
import { decidingBundles } from "../../model/registry/deciding-bundles.ts";
import type { Library } from "../../model/registry/library.ts";
import { verifiersOf } from "../../model/registry/verifier.ts";
import { always, extentOf, idAt } from "../../risk/period.ts";
import { decisionVerifier } from "../../risk/verify.ts";
import { noteVerified } from "../../storage/backup/copies.ts";
import { requireIntact, summaryOf } from "../../storage/backup/restore.ts";
import { isRunning } from "../../storage/backup/running-process.ts";
import { unpack } from "../../storage/backup/unpack.ts";
import type { Store } from "../../storage/port/store.ts";
import { verifyAll } from "../decision/verify-all.ts";
import { answer, CommandFailed, counted } from "../output.ts";
import type { CommonFlags } from "../with-store.ts";
import { signatureText, type UnpackFlags, unpackOptionsOf } from "./unpack-options.ts";

type Flags = CommonFlags & UnpackFlags & { allDecisions?: boolean };

interface Decisions {
  decisions: number;
  same: number;
  differing: number;
  unverifiable: number;
}

/** Of each project: this many, after each of so many moments spread over its time. */
const sampleRows = 25;
const sampleMoments = 4;

export async function verifyBackup(file: string, flags: Flags): Promise<void> {
  const options = await unpackOptionsOf(flags);
  const found = await inTemporaryFolder(async (folder) => {
    const manifest = await unpack(resolve(file), folder, options);
    requireIntact(folder);
    const decisions = await recompute(folder, flags);
    return { ok: decisions.differing === 0, ...summaryOf(manifest), ...decisions };
  });
  answer(flags.json, found, () => [
    `${found.ok ? "The backup is intact" : "The files of the backup are intact, but its decisions are not"}: ` +
      `${counted(found.files, "file")}, data as of ${found.backupAt}.`,
    signatureText(found.signedBy, options.signedBy),
    `${counted(found.decisions, "decision")} recomputed: ${found.same} the same bit for bit, ` +
      `${found.differing} not, ${found.unverifiable} not verifiable.`,
  ]);
  if (!found.ok) throw new CommandFailed(`${found.differing} decisions are not the same`);
  keep(resolve(file));
}

/** The folder is removed before anything is said of the backup: a failure to do so is one of the command. */
async function inTemporaryFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder();
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So that it is not deleted for newer ones that nobody has verified. A folder that is read-only deletes nothing. */
function keep(file: string): void {
  try {
    noteVerified(file);
  } catch (error) {
    process.stderr.write(
      `booking-risk: it may be deleted for newer backups: ${(error as Error).message}\n`,
    );
  }
}

const folderPrefix = "booking-risk-verify-";

/** For all data of a backup, so that none is left behind by a command that is ended. */
function temporaryFolder(): string {
  try {
    return createTemporaryFolder();
  } catch (error) {
    const { code } = error as { code?: string };
    throw new CommandFailed(
      `no folder can be created in ${tmpdir()} (${code}); name another folder in the variable TMPDIR`,
    );
  }
}

function createTemporaryFolder(): string {
  removeAbandoned();
  // Before there is a folder: a signal right after its creation would leave it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(1);
    });
  }
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  return folder;
}

/** Removes those of this user's commands that were killed without a chance to do so. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(tmpdir(), name);
    const owner = statSync(path, { throwIfNoEntry: false })?.uid;
    if (owner === process.geteuid?.()) rmSync(path, { recursive: true, force: true });
  }
}

async function recompute(folder: string, flags: Flags): Promise<Decisions> {
  const config = { dataFolder: folder };
  const store = await openStore(config);
  try {
    const library = openModels(config, store);
    await requireSafeModels(library, config);
    if (!flags.allDecisions) return await recomputeSample(store, library);
    const projects = await store.projects.list();
    const tally = await verifyAll(projects, always, { store, library, json: flags.json });
    const { decisions, same, differing, unverifiable } = tally;
    return { decisions, same, differing, unverifiable };
  } finally {
    await store.close();
  }
}

async function recomputeSample(store: Store, library: Library): Promise<Decisions> {
  const bundles = decidingBundles(library);
  const verify = decisionVerifier(store, verifiersOf(bundles));
  const count: Decisions = { decisions: 0, same: 0, differing: 0, unverifiable: 0 };
  try {
    for (const { id } of await store.projects.list()) {
      for (const record of await sampleOf(id, store)) {
        const { result } = await verify(record);
        count.decisions += 1;
        count[result === "differs" ? "differing" : result] += 1;
      }
    }
    return count;
  } finally {
    await bundles.close();
  }
}

async function sampleOf(projectId: string, store: Store) {
  const extent = await extentOf(projectId, always, store);
  if (!extent) return [];
  const step = (extent.last - extent.first) / sampleMoments;
  const moments = Array.from({ length: sampleMoments }, (_, i) => idAt(extent.first + i * step));
  const pages = await Promise.all(
    moments.map((after) => store.decisions.after(projectId, after, sampleRows)),
  );
  return new Map(pages.flat().map((record) => [record.id, record])).values();
}
