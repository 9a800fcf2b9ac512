/** The licences of everything in the executable, as one text. */
import type { BundledPackage } from "./bundled-packages.ts";

/** Bun's own page on its licence says the same; its package on npm contains no text of it. */
const bunLicence = (version: string) => `Bun ${version}
MIT. Bun contains JavaScriptCore and WebKit (LGPL-2.0), BoringSSL (BSD-3-Clause and others), SQLite (public domain) and
others: https://bun.sh/docs/project/licensing names all of them, and where their sources are.`;

const ruler = "=".repeat(80);

export function licencesText(packages: readonly BundledPackage[], bun: string): string {
  const parts = packages.map(({ name, version, manifest, licenceTexts }) =>
    [`${name} ${version}`, spdx(manifest), ...licenceTexts.map((text) => `\n${text}`)].join("\n"),
  );
  return `${["Booking Risk contains the following software.", bunLicence(bun), ...parts].join(`\n\n${ruler}\n`)}\n`;
}

function spdx({ license }: Record<string, unknown>): string {
  if (typeof license === "string") return license;
  const { type } = (license ?? {}) as { type?: unknown };
  return typeof type === "string" ? type : "Its package names no licence.";
}
