/** Which device and browser the booking was made with, and from where. */
import type { ReactNode } from "react";
import type { ShownVisitor } from "../../../http/dashboard-api/decision-detail/visitor.ts";
import { Card } from "../../components/card.tsx";
import { countryName, plural } from "./format.ts";
import { KioskMark } from "./kiosk-mark.tsx";

export function Visitor({ visitor }: { visitor: ShownVisitor }) {
  return (
    <Card title="Device and location">
      <div className="body stack">
        {visitor.isSeen ? (
          <>
            {visitor.consent === "denied" && (
              <p className="muted small">
                The visitor allowed strictly necessary data only: no device ID was collected, and
                form and pointer activity was not recorded.
              </p>
            )}
            <Group title="Agent" facts={signatureFacts(visitor)} />
            <Group title="Device and browser" facts={deviceFacts(visitor)} />
            <KioskMark deviceId={visitor.lastDeviceId} />
            <Group title="Location and network" facts={locationFacts(visitor)} />
            <Group title="Same browser profile" facts={profileFacts(visitor)} />
          </>
        ) : (
          <p className="muted">
            No browser data. To see the device and location, add the script to every page and send
            its collectionId with each request.
          </p>
        )}
      </div>
    </Card>
  );
}

type Fact = [label: string, value: ReactNode, warning?: string | false | null | undefined];

function Group({ title, facts }: { title: string; facts: Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  if (known.length === 0) return null;
  return (
    <div className="field-group">
      <h3>{title}</h3>
      <dl className="facts">
        {known.map(([label, value, warning]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {warning && <span className="badge warn">{warning}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A program that said who it is, or somebody who posed as one. */
function signatureFacts({ signatures }: ShownVisitor): Fact[] {
  if (!signatures) return [];
  const { agents, welcome, notWelcome, failed, unknown, faults } = signatures;
  return [
    [
      agents.length > 1 ? "Signed by agents" : "Signed by agent",
      agents.length > 0 ? `${agents.join(", ")}${notWelcome === 0 ? " (welcome)" : ""}` : null,
      welcome === 0 && notWelcome > 0 && "not on your list",
    ],
    [
      "Failed signatures",
      failed > 0 ? `${plural(failed, "request")}: ${faults.join(", ")}` : null,
      "counts against the visit",
    ],
    [
      "Unknown signatures",
      unknown > 0 ? `${plural(unknown, "request")}, of an agent or key not known here` : null,
    ],
  ];
}

function deviceFacts(visitor: ShownVisitor) {
  const { device, deviceIds, devices, userAgents, headers, traces, atKiosk } = visitor;
  const known = device ?? {};
  const screen = formatSize(known.screenWidth, known.screenHeight);
  const ratio =
    known.pixelRatio !== undefined && known.pixelRatio !== 1 ? ` at ${known.pixelRatio}×` : "";
  const facts: Fact[] = [
    ["Platform", formatPlatform(known.platform, headers.platform)],
    ["Browser brands", known.brands?.join(", ") ?? headers.brands],
    [
      userAgents.length > 1 ? "User agents" : "User agent",
      lines(userAgents),
      userAgents.length > 1 && "multiple",
    ],
    ["Screen", screen && `${screen}${ratio}`],
    ["Window", formatSize(known.viewportWidth, known.viewportHeight)],
    ["Processor", known.cores !== undefined ? plural(known.cores, "core") : null],
    ["Memory", known.memoryGb !== undefined ? `${known.memoryGb} GB` : null],
    ["Touch", known.touchPoints === undefined ? null : known.touchPoints > 0 ? "yes" : "no"],
    ["Cookies", known.cookies === false ? "blocked" : null],
    [
      "Automation",
      known.webdriver ? "the browser reports that it is automated" : null,
      "automated",
    ],
    ["Automation traces", traces.map(traceLabel).join(", "), "automated"],
    [
      devices > 1 ? "Device IDs" : "Device ID",
      deviceIds ? lines(deviceIds) : devices > 1 ? plural(devices, "device") : null,
      devices > 1 && "multiple",
    ],
    ["Kiosk", atKiosk ? "marked as one: not compared by device and address" : null],
  ];
  return facts;
}

const formatSize = (width?: number, height?: number) =>
  width !== undefined && height !== undefined ? `${width} × ${height}` : null;

function formatPlatform(reported: string | undefined, header: string | null): string | null {
  if (!reported) return header;
  return header && header !== reported ? `${reported} (headers: ${header})` : reported;
}

const traceLabels: Readonly<Record<string, string>> = {
  globals: "variables of an automation driver",
  brand: "browser brand of an outdated disguise",
  native: "replaced built-in function",
};
const traceLabel = (trace: string) =>
  Object.hasOwn(traceLabels, trace) ? traceLabels[trace]! : trace;

function locationFacts(visitor: ShownVisitor) {
  const { device, headers, network, addresses, addressesCount, origins } = visitor;
  const zone = device?.timeZone;
  const differs = zone && network?.timeZone && zone !== network.timeZone;
  const facts: Fact[] = [
    [
      addressesCount > 1 ? "IP addresses" : "IP address",
      addresses
        ? lines(addresses)
        : addressesCount > 1
          ? plural(addressesCount, "address", "addresses")
          : null,
      addressesCount > 1 && "multiple",
    ],
    ["IP country", network?.country ? countryName(network.country) : null],
    ["Network", formatNetwork(network), network?.anonymous && "VPN, proxy or Tor"],
    ["Time zone", zone, differs && `IP address is in ${network.timeZone}`],
    ["Languages", device?.languages?.join(", ")],
    [
      "Header language",
      headers.language && headers.language !== device?.languages?.[0] ? headers.language : null,
    ],
    ["Website", lines(origins)],
  ];
  return facts;
}

function formatNetwork(network: ShownVisitor["network"]): string | null {
  if (!network) return null;
  const asn = network.asn === null ? null : `AS${network.asn}`;
  return [network.kind, asn].filter(Boolean).join(", ") || null;
}

const profileFacts = ({ lookAlikes }: ShownVisitor): Fact[] => [
  ["Earlier attempts", lines(lookAlikes)],
];

function lines(texts: readonly string[]): ReactNode {
  if (texts.length === 0) return null;
  if (texts.length === 1) return texts[0];
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
