/** The kiosks of a project: devices on which one guest after another books. */
import { deviceIdPattern } from "../attempt/telemetry/protocol.ts";
import { invalidInput } from "../base/domain-error.ts";
import { type Actor, auditEntry } from "../storage/port/audit.ts";
import { changeTexts } from "./choices.ts";
import type { ProjectDeps } from "./projects.ts";

/** Kiosks of one project. */
export const kiosksMax = 100;

/**
 * Replaces the list. It holds from the next attempt on; earlier decisions stay as they were made. The same
 * list again changes nothing.
 *
 * @param kiosks IDs of devices; none for an empty list.
 * @param replaces the list that was shown; undefined: whatever is stored.
 * @throws DomainError invalid_input, project_not_found, setting_changed
 */
export async function setKiosks(
  deps: ProjectDeps,
  actor: Actor,
  {
    kiosks,
    ...of
  }: { projectId: string; kiosks: readonly string[]; replaces?: readonly string[] | undefined },
): Promise<readonly string[]> {
  const wanted = kiosks.map(readKiosk);
  return changeKiosks(deps, actor, of, () => wanted);
}

/** Marks one device as a kiosk, or unmarks it, whatever happens to the others at the same time. As `setKiosks`. */
export async function markKiosk(
  deps: ProjectDeps,
  actor: Actor,
  { projectId, deviceId, marked }: { projectId: string; deviceId: string; marked: boolean },
): Promise<readonly string[]> {
  const one = readKiosk(deviceId);
  return changeKiosks(deps, actor, { projectId }, (before) => {
    return marked ? [...before, one] : before.filter((other) => other !== one);
  });
}

function changeKiosks(
  deps: ProjectDeps,
  actor: Actor,
  of: { projectId: string; replaces?: readonly string[] | undefined },
  wanted: (before: readonly string[]) => readonly string[],
) {
  const { projectId } = of;
  const list = { name: "kiosks", field: "kiosks", items: "devices", max: kiosksMax } as const;
  return changeTexts(deps, of, list, wanted, (kiosks, before) => {
    const about = { subject: projectId, projectId, detail: { kiosks, before } };
    return auditEntry(actor, deps.now(), "project.kiosks", about);
  });
}

const deviceIdForm = new RegExp(deviceIdPattern);

/** @returns the ID of a device, as the browser script makes them. @throws DomainError invalid_input */
export function readKiosk(text: string): string {
  const trimmed = text.trim();
  if (deviceIdForm.test(trimmed)) return trimmed;
  const shown = JSON.stringify(text.slice(0, 80));
  throw invalidInput(
    "kiosks",
    `must contain only device IDs such as dev_123456789012, not ${shown}`,
  );
}
