import { useProject } from "../api/session.ts";
import { LinkButton } from "./button.tsx";
import { Empty } from "./page.tsx";

/** In the place of a page's content while the project has no booking, with the way to the first. */
export function NoBookingYet({ children }: { children?: string }) {
  const { projectId } = useProject();
  return (
    <div className="card">
      <Empty
        icon="flag"
        title="No booking has been scored yet"
        action={
          <LinkButton look="primary" to={`/p/${projectId}/start`}>
            Getting started
          </LinkButton>
        }
      >
        {children ?? "Your server asks for the first score with a few lines, ready to be copied."}
      </Empty>
    </div>
  );
}
