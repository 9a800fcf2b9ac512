/**
 * The control group: of the attempts that the model denies, a random few are let through, so that what denied
 * bookings would have been is known. Whether one is let through depends on its guest and not on chance: the same
 * e-mail address has the same draw each time, and another e-mail address with the same device, address, phone,
 * booker or card is not drawn at all. Whoever wants a second draw has to change all of them.
 */
import type {
  ControlGroup,
  ControlGroupUse,
  DrawResult,
  StoredDraw,
} from "../storage/port/control-group.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { Attempt } from "./features/index.ts";
import { keyedDraw } from "./keyed-draw.ts";
import { linksOfCard } from "./velocity/cards.ts";
import { links } from "./velocity/facts.ts";
import { windowNames } from "./velocity/windows.ts";

/** More attempts with one e-mail address in 30 days than a guest makes who corrects a booking are not drawn. */
export const drawnAttemptsMax = 3;

/** Whose other e-mail addresses exclude an attempt. An address in 24 hours: later, another guest has it. */
const sharedBy = [
  ...(["device", "phone", "booker"] as const).map((by) => placeOf(by, "30d")),
  placeOf("ip", "24h"),
];
const cardPlace = linksOfCard.findIndex(({ of, window }) => of === "email" && window === "30d");
const monthPlace = windowNames.indexOf("30d");

function placeOf(by: string, window: string): number {
  return links.findIndex((link) => link.of === "email" && link.by === by && link.window === window);
}

/** What a draw depends on. */
export interface DrawnAttempt {
  attempt: Pick<Attempt, "collection" | "history">;
  /** The number of its e-mail address. */
  email: number;
  atKiosk: boolean;
}

/** Whether an attempt that the model denies would be let through, before the limits of the month. */
export function drawOf(
  { share, secret }: Pick<ControlGroup, "share" | "secret">,
  drawn: DrawnAttempt,
): StoredDraw {
  const excluded = exclusionOf(drawn);
  if (excluded) return { share, draw: null, result: excluded };
  const draw = keyedDraw(secret, String(drawn.email));
  return { share, draw, result: draw < share ? "allowed" : "denied" };
}

function exclusionOf({ attempt, atKiosk }: DrawnAttempt): DrawResult | null {
  const { collection, history } = attempt;
  if (isFraudReported(history)) return "fraudReported";
  if (!collection?.lastDeviceId || !collection.lastIp || atKiosk) return "notSeen";
  const others = [
    ...sharedBy.map((place) => history.distinct[place]),
    history.card?.distinct[cardPlace],
  ];
  if (others.some((emails) => (emails ?? 1) > 1)) return "otherGuest";
  const earlier = history.attempts.email?.[monthPlace] ?? 0;
  return earlier >= drawnAttemptsMax ? "repeated" : null;
}

/** A hotel is no identity of the guest's. */
function isFraudReported({ outcomes, card }: Attempt["history"]): boolean {
  if ((card?.outcomes?.fraud ?? 0) > 0) return true;
  if (!outcomes) return false;
  const { hotel: _, ...ofGuest } = outcomes;
  return Object.values(ofGuest).some((one) => (one?.fraud ?? 0) > 0);
}

/** What a booking that is let through counts in its month. */
export function useOf(
  { bookingsMax, amountMax }: ControlGroup,
  { projectId, decidedAt }: Pick<DecisionRecord, "projectId" | "decidedAt">,
  amount: { value: number; currency: string } | null | undefined,
): ControlGroupUse {
  const currency = amountMax?.currency ?? "";
  return {
    projectId,
    month: monthOf(decidedAt),
    currency,
    bookingsMax,
    amount: amount && amount.currency === currency ? amount.value : 0,
    amountMax: amountMax?.value ?? null,
  };
}

/** The calendar month of a time, UTC, as in `2026-11`. */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, 7);

/** The draw that a decision is stored with; null: none. @throws SyntaxError where the text is not JSON. */
export function storedDraw({
  controlGroup,
}: Pick<DecisionRecord, "controlGroup">): StoredDraw | null {
  return controlGroup === null ? null : (JSON.parse(controlGroup) as StoredDraw);
}

/** The same, and null where the text is not JSON: verification tells the two apart. */
export function readableDraw(record: Pick<DecisionRecord, "controlGroup">): StoredDraw | null {
  try {
    return storedDraw(record);
  } catch {
    return null;
  }
}

/**
 * Whether a stored draw is the one that follows from the attempt. That a limit of the month was reached is taken
 * as stored.
 */
export function isSameDraw(stored: StoredDraw, secret: string, drawn: DrawnAttempt): boolean {
  const again = drawOf({ share: stored.share, secret }, drawn);
  const isLimited = again.result === "allowed" && stored.result === "limitReached";
  return Object.is(stored.draw, again.draw) && (isLimited || stored.result === again.result);
}
