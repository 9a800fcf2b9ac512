import { Page, SkeletonRows } from "../../parts/page.tsx";

export default function OverviewPage() {
  return (
    <Page title="Overview">
      <SkeletonRows />
    </Page>
  );
}
