import { Page, SkeletonRows } from "../../parts/page.tsx";

export default function ModelsPage() {
  return (
    <Page title="Models">
      <SkeletonRows />
    </Page>
  );
}
