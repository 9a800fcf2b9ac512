/** The setting of a project's control group. */
import { randomBytes } from "node:crypto";
import { isCurrency } from "../attempt/request/currency.ts";
import { FieldFault, FieldReader } from "../base/domain-error.ts";
import { type Actor, auditEntry } from "../storage/port/audit.ts";
import type { ControlGroup, ControlGroupCount } from "../storage/port/control-group.ts";
import { changeChoices, getChoices } from "./choices.ts";
import type { ProjectDeps } from "./projects.ts";
import { isChange } from "./setting-change.ts";

const controlGroupLimits = { shareMax: 0.05, bookingsMax: 100_000, amountMax: 1e9 } as const;

/** Without the key of the draw, which nobody sees. */
export type ControlGroupSetting = Omit<ControlGroup, "secret">;

/** With what is used of this month's limits. */
export interface ShownControlGroup extends ControlGroupSetting {
  month: string;
  used: ControlGroupCount;
}

/** Off, with a limit for whoever turns it on. */
const off: ControlGroupSetting = { share: 0, bookingsMax: 50, amountMax: null };

const secretBytes = 32;

/** @throws DomainError project_not_found */
export async function getControlGroup(
  { store, now }: ProjectDeps,
  projectId: string,
): Promise<ShownControlGroup> {
  const { controlGroup } = await getChoices({ store }, projectId);
  const { secret: _, ...setting } = controlGroup ?? { ...off, secret: "" };
  const month = new Date(now()).toISOString().slice(0, 7);
  const currency = setting.amountMax?.currency ?? "";
  const used = await store.projects.controlGroupCount(projectId, { month, currency });
  return { ...setting, month, used };
}

/**
 * It holds from the next request on; earlier decisions stay as they are. The same setting again changes nothing. The
 * key of the draw is made once and stays, so that turning it off and on draws nobody anew.
 *
 * @param setting `share`: 0 to 0.05 of the attempts that can be drawn, 0 turns it off; `bookingsMax`: bookings
 *   in a calendar month; `amountMax`: their amounts together in a currency of ISO 4217, or null.
 * @param replaces the setting that was shown; undefined: whatever is stored.
 * @throws DomainError invalid_input, project_not_found, setting_changed
 */
export async function setControlGroup(
  deps: ProjectDeps,
  actor: Actor,
  {
    projectId,
    setting,
    replaces,
  }: {
    projectId: string;
    setting: Record<keyof ControlGroupSetting, unknown>;
    replaces?: ControlGroupSetting | undefined;
  },
): Promise<ShownControlGroup> {
  const fields = new FieldReader();
  const share = fields.read("share", () => readShare(setting.share));
  const bookingsMax = fields.read("bookingsMax", () => readBookings(setting.bookingsMax));
  const amountMax = fields.read("amountMax", () => readAmount(setting.amountMax));
  fields.assertRead();
  const wanted: ControlGroupSetting = { share: share!, bookingsMax: bookingsMax!, amountMax };
  await changeChoices(deps, projectId, ({ controlGroup }) => {
    const { secret, ...before } = controlGroup ?? { ...off, secret: newSecret() };
    if (!isChange(wanted, before, { replaces, stored: before })) return null;
    const about = { subject: projectId, projectId, detail: { ...wanted, before } };
    const audit = auditEntry(actor, deps.now(), "project.control-group", about);
    return { choices: { controlGroup: { ...wanted, secret } }, audit };
  });
  return getControlGroup(deps, projectId);
}

const newSecret = () => randomBytes(secretBytes).toString("hex");

function readShare(given: unknown): number {
  const { shareMax } = controlGroupLimits;
  if (typeof given === "number" && given >= 0 && given <= shareMax) return given;
  throw new FieldFault(`must be a number from 0 to ${shareMax}, which is ${shareMax * 100} %`);
}

function readBookings(given: unknown): number {
  const { bookingsMax } = controlGroupLimits;
  if (Number.isInteger(given) && (given as number) >= 1 && (given as number) <= bookingsMax) {
    return given as number;
  }
  throw new FieldFault(`must be a whole number from 1 to ${bookingsMax}`);
}

function readAmount(given: unknown): ControlGroup["amountMax"] {
  if (given === null || given === undefined) return null;
  const { value, currency } = Object(given) as { value?: unknown; currency?: unknown };
  const isValue = typeof value === "number" && value > 0 && value <= controlGroupLimits.amountMax;
  if (isValue && typeof currency === "string" && isCurrency(currency)) return { value, currency };
  throw new FieldFault(
    `must be a value above 0 and at most ${controlGroupLimits.amountMax} and a currency of ISO 4217, or null`,
  );
}
