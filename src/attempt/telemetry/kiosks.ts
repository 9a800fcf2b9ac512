/** The kiosks of a project: devices on which one guest after another books. */
import { DomainError, invalidInput } from "../../base/domain-error.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { Store } from "../../storage/port/store.ts";
import { deviceIdPattern } from "./protocol.ts";

export interface KioskDeps {
  store: Pick<Store, "projects">;
  now: () => number;
}

/** Kiosks of one project. */
export const kiosksMax = 100;

/** @returns the IDs of the devices. @throws DomainError project_not_found */
export async function getKiosks(
  { store }: Pick<KioskDeps, "store">,
  projectId: string,
): Promise<readonly string[]> {
  const choices = await store.projects.choices(projectId);
  if (!choices) throw new DomainError("project_not_found", { projectId });
  return choices.kiosks ?? [];
}

/**
 * Replaces the list. It holds from the next attempt on; earlier decisions stay as they were made. The same
 * list again changes nothing.
 *
 * @param kiosks IDs of devices; none for an empty list.
 * @throws DomainError invalid_input, project_not_found
 */
export async function setKiosks(
  deps: KioskDeps,
  actor: Actor,
  { projectId, kiosks: texts }: { projectId: string; kiosks: readonly string[] },
): Promise<readonly string[]> {
  const kiosks = [...new Set(texts.map(readKiosk))].sort();
  if (kiosks.length > kiosksMax) {
    throw invalidInput("kiosks", `must contain at most ${kiosksMax} devices`);
  }
  const before = await getKiosks(deps, projectId);
  if (kiosks.join() === before.join()) return before;
  await deps.store.projects.setKiosks(
    projectId,
    kiosks,
    auditEntry(actor, deps.now(), "project.kiosks", {
      subject: projectId,
      projectId,
      detail: { kiosks, before },
    }),
  );
  return kiosks;
}

const deviceId = new RegExp(deviceIdPattern);

/** @returns the ID of a device, as the browser script makes them. @throws DomainError invalid_input */
export function readKiosk(text: string): string {
  const trimmed = text.trim();
  if (deviceId.test(trimmed)) return trimmed;
  const shown = JSON.stringify(text.slice(0, 80));
  throw invalidInput(
    "kiosks",
    `must contain only device IDs such as dev_123456789012, not ${shown}`,
  );
}
