/** A restore puts its files into a folder of the data folder until all of them are checked. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { StorageUnavailable } from "../port/store.ts";

export const restoringName = ".restoring";

/**
 * Until that folder is gone, some files may be in place and others not.
 * @throws StorageUnavailable
 */
export function refuseUnfinishedRestore(folder: string): void {
  if (!existsSync(join(folder, restoringName))) return;
  throw new StorageUnavailable(
    `a restore into ${folder} did not finish; run \`booking-risk restore FILE --data ${folder}\` again`,
  );
}
