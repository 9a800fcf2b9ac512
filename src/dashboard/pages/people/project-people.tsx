import { useProject } from "../../api/session.ts";
import { People } from "./people.tsx";

export default function ProjectPeoplePage() {
  return <People scope={useProject()} />;
}
