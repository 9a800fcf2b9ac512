/** The page components, each loaded when it is first opened. */
import type { ComponentType } from "react";
import { lazyPage } from "../components/lazy-page.tsx";
import { SkeletonRows } from "../components/page.tsx";
import type { pages, projectPages } from "./navigation.ts";

const loaded = (load: () => Promise<{ default: ComponentType }>) =>
  lazyPage(load, <SkeletonRows rows={4} />);

type PathOf<Entries extends readonly { path: string }[]> = Entries[number]["path"];

export const projectPageComponents: Record<PathOf<typeof projectPages>, ComponentType> = {
  overview: loaded(() => import("./overview/page.tsx")),
  decisions: loaded(() => import("./decision-list/page.tsx")),
  review: loaded(() => import("./review/page.tsx")),
  lists: loaded(() => import("./lists/page.tsx")),
  models: loaded(() => import("./models/page.tsx")),
  drift: loaded(() => import("./drift/page.tsx")),
  money: loaded(() => import("./money/page.tsx")),
  start: loaded(() => import("./start/page.tsx")),
  keys: loaded(() => import("./keys/page.tsx")),
  webhooks: loaded(() => import("./webhooks/page.tsx")),
  people: loaded(async () => ({ default: (await import("./team/page.tsx")).ProjectTeamPage })),
  guests: loaded(() => import("./guests/page.tsx")),
  settings: loaded(() => import("./settings/page.tsx")),
};

export const pageComponents: Record<PathOf<typeof pages>, ComponentType> = {
  projects: loaded(() => import("./projects/page.tsx")),
  people: loaded(async () => ({ default: (await import("./team/page.tsx")).EveryonePage })),
  activity: loaded(() => import("./activity/page.tsx")),
  account: loaded(() => import("./account/page.tsx")),
};

/** Pages that show a single record of a project, named in the path. */
export const projectDetailPages = [
  { path: "decisions/:decisionId", component: loaded(() => import("./decision-detail/page.tsx")) },
  {
    path: "decisions/:decisionId/same/:kind",
    component: loaded(() => import("./identity/page.tsx")),
  },
] as const;
