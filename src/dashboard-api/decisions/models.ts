import { fullName } from "../../registry/model-name.ts";
import type { Room } from "./room.ts";

/** `name@version` of every model that may have decided something, the newest first. */
export async function modelNames({ store }: Pick<Room, "store">): Promise<string[]> {
  const models = await store.models.list();
  return models.sort((a, b) => b.installedAt - a.installedAt).map(fullName);
}
