/**
 * Who may import whom. A module may import itself, the modules listed beside it, and `shared`;
 * everything else is refused by `scripts/lint/check-layers.ts`, for types as well as for values.
 * Tests are exempt. A module that is missing here is an error, so a new folder has to be placed.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  storage: [],
  "storage/sqlite": ["storage"],
  backup: ["storage", "storage/sqlite"],
  telemetry: ["storage"],
  request: ["telemetry"],
  geoip: [],
  agents: ["projects", "telemetry"],
  projects: ["storage"],
  accounts: ["projects", "storage"],
  velocity: ["geoip", "request", "storage", "telemetry"],
  features: ["geoip", "request", "storage", "telemetry", "velocity"],
  model: [],
  registry: ["features", "model", "outcomes", "projects", "replay", "risk", "storage"],
  outcomes: ["storage"],
  risk: [
    "features",
    "geoip",
    "outcomes",
    "projects",
    "request",
    "storage",
    "telemetry",
    "velocity",
  ],
  reasons: ["features", "projects", "risk", "storage", "velocity"],
  explainer: ["model", "reasons", "registry", "risk", "storage"],
  drift: ["features", "projects", "risk", "storage"],
  replay: ["drift", "features", "outcomes", "projects", "request", "risk", "storage"],
  decisions: [
    "outcomes",
    "projects",
    "replay",
    "request",
    "risk",
    "storage",
    "telemetry",
    "velocity",
  ],
  privacy: ["decisions", "projects", "risk", "storage", "velocity"],
  export: ["features", "risk"],
  http: [
    "agents",
    "explainer",
    "features",
    "model",
    "projects",
    "reasons",
    "request",
    "risk",
    "storage",
    "telemetry",
  ],
  "dashboard-api": [
    ...[
      "accounts",
      "agents",
      "decisions",
      "drift",
      "explainer",
      "features",
      "http",
      "model",
      "outcomes",
      "projects",
    ],
    ...["privacy", "reasons", "registry", "replay", "request", "risk", "storage", "telemetry"],
  ],
  dashboard: [
    ...[
      "accounts",
      "dashboard-api",
      "decisions",
      "drift",
      "outcomes",
      "privacy",
      "projects",
      "reasons",
      "replay",
    ],
    ...["risk", "storage", "telemetry"],
  ],
  config: ["agents", "geoip"],
  app: [
    ...[
      "accounts",
      "agents",
      "config",
      "dashboard-api",
      "drift",
      "explainer",
      "features",
      "geoip",
      "http",
      "model",
    ],
    ...["models/default", "privacy", "registry", "risk", "storage", "storage/sqlite", "telemetry"],
  ],
  cli: [
    ...[
      "accounts",
      "app",
      "backup",
      "config",
      "decisions",
      "drift",
      "explainer",
      "export",
      "features",
      "geoip",
      "http",
      "model",
      "projects",
    ],
    ...["outcomes", "privacy", "reasons", "registry", "replay", "request", "risk", "storage"],
    "telemetry",
  ],
  main: ["cli", "config", "storage"],
  sdk: ["telemetry"],
};

/** Files directly in `src` that belong to no folder and import no module. */
export const sharedFiles = [
  "base62.ts",
  "client-address.ts",
  "csv-cell.ts",
  "clock-monitor.ts",
  "disk-space.ts",
  "domain-error.ts",
  "embedded-files.d.ts",
  "executable.ts",
  "fair-queue.ts",
  "interval.ts",
  "last-backup.ts",
  "log.ts",
  "periodic.ts",
  "recent-values.ts",
  "scorer.ts",
  "sha256.ts",
  "version.ts",
  "worker-thread.ts",
];

const platform = ["bun", "elysia", "@elysiajs/swagger", "drizzle-orm", "onnxruntime"];

/**
 * Packages that a module must not import; `node` is every module of Node. The pure modules are
 * handed a clock and a store, so that they can be tested and replayed without a server.
 */
export const forbiddenPackages: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...["telemetry", "request", "geoip", "velocity", "features", "risk", "reasons", "drift"],
      ...["replay", "decisions", "outcomes", "privacy"],
    ].map((name) => [name, platform]),
  ),
  storage: ["elysia"],
  "storage/sqlite": ["elysia"],
  projects: ["elysia"],
  accounts: ["elysia"],
  model: ["elysia"],
  registry: ["elysia"],
  sdk: [...platform, "node"],
  dashboard: [...platform, "node"], // It runs in a browser.
};
