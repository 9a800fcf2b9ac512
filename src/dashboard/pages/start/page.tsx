import { Page, SkeletonRows } from "../../parts/page.tsx";

export default function GettingStartedPage() {
  return (
    <Page title="Getting started">
      <SkeletonRows />
    </Page>
  );
}
