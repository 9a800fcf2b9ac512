import { Page, SkeletonRows } from "../../parts/page.tsx";

export default function MoneyPage() {
  return (
    <Page title="Money">
      <SkeletonRows />
    </Page>
  );
}
