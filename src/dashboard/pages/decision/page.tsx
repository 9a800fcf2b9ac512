import { Page, SkeletonRows } from "../../parts/page.tsx";

export default function DecisionPage() {
  return (
    <Page title="Decision">
      <SkeletonRows />
    </Page>
  );
}
