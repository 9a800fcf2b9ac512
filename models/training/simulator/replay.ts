/** A recorded visit sent again: the same device and the same events under another collection id. */
import type { SentAttempt, SentBatch } from "./kind.ts";
import type { Random } from "./random.ts";

interface Recording {
  telemetry: readonly SentBatch[];
  at: number;
}

interface Replayed {
  at: number;
  /** Absent: that of the recording. */
  deviceId?: string | undefined;
  ip?: string | undefined;
}

/** @param sent a booking by whoever the replay is for; its own telemetry is replaced. */
export function replay(
  random: Random,
  { telemetry, at: recordedAt }: Recording,
  sent: SentAttempt,
  { at, deviceId, ip }: Replayed,
): SentAttempt {
  const collectionId = `col_${random.code(24)}`;
  const later = at - recordedAt;
  const batches = telemetry.map(({ batch, arrival }) => ({
    batch: {
      ...batch,
      collectionId,
      startedAt: batch.startedAt + later,
      sentAt: batch.sentAt + later,
      ...(batch.device && {
        device: { ...batch.device, ...(deviceId !== undefined && { deviceId }) },
      }),
    },
    arrival: { ...arrival, receivedAt: arrival.receivedAt + later, ip: ip ?? arrival.ip },
  }));
  return { ...sent, request: { ...sent.request, collectionId }, telemetry: batches };
}
