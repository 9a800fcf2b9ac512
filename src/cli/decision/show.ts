/** `booking-risk decision show` */
import { percentText } from "../../projects/base-rate.ts";
import { type StoredDecision, storedDecision } from "../../risk/stored-decision.ts";
import type { DrawResult } from "../../storage/port/control-group.ts";
import { withdrawn } from "../../storage/port/outcomes.ts";
import { answer, table } from "../output.ts";
import { type CommonFlags, withStore } from "../with-store.ts";
import { askedDecision } from "./asked-decision.ts";
import { reasonLines, reasonsFor } from "./reasons.ts";

type Flags = CommonFlags & { reasons?: boolean };

export async function show(id: string, flags: Flags): Promise<void> {
  const { stored, reasons } = await withStore(flags, async (store) => {
    const { record } = await askedDecision(id, store);
    const stored = (await storedDecision(id, store))!;
    return { stored, reasons: flags.reasons ? await reasonsFor(record, store, flags) : null };
  });
  answer(flags.json, reasons ? { ...stored, reasons } : stored, () => [
    ...lines(stored),
    ...(reasons ? ["", ...reasonLines(reasons)] : []),
  ]);
}

function lines(stored: StoredDecision): string[] {
  const { model } = stored;
  const facts: [string, string][] = [
    ["Decision", stored.decisionId],
    ["Project", `${stored.projectName} (${stored.projectId})`],
    ["Request", stored.isBlanked ? "removed" : stored.requestId],
    ["Key", stored.keyId ?? "not stored"],
    ["Decided", stored.decidedAt],
    [
      "Score",
      `${stored.riskScore} (${stored.riskLevel}), probability ${shortened(stored.probability)}`,
    ],
    ...fraudRate(stored),
    ["Action", `${stored.suggestedAction} under ${stored.riskSetting}`],
    ...lists(stored),
    ...draw(stored),
    ...side(stored),
    ["Model", `${model.name}@${model.version} ${model.sha256.slice(0, 12)}`],
    ["Collection", stored.collectionId ?? "none was sent"],
    ...kiosk(stored),
    ["Outcome", lastOutcome(stored)],
    ...review(stored),
  ];
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  const features = Object.entries(stored.features).map(([name, value]) => [
    name,
    value === null ? "missing" : shortened(value),
  ]);
  return [
    ...facts.map(([name, value]) => name.padEnd(width) + value),
    "",
    ...table(["FEATURE", "VALUE"], features),
    "",
    stored.isBlanked
      ? "The request and what was known of the tab and its history: removed, their retention has ended"
      : "The request and what was known of the tab and its history: --json",
  ];
}

/** The entries of lists that applied, and which of them decided; nothing where there was none. */
function lists({ decidedBy, listMatches }: StoredDecision): [string, string][] {
  const decided = "entryId" in decidedBy ? decidedBy.entryId : null;
  return listMatches.map(({ kind, entryId, version }) => [
    "List",
    `${kind}: ${entryId} of version ${version}${entryId === decided ? ", which decided" : ""}`,
  ]);
}

const drawTexts: Readonly<Record<DrawResult, string>> = {
  allowed: "let through at random",
  denied: "drawn, and denied",
  fraudReported: "not drawn: a fraud is reported with one of its identities",
  notSeen: "not drawn: its device or address is not known, or it is a kiosk",
  otherGuest:
    "not drawn: another e-mail address was used with its device, address, phone, booker or card",
  repeated: "not drawn: too many attempts with its e-mail address",
  limitReached: "drawn, and the limit of the month was reached",
};

/** Nothing where the model did not deny it, or the project had no control group. */
function draw({ controlGroup }: StoredDecision): [string, string][] {
  if (!controlGroup) return [];
  const { share, result } = controlGroup;
  return [["Control group", `${drawTexts[result]} (${percentText(share)})`]];
}

/** Nothing where there was no challenge. */
function side({ challenge }: StoredDecision): [string, string][] {
  if (!challenge) return [];
  const { id, share, decidedBy } = challenge;
  return [["Challenge", `${id}: the ${decidedBy} decided (challenger: ${percentText(share)})`]];
}

/** Nothing where the device was none, or where that was removed. */
function kiosk({ evidence }: StoredDecision): [string, string][] {
  const marked = (evidence as { kiosk?: true } | null)?.kiosk === true;
  return marked ? [["Device", "marked as a kiosk"]] : [];
}

/** What the project's fraud rate changed; nothing where it had none. */
function fraudRate({ baseRates }: StoredDecision): [string, string][] {
  if (!baseRates) return [];
  const { project, model, shiftPoints } = baseRates;
  if (model === null) return [["Fraud rate", `${percentText(project)}, but the model states none`]];
  const shift = `${shiftPoints > 0 ? "+" : ""}${shiftPoints.toFixed(1)} points`;
  return [["Fraud rate", `${percentText(project)} instead of ${percentText(model)}: ${shift}`]];
}

function lastOutcome({ outcomes }: StoredDecision): string {
  const last = outcomes.at(-1);
  if (!last) return "none was reported";
  if (last.outcome === withdrawn) return `none, withdrawn ${last.reportedAt}`;
  const key = last.keyId === null ? "" : ` with ${last.keyId}`;
  return `${last.outcome}, reported ${last.reportedAt}${key}`;
}

/** Nothing where it was never sent to review. */
function review({ review: one }: StoredDecision): [string, string][] {
  if (one === null) return [];
  const { verdict, decidedBy } = one;
  return [["Review", verdict === null ? "open" : `${verdict}, by ${decidedBy}`]];
}

/** For reading; --json has every digit. */
function shortened(value: number): string {
  return String(Number(value.toPrecision(6)));
}
