import { type SettingsPreview, settingsPreview } from "../../decisions/settings-preview.ts";
import type { Parts } from "../parts.ts";
import { changedProject } from "./changed.ts";

/** What each risk setting would have done over the last 30 days. @throws Problem not_found */
export async function previewSettings(
  { store, now }: Parts,
  projectId: string,
): Promise<SettingsPreview> {
  await changedProject(projectId, store);
  return settingsPreview(projectId, now() + 1, store);
}
