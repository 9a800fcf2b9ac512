/** The snippets of Getting started, run as copied against the executable. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleOf, keyVariable } from "../../../src/dashboard/pages/start/snippets/example.ts";
import { type Language, languages } from "../../../src/dashboard/pages/start/snippets/languages.ts";
import { exportKey, reportOutcome } from "../../../src/dashboard/pages/start/snippets/shell.ts";
import { Installation } from "../../fixtures/executable.ts";
import {
  curl as curlProgram,
  debianProgram,
  describeWith,
  testWith,
} from "../../fixtures/needs.ts";

const installation = new Installation();
const { url } = await installation.serve();
const { projectId, secret } = await installation.project();

/** Texts that end a literal, start a comment or are interpolated in one of the languages. */
const hostileNames = [
  `O'Neill's "Grand" \\ Hotel`,
  "a */ b // c # d ?> e <?php f <!-- --> </script>",
  `\${process.exit(3)} $\{x} {$x} $x \`id\` $(id) %s %n %`,
  `""" ''' \\u0022 \\u005c" \\`,
  "São Luís 🏨 Ωmega \u00ad",
];

/** The command that each language needs, and its Debian package. */
const needed: Readonly<Record<string, { command: string; package: string }>> = {
  curl: { command: "curl", package: "curl" },
  node: { command: "node", package: "nodejs" },
  python: { command: "python3", package: "python3" },
  php: { command: "php", package: "php-cli" },
  // Running Java from source takes the compiler of a development kit.
  java: { command: "javac", package: "default-jdk-headless" },
};

interface Ran {
  status: number;
  out: string;
  error: string;
}

/** Runs a snippet as a user would: saves the file and pastes the commands into a shell. */
async function run(language: Language, text: string, key: string): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-snippet-"));
  if (language.file) await Bun.write(join(folder, language.file), text);
  const pasted = exportKey(key) + (language.run ?? text);
  const child = Bun.spawn(["sh", "-c", pasted], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const status = await child.exited;
  rmSync(folder, { recursive: true, force: true });
  return { status, out: out.trim(), error };
}

const decisionIn = (out: string) => /dec_[0-9a-f]{32}/.exec(out)?.[0];

async function requestOf(decisionId: string | undefined) {
  const shown = await installation.json<{ request: Record<string, Record<string, unknown>> }>(
    "decision",
    "show",
    decisionId ?? "none",
  );
  return shown.request;
}

for (const language of languages as readonly Language[]) {
  const { command, package: from } = needed[language.id]!;
  describeWith(debianProgram(command, from))(language.label, () => {
    const snippet = (to: string, hotel = "Hotel Avenida") => language.snippet(exampleOf(to, hotel));

    test("scores a booking and reads the action and the decision ID", async () => {
      // Of its own: each language books for the same guest, and a guest who repeats is refused.
      const own = await installation.project(language.label);
      const { status, out } = await run(language, snippet(url), own.secret.key);
      expect(status).toBe(0);
      const said = language.file ? /^book dec_[0-9a-f]{32}$/ : /"suggestedAction":"allow"/;
      expect(out).toMatch(said);
      expect(await requestOf(decisionIn(out))).toMatchObject({
        booker: {
          firstName: "Ada",
          lastName: "Lovelace",
          email: "ada@example.com",
          phone: "+351912345678",
        },
        hotel: { name: "Hotel Avenida", country: "PT" },
      });
    });

    test.each(hostileNames)("sends a name unchanged: %j", async (name) => {
      const { status, out, error } = await run(language, snippet(url, name), secret.key);
      expect({ status, error: language.file ? error : "" }).toEqual({ status: 0, error: "" });
      expect((await requestOf(decisionIn(out))).hotel?.name).toBe(name);
    });

    test("falls back to its own rule after an error, and prints the error without the key", async () => {
      const { status, out, error } = await run(language, snippet(url), "sk_wrong");
      expect(status).toBe(0);
      if (language.file) expect(out).toBe("book, and review it manually");
      expect(out + error).toContain("invalid_key");
      expect(out + error).not.toContain("sk_wrong");
    });

    test("times out", async () => {
      const silent = Bun.serve({
        port: 0,
        idleTimeout: 0,
        fetch: () => new Promise<Response>(() => {}),
      });
      const { status, out, error } = await run(language, snippet(silent.url.origin), "sk_any");
      await silent.stop(true);
      if (language.file) expect([status, out]).toEqual([0, "book, and review it manually"]);
      else expect([status, error]).toEqual([28, expect.stringMatching(/timed out/i)]);
    });
  });
}

testWith(curlProgram)("an outcome is reported as copied", async () => {
  const [curl] = languages;
  const { out } = await run(curl, curl.snippet(exampleOf(url, "Hotel")), secret.key);
  const decisionId = decisionIn(out)!;
  const report = await run(curl, reportOutcome(url, decisionId), secret.key);
  expect(JSON.parse(report.out)).toMatchObject({ decisionId, outcome: "legitimate" });
});

test("no snippet contains a key: each reads the variable", () => {
  for (const { snippet } of languages) {
    const text = snippet(exampleOf("https://risk.example", "Hotel"));
    expect(text).toContain(keyVariable);
    expect(text).not.toMatch(/[ps]k_/);
  }
  expect(projectId).toStartWith("prj_");
});
