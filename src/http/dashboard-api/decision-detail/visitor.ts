/** The device and the place that an attempt came from, as known when it was decided. */
import type { Device } from "../../../attempt/telemetry/protocol.ts";
import type { SignatureTally } from "../../../attempt/telemetry/signature.ts";
import { describeFeature } from "../../../model/reasons/describe.ts";
import { catalogue } from "../../../risk/features/index.ts";
import { recomputed, wasAtKiosk } from "../../../risk/recompute.ts";
import type { DecisionRecord } from "../../../storage/port/decisions.ts";

export interface ShownVisitor {
  /** Whether anything was known of the browser. */
  isSeen: boolean;
  consent: "granted" | "denied" | null;
  device: Omit<Device, "deviceId"> | null;
  /** Null without the permission to see guests' data, like the IP addresses. */
  deviceIds: string[] | null;
  /** Of these, the one by which the attempt was compared with others. */
  lastDeviceId: string | null;
  addresses: string[] | null;
  /** How many different ones there were. */
  devices: number;
  addressesCount: number;
  /** Whether the device was marked as a kiosk when the attempt was decided. */
  atKiosk: boolean;
  userAgents: string[];
  /** What the browser's own headers say. */
  headers: { language: string | null; platform: string | null; brands: string | null };
  /** The pages that batches came from, by scheme and host. */
  origins: string[];
  traces: string[];
  /** What verifying the signatures of its requests gave; null: none was signed. */
  signatures: SignatureTally | null;
  /** What the operator's files say of the address; null where there is none. */
  network: {
    country: string | null;
    timeZone: string | null;
    asn: number | null;
    kind: string | null;
    anonymous: boolean | null;
  } | null;
  /** Others whose browser looks the same, as in "3 earlier attempts at this hotel …". */
  lookAlikes: string[];
}

const lookAlikes = catalogue.filter(({ name }) => name.startsWith("look_alikes_per_"));

/** @param names of the decision's feature set. */
export function shownVisitor(
  record: DecisionRecord,
  names: readonly string[],
  personal: boolean,
): ShownVisitor {
  const { attempt, features } = recomputed(record, names);
  const { collection, network } = attempt;
  const { deviceId: _, ...device } = collection?.device ?? {};
  const { deviceIds, ips, userAgents, origins, traces, consent } = collection ?? {};
  return {
    isSeen: collection !== null,
    consent: consent ?? null,
    device: collection?.device ? device : null,
    deviceIds: personal ? (deviceIds ?? []) : null,
    lastDeviceId: personal ? (collection?.lastDeviceId ?? null) : null,
    addresses: personal ? (ips ?? []) : null,
    devices: deviceIds?.length ?? 0,
    addressesCount: ips?.length ?? 0,
    atKiosk: wasAtKiosk(record),
    userAgents: userAgents ?? [],
    headers: {
      language: collection?.headerLanguage ?? null,
      platform: collection?.headerPlatform ?? null,
      brands: collection?.headerBrands ?? null,
    },
    origins: origins ?? [],
    traces: traces ?? [],
    signatures: collection?.signatures ?? null,
    network: network && { ...network },
    lookAlikes: alikeTexts(features),
  };
}

function alikeTexts(features: ArrayLike<number>): string[] {
  return lookAlikes.flatMap((feature) => {
    const value = features[catalogue.indexOf(feature)]!;
    return value > 0 ? [describeFeature(feature, value)] : [];
  });
}
