import type { ReactNode } from "react";
import { LinkButton } from "../parts/button.tsx";
import { Empty, useTitle } from "../parts/page.tsx";

export function NotFound({ children }: { children?: ReactNode }) {
  useTitle("Not found");
  return (
    <Empty
      icon="search"
      title="There is nothing here"
      action={<LinkButton to="/projects">All projects</LinkButton>}
    >
      {children ?? "The address may be mistyped, or the page has moved."}
    </Empty>
  );
}
