/** The page components, each loaded when it is first opened. */
import { type ComponentType, lazy } from "react";
import type { pages, projectPages } from "./navigation.ts";

type PathOf<Entries extends readonly { path: string }[]> = Entries[number]["path"];

export const projectPageComponents: Record<PathOf<typeof projectPages>, ComponentType> = {
  overview: lazy(() => import("./overview/page.tsx")),
  decisions: lazy(() => import("./decision-list/page.tsx")),
  models: lazy(() => import("./models/page.tsx")),
  drift: lazy(() => import("./drift/page.tsx")),
  money: lazy(() => import("./money/page.tsx")),
  start: lazy(() => import("./start/page.tsx")),
  keys: lazy(() => import("./keys/page.tsx")),
  people: lazy(async () => ({ default: (await import("./team/page.tsx")).ProjectTeamPage })),
  guests: lazy(() => import("./guests/page.tsx")),
  settings: lazy(() => import("./settings/page.tsx")),
};

export const pageComponents: Record<PathOf<typeof pages>, ComponentType> = {
  projects: lazy(() => import("./projects/page.tsx")),
  people: lazy(async () => ({ default: (await import("./team/page.tsx")).EveryonePage })),
  activity: lazy(() => import("./activity/page.tsx")),
  account: lazy(() => import("./account/page.tsx")),
};

/** Pages that show a single record of a project, named by the last part of the path. */
export const projectDetailPages = [
  { path: "decisions/:decisionId", component: lazy(() => import("./decision-detail/page.tsx")) },
] as const;
