/** What drift comes to, in one line; the details have a page of their own. */
import { Link } from "wouter";
import type { RangeQuery } from "../../../http/dashboard-api/overview/range.ts";
import { Card } from "../../components/card.tsx";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";
import { driftStatus } from "../drift/status.ts";
import { useDrift } from "../drift/use-drift.ts";

export function DriftStatus({ projectId, range }: { projectId: string; range: RangeQuery }) {
  const drift = useDrift(range);
  const status = drift.data && driftStatus(drift.data);
  const query = new URLSearchParams(Object.entries(range).filter(([, text]) => text)).toString();
  return (
    <Card
      title="Drift"
      lead={<Link href={`/p/${projectId}/drift?${query}`}>View drift</Link>}
      beside={status && <span className={`badge ${status.tone}`}>{status.badge}</span>}
    >
      <div className="body">
        {drift.error && <ErrorNotice error={drift.error} retry={() => void drift.refetch()} />}
        {drift.isPending && <SkeletonRows rows={1} />}
        {status && <p>{status.text}</p>}
      </div>
    </Card>
  );
}
