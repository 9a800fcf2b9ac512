/** A gzipped tar with one folder: the same files give the same bytes. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

export interface ArchiveOptions {
  source: string;
  /** Patterns of files in the source, as of a shell. Whatever else lies there stays out. */
  files: readonly string[];
  /** The folder that the archive has. */
  top: string;
  /** Where it is written. */
  file: string;
}

/** @throws Error if a pattern finds no file. */
export async function archive({ source, files, top, file }: ArchiveOptions): Promise<void> {
  const names = files.flatMap((pattern) => {
    const found = [...new Bun.Glob(pattern).scanSync(source)];
    if (found.length === 0) throw new Error(`${source} has no file ${pattern}`);
    return found;
  });
  const tar = pack();
  for (const name of names.toSorted()) {
    const header = { name: `${top}/${name}`, mode: 0o644, mtime: new Date(0) };
    tar.entry(header, readFileSync(join(source, name)));
  }
  tar.finalize();
  const pieces = (await Array.fromAsync(tar)) as Uint8Array[];
  writeFileSync(file, gzipSync(Buffer.concat(pieces)));
}
