/**
 * The exports in flight, of decisions and of the audit log together: each reads as fast as it is
 * downloaded, so that neither a person nor a project may hold all places.
 */
import { Problem } from "../problems/problem.ts";

export const exportLimits = {
  /** In this service. */
  inFlight: 4,
  /** Of one project, or of all projects together. */
  inFlightOfProject: 3,
  /** Of one person. */
  inFlightOfPerson: 2,
} as const;

export interface Exporting {
  userId: string;
  /** Null: all projects. */
  projectId: string | null;
}

export interface ExportPlaces {
  /** @throws Problem rate_limited where no place is free */
  assertFree(of: Exporting): void;
  /** @returns a function to call at the end, once or more often. @throws Problem rate_limited */
  take(of: Exporting): () => void;
}

export function exportPlaces(): ExportPlaces {
  const inFlight = new Set<Exporting>();
  function assertFree({ userId, projectId }: Exporting): void {
    const all = [...inFlight];
    const own = all.filter((one) => one.userId === userId).length;
    const ofProject = all.filter((one) => one.projectId === projectId).length;
    if (own >= exportLimits.inFlightOfPerson) {
      throw busy(`You have ${own} exports in progress. Wait until one of them has ended.`);
    }
    if (ofProject >= exportLimits.inFlightOfProject || all.length >= exportLimits.inFlight) {
      throw busy("Other exports are running. Try again in a minute.");
    }
  }
  return {
    assertFree,
    take(of) {
      assertFree(of);
      const taken = { ...of };
      inFlight.add(taken);
      return () => void inFlight.delete(taken);
    },
  };
}

function busy(detail: string): Problem {
  return new Problem("rate_limited", detail, { headers: { "Retry-After": "60" } });
}
