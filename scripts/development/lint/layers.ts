/**
 * Who may import whom, from the bottom up: a folder of `src` may import itself and those above its line, its parts
 * those before them. "." is what belongs to none of the other parts. Everything else is refused by `check-layers.ts`,
 * for types as well as for values. Tests are exempt. A folder that is missing here is an error, so a new one has to be
 * placed.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  base: ["."],
  storage: ["port", "drizzle", "sqlite", "postgres", "backup", "transfer"],
  attempt: ["telemetry", "request", "geoip"],
  projects: [".", "accounts", "webhooks"],
  risk: ["velocity", "features", "."],
  evaluation: ["money", "drift", "replay"],
  decisions: [".", "lists", "reviews", "privacy"],
  model: [".", "registry", "reasons"],
  http: [".", "dashboard-api"],
  dashboard: ["."],
  app: ["config", "."],
  cli: ["."],
  "main.ts": ["."],
};

/** All of them in this order, by their path below `src`. */
export const modules = Object.entries(layers).flatMap(([folder, parts]) =>
  parts.map((part) => (part === "." ? folder : `${folder}/${part}`)),
);

/** Parts that few may import, though they stand above them. */
export const usedOnlyBy: Readonly<Record<string, readonly string[]>> = {
  "storage/drizzle": ["storage/sqlite", "storage/postgres"],
  "storage/sqlite": ["storage/backup", "storage/transfer", "app"],
  "storage/postgres": ["storage/transfer", "app"],
  "storage/transfer": ["cli"],
  "projects/accounts": ["http/dashboard-api", "dashboard", "app", "cli"],
  "http/dashboard-api": ["dashboard", "app"],
};

/** The folders of `scripts`, from the bottom up, in the same way. scripts/README.md says what each of them is for. */
export const scripts = [
  "programs",
  "build",
  "demo",
  "bench",
  "trials",
  "lab",
  "release",
  "development",
];

/** What else may be imported, by the paths of files that may. */
export const others: readonly { from: string; to: readonly string[] }[] = [
  { from: "^sdk/", to: ["^sdk/", "^src/attempt/telemetry/"] },
  { from: "^src/app/", to: ["^src/", "^models/default/"] },
  { from: "^src/(?!app/)", to: ["^src/"] },
  ...scripts.map((name, i) => ({
    from: `^scripts/${name}/`,
    to: ["^(src|sdk|models)/", `^scripts/(${scripts.slice(0, i + 1).join("|")})/`],
  })),
  // What is in none of these folders.
  { from: `^scripts/(?!(${scripts.join("|")})/)`, to: [] },
  {
    from: "^models/",
    to: ["^(src|sdk|models)/", "^scripts/(build/sdk|programs/python-environment)"],
  },
];

const platform = ["bun", "elysia", "@elysiajs/swagger", "drizzle-orm", "onnxruntime"];

/**
 * Packages that a folder must not import; `node` is every module of Node. The pure ones are handed a clock and a store,
 * so that they can be tested and replayed without a server.
 */
export const forbiddenPackages: Readonly<Record<string, readonly string[]>> = {
  storage: ["elysia"],
  attempt: platform,
  projects: ["elysia"],
  "projects/webhooks": platform,
  risk: platform,
  evaluation: platform,
  decisions: platform,
  model: ["elysia"],
  "model/reasons": platform,
  sdk: [...platform, "node"],
  dashboard: [...platform, "node"], // It runs in a browser.
};
