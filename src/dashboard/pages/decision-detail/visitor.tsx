/** What the booking was made with, and where. */
import type { ReactNode } from "react";
import type { ShownVisitor } from "../../../dashboard-api/decision-detail/visitor.ts";
import { countryName, plural } from "./format.ts";

export function Visitor({ of }: { of: ShownVisitor }) {
  return (
    <section className="card" aria-label="Device and place">
      <header>
        <h2>Device and place</h2>
      </header>
      <div className="body stack">
        {of.isSeen ? (
          <>
            {of.consent === "denied" && (
              <p className="muted small">
                The visitor agreed to no more than is strictly needed: there is no device's
                identifier, and forms and pointer were not watched.
              </p>
            )}
            <Group title="Device" facts={deviceFacts(of)} />
            <Group title="Place" facts={placeFacts(of)} />
            <Group title="Others that look the same" facts={alikeFacts(of)} />
          </>
        ) : (
          <p className="muted">
            Nothing was seen of the browser. With the script on every page and its collection sent
            along, device and place are here.
          </p>
        )}
      </div>
    </section>
  );
}

type Fact = [label: string, value: ReactNode, warning?: string | false | null | undefined];

function Group({ title, facts }: { title: string; facts: Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  if (known.length === 0) return null;
  return (
    <section className="field-group" aria-label={title}>
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
    </section>
  );
}

function deviceFacts({ device, deviceIds, devices, userAgents, headers, traces }: ShownVisitor) {
  const one = device ?? {};
  const size = (width?: number, height?: number) =>
    width !== undefined && height !== undefined ? `${width} × ${height}` : null;
  const screen = size(one.screenWidth, one.screenHeight);
  const ratio =
    one.pixelRatio !== undefined && one.pixelRatio !== 1 ? ` at ${one.pixelRatio}×` : "";
  const facts: Fact[] = [
    ["Platform", platformOf(one.platform, headers.platform)],
    ["Brands", one.brands?.join(", ") ?? headers.brands],
    [
      userAgents.length > 1 ? "Browsers" : "Browser",
      lines(userAgents),
      userAgents.length > 1 && "more than one",
    ],
    ["Screen", screen && `${screen}${ratio}`],
    ["Window", size(one.viewportWidth, one.viewportHeight)],
    ["Processor", one.cores !== undefined ? plural(one.cores, "core") : null],
    ["Memory", one.memoryGb !== undefined ? `${one.memoryGb} GB` : null],
    ["Touch", one.touchPoints === undefined ? null : one.touchPoints > 0 ? "yes" : "no"],
    ["Cookies", one.cookies === false ? "refused" : null],
    ["Automation", one.webdriver ? "the browser says that a program drives it" : null, "automated"],
    ["Traces of automation", traces.map(traceWord).join(", "), "automated"],
    [
      devices > 1 ? "Devices" : "Device's identifier",
      deviceIds ? lines(deviceIds) : devices > 1 ? plural(devices, "device") : null,
      devices > 1 && "more than one",
    ],
  ];
  return facts;
}

function platformOf(told: string | undefined, header: string | null): string | null {
  if (!told) return header;
  return header && header !== told ? `${told} (headers: ${header})` : told;
}

const traceWords: Readonly<Record<string, string>> = {
  globals: "a driver's own variables in the page",
  brand: "a brand as old disguises copied it",
  native: "a function put in place of the browser's own",
};
const traceWord = (trace: string) =>
  Object.hasOwn(traceWords, trace) ? traceWords[trace]! : trace;

function placeFacts(of: ShownVisitor) {
  const { device, headers, network, addresses, addressesCount, origins } = of;
  const zone = device?.timeZone;
  const differs = zone && network?.timeZone && zone !== network.timeZone;
  const facts: Fact[] = [
    [
      addressesCount > 1 ? "Addresses" : "Address",
      addresses
        ? lines(addresses)
        : addressesCount > 1
          ? plural(addressesCount, "address", "addresses")
          : null,
      addressesCount > 1 && "more than one",
    ],
    ["Country of the address", network?.country ? countryName(network.country) : null],
    ["Network", networkOf(network), network?.anonymous && "VPN, proxy or Tor"],
    ["Time zone", zone, differs && `the address is in ${network.timeZone}`],
    ["Languages", device?.languages?.join(", ")],
    [
      "Language in the headers",
      headers.language && headers.language !== device?.languages?.[0] ? headers.language : null,
    ],
    ["Pages of", lines(origins)],
  ];
  return facts;
}

function networkOf(network: ShownVisitor["network"]): string | null {
  if (!network) return null;
  const asn = network.asn === null ? null : `AS${network.asn}`;
  return [network.kind, asn].filter(Boolean).join(", ") || null;
}

const alikeFacts = ({ lookAlikes }: ShownVisitor): Fact[] => [
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
