/** Challenges: a share of a project's live attempts is decided by another model than the active one. */

/** A challenge, as stored. None is ever removed: decisions name it. */
export interface ChallengeRecord {
  /** `chl_…` */
  id: string;
  projectId: string;
  /** The challenger. */
  name: string;
  version: string;
  /** The model that was active when it began. */
  championName: string;
  championVersion: string;
  /** Of the guests that are the challenger's, 0.01 to 0.5. */
  share: number;
  /** The key of its draw, hex. */
  secret: string;
  /** Whether something spoke against it. */
  forced: boolean;
  startedAt: number;
  /** When it ends by itself, Unix ms. */
  until: number;
  /** Null while it runs, both. */
  endedAt: number | null;
  endedBecause: ChallengeEnd | null;
}

/**
 * `fraud`, `denials`: the challenger is worse. `time`: it has reached `until`. `promoted`: the challenger is the
 * active model. `modelChanged`: another model is, or the challenger may not score there any more. `stopped`: by a
 * person.
 */
export type ChallengeEnd = "fraud" | "denials" | "time" | "promoted" | "modelChanged" | "stopped";

const endReasons: Readonly<Record<ChallengeEnd, string>> = {
  fraud: "the challenger let through more fraud than the active model",
  denials: "the challenger denied more than the active model",
  time: "its days were over",
  promoted: "the challenger was promoted",
  modelChanged: "another model became active, or the challenger may not decide there any more",
  stopped: "it was ended by a user",
};

/** Why a challenge ended, for people: after "It ended" and a colon. */
export const endReason = (because: ChallengeEnd | null | undefined): string =>
  endReasons[because ?? "stopped"];

/** What a decision during a challenge is stored with. */
export interface StoredChallenge {
  id: string;
  share: number;
  /**
   * 0 to 1, by the guest's e-mail address; below `share`, the challenger decides. Absent once the guest's data are
   * removed: it is the same for all bookings of a guest.
   */
  draw?: number;
  decidedBy: "challenger" | "champion";
}
