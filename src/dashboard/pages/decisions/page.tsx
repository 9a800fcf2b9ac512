import { Page, SkeletonRows } from "../../parts/page.tsx";

export default function DecisionsPage() {
  return (
    <Page title="Decisions">
      <SkeletonRows />
    </Page>
  );
}
