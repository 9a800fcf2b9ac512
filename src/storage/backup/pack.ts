/** Writes a backup: a tar archive of the files, and after them its manifest. */
import { createHash, type KeyObject } from "node:crypto";
import { pack as createPack, type Pack } from "tar-stream";
import { type Bytes, type Encryption, encrypted } from "./encryption.ts";
import { type Manifest, manifestHashName, manifestName, signatureName } from "./manifest.ts";
import { signatureOf } from "./signature.ts";

export interface PackedFile {
  name: string;
  bytes: number;
  content: () => Iterable<Uint8Array>;
}

export interface Protection {
  /** Null: it is not encrypted. */
  encryption: Encryption | null;
  /** A private key of Ed25519; null: it is not signed. */
  signWith: KeyObject | null;
}

/**
 * The bytes of a backup, signed and encrypted where wanted. A failure to read a file is an error of the stream.
 * @param manifest completed with what was read of each file.
 */
export async function packed(
  files: readonly PackedFile[],
  manifest: Manifest,
  { encryption, signWith }: Protection,
): Promise<Bytes> {
  const pack = createPack();
  addAll(pack, files, { manifest, signWith }).catch((error) => pack.destroy(error as Error));
  const bytes = streamOf(pack);
  return encryption ? encrypted(bytes, encryption) : bytes;
}

async function addAll(
  pack: Pack,
  files: readonly PackedFile[],
  { manifest, signWith }: { manifest: Manifest; signWith: KeyObject | null },
): Promise<void> {
  const mtime = new Date(manifest.createdAt);
  for (const { name, bytes, content } of files) {
    const sha256 = await add(pack, { name, size: bytes, mtime }, content());
    manifest.files.push({ name, bytes, sha256 });
  }
  const addText = (name: string, text: string) => {
    const bytes = Buffer.from(text);
    return add(pack, { name, size: bytes.length, mtime }, [bytes]);
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const sha256 = await addText(manifestName, text);
  await addText(manifestHashName, `${sha256}  ${manifestName}\n`);
  if (signWith) await addText(signatureName, signatureOf(Buffer.from(text), signWith));
  pack.finalize();
}

/** @returns the SHA-256 of what was added. */
async function add(
  pack: Pack,
  header: { name: string; size: number; mtime: Date },
  content: Iterable<Uint8Array>,
): Promise<string> {
  const hash = createHash("sha256");
  const { promise: added, resolve, reject } = Promise.withResolvers<void>();
  const entry = pack.entry({ ...header, mode: 0o600 }, (error) =>
    error ? reject(error) : resolve(),
  );
  for (const piece of content) {
    hash.update(piece);
    if (!entry.write(piece))
      await new Promise<void>((drained) => entry.once("drain", () => drained()));
  }
  entry.end(null);
  await added;
  return hash.digest("hex");
}

/** Reads no further ahead than it is asked to. */
function streamOf(pack: Pack): Bytes {
  const chunks = pack[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      pack.destroy();
    },
  });
}
