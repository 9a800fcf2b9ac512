/** The command of each round, which is killed with the service, and what must hold after it. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { environmentWith } from "../../bench/start-server.ts";
import { filesWith } from "../../programs/files-below.ts";
import { command, type OnData, onData } from "./executable.ts";
import type { Ledger, RanCommand, Tallies } from "./ledger.ts";
import { book, type Target } from "./load.ts";

export interface Commands extends OnData {
  /** For backups. */
  folder: string;
  projectId: string;
  /** Promoted in turn. */
  models: readonly [string, string];
}

/** Two of ten rounds erase a guest and one makes a backup; the others promote a model. */
export function commandOf({ folder, models }: Commands, round: number): RanCommand {
  const place = round % 10;
  if (place === 0) {
    const subject = join(folder, `backup-${round}.tar`);
    return { kind: "backup", subject, isAcknowledged: false };
  }
  if (place === 3 || place === 7) {
    return { kind: "erasure", subject: emailOf(round), isAcknowledged: false };
  }
  return { kind: "promotion", subject: models[round % 2]!, isAcknowledged: false };
}

const emailOf = (round: number) => `guest-${round}@erased.example`;

/** Books as the guest of a round who will be erased. */
export async function bookErased(target: Target, body: string, ran: RanCommand): Promise<void> {
  const ofGuest = body.replace(/"email":"[^"]*"/, `"email":"${ran.subject}"`);
  const sent = { requestId: "", body: ofGuest, idempotencyKey: null, answer: null };
  if (!(await book(target, sent))) throw new Error("the guest to be erased could not book");
}

/** Runs the command until it ends or `signal` kills it. */
export async function runUntil(on: Commands, ran: RanCommand, signal: AbortSignal): Promise<void> {
  const { args, input } = argumentsOf(on, ran);
  const child = Bun.spawn(onData(on, args), {
    env: environmentWith(),
    stdio: [new Blob([input]), "ignore", "ignore"],
    signal,
    killSignal: "SIGKILL",
  });
  ran.isAcknowledged = (await child.exited) === 0;
}

function argumentsOf(
  { projectId }: Commands,
  { kind, subject }: RanCommand,
): { args: string[]; input: string } {
  if (kind === "backup") return { args: ["backup", subject], input: "" };
  if (kind === "promotion") return { args: ["model", "promote", subject, "--force"], input: "" };
  const by = ["--project", projectId, "--by", "email", "--yes"];
  return { args: ["guest", "erase", ...by], input: subject };
}

export async function checkCommand(on: Commands, ledger: Ledger, tallies: Tallies): Promise<void> {
  const { command: ran } = ledger;
  const tally = tallies[ran.kind];
  tally.sent += 1;
  tally.acknowledged += Number(ran.isAcknowledged);
  if (ran.kind === "promotion") await checkPromotion(on, ran, tallies);
  else if (ran.kind === "backup") await checkBackup(on, ran, tallies);
  else await checkErasure(on, ran, tallies);
}

async function checkPromotion(on: Commands, ran: RanCommand, tallies: Tallies): Promise<void> {
  const models = await command<{ name: string; version: string; state: string }[]>(on, [
    "model",
    "list",
  ]);
  const isActive = models.some(
    ({ name, version, state }) => state === "active" && `${name}@${version}` === ran.subject,
  );
  tallies.promotion.lost += Number(ran.isAcknowledged && !isActive);
  tallies.promotion.unacknowledged += Number(!ran.isAcknowledged && isActive);
}

/** A backup is whole, or there is no file under its name. */
async function checkBackup(on: Commands, ran: RanCommand, { backup }: Tallies): Promise<void> {
  const exists = existsSync(ran.subject);
  backup.lost += Number(ran.isAcknowledged && !exists);
  backup.unacknowledged += Number(!ran.isAcknowledged && exists);
  if (!exists) return;
  const isWhole = await command(on, ["backup", "verify", ran.subject]).then(
    () => true,
    () => false,
  );
  backup.half += Number(!isWhole);
  rmSync(ran.subject);
}

/** After the erasure was acknowledged, or repeated, no file has a byte of the guest's address. */
async function checkErasure(on: Commands, ran: RanCommand, { erasure }: Tallies): Promise<void> {
  const remains = () => filesWith(on.data, ran.subject).length > 0;
  if (ran.isAcknowledged) erasure.lost += Number(remains());
  else {
    erasure.unacknowledged += Number(!remains());
    const { args, input } = argumentsOf(on, ran);
    await command(on, args, input);
    erasure.half += Number(remains());
  }
}
