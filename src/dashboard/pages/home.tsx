/** A project's own address: its start while nothing has arrived, then its first page. */
import { Redirect } from "wouter";
import { useProject } from "../api/session.ts";
import { ErrorNotice, SkeletonRows } from "../components/page.tsx";
import { firstPage } from "./navigation.ts";
import { hasBegun, useStart } from "./start/use-start.ts";

export default function Home() {
  const project = useProject();
  const { data, error, refetch } = useStart();
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  const to = hasBegun(data) ? firstPage(project) : `/p/${project.projectId}/start`;
  return <Redirect to={to} replace />;
}
