/** A project's own address: its start while nothing has arrived, then its first page. */
import { Redirect } from "wouter";
import { useProject } from "../api/session.ts";
import { Failure, SkeletonRows } from "../parts/page.tsx";
import { firstPageOf } from "./entries.ts";
import { hasBegun, useStart } from "./start/use-start.ts";

export default function Home() {
  const project = useProject();
  const { data, error, refetch } = useStart();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  const to = hasBegun(data) ? firstPageOf(project) : `/p/${project.projectId}/start`;
  return <Redirect to={to} replace />;
}
