import { People } from "./people.tsx";

export default function EverybodyPage() {
  return <People scope={null} />;
}
