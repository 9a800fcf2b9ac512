import { open } from "node:fs/promises";

/** Makes renames in a folder durable. Windows has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}
