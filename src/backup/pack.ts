/** Writes a backup: a tar archive of the files, and after them its manifest. */
import { createHash } from "node:crypto";
import { pack as createPack, type Pack } from "tar-stream";
import { type Bytes, type Encryption, encrypted } from "./encryption.ts";
import { type Manifest, manifestHashName, manifestName } from "./manifest.ts";

export interface PackedFile {
  name: string;
  bytes: number;
  content: () => Iterable<Uint8Array>;
}

/**
 * The bytes of a backup, encrypted where wanted. A failure to read a file is an error of the stream.
 * @param manifest completed with what was read of each file.
 */
export async function packed(
  files: readonly PackedFile[],
  manifest: Manifest,
  encryption: Encryption | null,
): Promise<Bytes> {
  const pack = createPack();
  addAll(pack, files, manifest).catch((error) => pack.destroy(error as Error));
  const bytes = streamOf(pack);
  return encryption ? encrypted(bytes, encryption) : bytes;
}

async function addAll(pack: Pack, files: readonly PackedFile[], manifest: Manifest): Promise<void> {
  const mtime = new Date(manifest.createdAt);
  for (const { name, bytes, content } of files) {
    const sha256 = await add(pack, { name, size: bytes, mtime }, content());
    manifest.files.push({ name, bytes, sha256 });
  }
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  const sha256 = await add(pack, { name: manifestName, size: text.length, mtime }, [text]);
  const line = Buffer.from(`${sha256}  ${manifestName}\n`);
  await add(pack, { name: manifestHashName, size: line.length, mtime }, [line]);
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
