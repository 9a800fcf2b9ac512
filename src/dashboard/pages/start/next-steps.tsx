import { Link } from "wouter";
import { useProject } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { projectPages, visiblePages } from "../navigation.ts";

const descriptions: Readonly<Record<string, string>> = {
  settings: "Choose the score at which bookings are denied.",
  people: "Invite your team and assign roles.",
  decisions: "Search bookings and see the reasons for their scores.",
};

export function NextSteps() {
  const project = useProject();
  const links = visiblePages(projectPages, project).filter(({ path }) =>
    Object.hasOwn(descriptions, path),
  );
  return (
    <li aria-label="Next steps">
      <span className="number" aria-hidden="true">
        5
      </span>
      <section className="stack">
        <h2>Next steps</h2>
        <ul className="tiles">
          {links.map(({ path, title, icon }) => (
            <li className="card tile" key={path}>
              <h3 className="row">
                <Icon name={icon} />
                <Link href={`/p/${project.projectId}/${path}`}>{title}</Link>
              </h3>
              <p className="muted small">{descriptions[path]}</p>
            </li>
          ))}
        </ul>
      </section>
    </li>
  );
}
