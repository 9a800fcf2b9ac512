import type { ReactNode } from "react";
import { LinkButton } from "../components/button.tsx";
import { EmptyState, usePageTitle } from "../components/page.tsx";

export function NotFound({ children }: { children?: ReactNode }) {
  usePageTitle("Not found");
  return (
    <EmptyState
      icon="search"
      title="There is nothing here"
      action={<LinkButton to="/projects">All projects</LinkButton>}
    >
      {children ?? "The address may be mistyped, or the page has moved."}
    </EmptyState>
  );
}
