/** The free space of the file system that a folder is on. */
import { statfs } from "node:fs/promises";

/**
 * Below this the databases could fill the disk within a busy day: 100 decisions a second, at 4 kB
 * each with their indexes, take 1.4 GB an hour at most, and someone has to see the warning first.
 */
export const lowSpaceBytes = 1024 ** 3;

export interface DiskSpace {
  /** Bytes that this process may still write, which leaves out what is reserved for root. */
  free: number;
  size: number;
}

export async function diskSpaceOf(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** `0.4 GiB`, and below a tenth of that `37 MiB`. */
export function spaceText(bytes: number): string {
  const gib = bytes / 1024 ** 3;
  return gib >= 0.1 ? `${gib.toFixed(1)} GiB` : `${Math.floor(bytes / 1024 ** 2)} MiB`;
}
