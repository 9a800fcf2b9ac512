import { Link } from "wouter";
import { useProject } from "../../api/session.ts";
import { Icon } from "../../components/icon.tsx";
import { projectPages, visiblePages } from "../navigation.ts";

const next: Readonly<Record<string, string>> = {
  settings: "Choose from which score bookings are refused.",
  people: "Invite those who look into cases, and give each a role.",
  decisions: "Look bookings up, and see why each has its score.",
};

export function NextStep() {
  const project = useProject();
  const links = visiblePages(projectPages, project).filter(({ path }) => Object.hasOwn(next, path));
  return (
    <li aria-label="And then">
      <span className="number" aria-hidden="true">
        5
      </span>
      <section className="stack">
        <h2>And then</h2>
        <ul className="tiles">
          {links.map(({ path, title, icon }) => (
            <li className="card tile" key={path}>
              <h3 className="row">
                <Icon name={icon} />
                <Link href={`/p/${project.projectId}/${path}`}>{title}</Link>
              </h3>
              <p className="muted small">{next[path]}</p>
            </li>
          ))}
        </ul>
      </section>
    </li>
  );
}
