/** Reads a backup: its files into an empty folder, each compared with its hash. */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { extract as createExtract, type Extract } from "tar-stream";
import { syncFolder } from "../../base/sync-folder.ts";
import { requireRoom } from "./create.ts";
import { isInBackup } from "./data-files.ts";
import { type Bytes, decrypted, isEncrypted, type Secrets } from "./encryption.ts";
import {
  BackupRefused,
  type Manifest,
  type ManifestFile,
  manifestBytesMax,
  manifestHashName,
  manifestName,
  parseManifest,
  signatureName,
} from "./manifest.ts";
import { type PublicKey, signerOf } from "./signature.ts";

type Entry = AsyncIterable<unknown>;

/** A data folder has dozens of files, and each model adds three. */
const filesMax = 100_000;

export interface UnpackOptions {
  secrets: Secrets;
  /** By whom the backup must be signed; null: by anybody or nobody. */
  signedBy: PublicKey | null;
}

export interface Unpacked extends Manifest {
  /** The key of the signature, which is that of the manifest; null where there is none. */
  signedBy: PublicKey | null;
}

/**
 * Everything is on disk when it resolves. Only then is it known to be signed: use nothing of it before.
 * @param target an empty folder. What was written before a failure stays there.
 * @throws BackupRefused where the file is no backup, is damaged, is not whole, cannot be decrypted, or is not
 *   signed as it must be.
 */
export async function unpack(
  path: string,
  target: string,
  { secrets, signedBy }: UnpackOptions,
): Promise<Unpacked> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new BackupRefused(`there is no file ${path}`);
  if (!found.isFile()) throw new BackupRefused(`${path} is not a regular file`);
  requireRoom(target, found.size);
  const bytes = await bytesOf(path, secrets);
  const extract = createExtract();
  const [entries] = await Promise.all([readEntries(extract, target), feed(extract, bytes)]);
  const unpacked = compared(entries);
  if (signedBy !== null) requireSigner(unpacked.signedBy, signedBy);
  return unpacked;
}

function requireSigner(signer: PublicKey | null, wanted: PublicKey): void {
  if (signer === wanted) return;
  throw new BackupRefused(
    signer === null
      ? "it is not signed, although --signed-by is given"
      : `it is signed by the key ${signer}, which is not that of --signed-by`,
  );
}

/** Whoever has a secret expects a file that only its owners could have written. */
async function bytesOf(path: string, secrets: Secrets): Promise<Bytes> {
  const isSealed = isEncrypted(readBeginning(path));
  if (!isSealed && (secrets.passphrase !== null || secrets.identities.length > 0)) {
    throw new BackupRefused(
      "it is not encrypted, although a passphrase or an identity is given; if you trust where it is from, " +
        "run the command without them",
    );
  }
  const file = Readable.toWeb(createReadStream(path, { highWaterMark: 1 << 20 })) as Bytes;
  return isSealed ? decrypted(file, secrets) : file;
}

function readBeginning(path: string): Uint8Array {
  const file = openSync(path, "r");
  const beginning = Buffer.alloc(64);
  readSync(file, beginning);
  closeSync(file);
  return beginning;
}

async function feed(extract: Extract, bytes: Bytes): Promise<void> {
  let failed = false;
  extract.on("error", () => {
    failed = true; // The reader of the entries reports it.
  });
  try {
    for await (const chunk of bytes) {
      if (failed || extract.destroyed) return;
      if (extract.write(chunk)) continue;
      await new Promise<void>((resolve) => {
        const goOn = () => {
          extract.off("drain", goOn).off("close", goOn);
          resolve();
        };
        extract.on("drain", goOn).on("close", goOn);
      });
    }
    extract.end(null);
  } catch {
    // What age reports of a changed or missing byte.
    extract.destroy(new Error("a part cannot be decrypted"));
  }
}

/** The entries that describe the backup. They are no files of the data folder. */
const describing: ReadonlySet<string> = new Set([manifestName, manifestHashName, signatureName]);

interface Found {
  files: ManifestFile[];
  /** By name, of those that describe it. */
  description: Map<string, Buffer>;
}

async function readEntries(extract: Extract, target: string): Promise<Found> {
  const found: Found = { files: [], description: new Map() };
  try {
    for await (const entry of extract) {
      const { name, size = 0, type } = entry.header;
      if (type !== "file") throw new BackupRefused("it holds something that is no file");
      if (describing.has(name)) {
        found.description.set(name, await contentOf(entry, { name, bytes: size }));
      } else if (found.files.push(await place(entry, { name, bytes: size }, target)) > filesMax) {
        throw new BackupRefused(`it contains more than ${filesMax} files`);
      }
    }
  } catch (error) {
    extract.destroy();
    if (error instanceof BackupRefused || isOfTheSystem(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupRefused(`it is not a backup, or it is damaged (${reason})`);
  }
  return found;
}

/** Of names: one that comes twice, or below a file, or is too long. */
const ofTheBackup: ReadonlySet<unknown> = new Set(["EEXIST", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

/** Such as a full disk, of which the backup is not guilty. */
function isOfTheSystem(error: unknown): boolean {
  const { syscall, code } = (error ?? {}) as { syscall?: unknown; code?: unknown };
  return typeof syscall === "string" && !ofTheBackup.has(code);
}

async function contentOf(
  entry: Entry,
  { name, bytes }: { name: string; bytes: number },
): Promise<Buffer> {
  if (bytes > manifestBytesMax) throw new BackupRefused(`its ${name} is too large`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

async function place(
  entry: Entry,
  { name, bytes }: { name: string; bytes: number },
  target: string,
): Promise<ManifestFile> {
  if (!isSafe(name)) throw new BackupRefused("it names a file outside the data folder");
  if (!isInBackup(name)) throw new BackupRefused(`it holds ${name}, which no backup contains`);
  requireRoom(target, bytes);
  const path = join(target, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  // A second file of the same name is refused; models stay read-only.
  const file = await open(path, "wx", name.startsWith("models/") ? 0o400 : 0o600);
  try {
    for await (const chunk of entry) {
      hash.update(chunk as Uint8Array);
      await file.writeFile(chunk as Uint8Array);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
  return { name, bytes, sha256: hash.digest("hex") };
}

/** A relative path without anything that leads elsewhere on any system. */
export function isSafe(name: string): boolean {
  const parts = name.split("/");
  return (
    name.length <= 1024 &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
    !/[\u0000-\u001f\\:]/.test(name) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

function compared({ files, description }: Found): Unpacked {
  const [manifest, hashLine] = [manifestName, manifestHashName].map((name) =>
    description.get(name),
  );
  if (!manifest || !hashLine) throw new BackupRefused("it is incomplete: its end is missing");
  const manifestHash = hashLine.toString().slice(0, 64);
  if (createHash("sha256").update(manifest).digest("hex") !== manifestHash) {
    throw new BackupRefused(`it is damaged: ${manifestName} does not match its hash`);
  }
  const parsed = parseManifest(manifest.toString());
  const wanted = new Map(parsed.files.map((file) => [file.name, file]));
  for (const { name, bytes, sha256 } of files) {
    const one = wanted.get(name);
    if (one?.bytes !== bytes || one.sha256 !== sha256) {
      throw new BackupRefused(`it is damaged: ${name} does not match its hash`);
    }
    wanted.delete(name);
  }
  const [missing] = wanted.keys();
  if (missing !== undefined) throw new BackupRefused(`it is damaged: ${missing} is missing`);
  const signature = description.get(signatureName);
  return { ...parsed, signedBy: signature ? signerOf(manifest, signature.toString()) : null };
}
