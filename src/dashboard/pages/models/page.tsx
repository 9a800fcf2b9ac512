import { useSearchParams } from "wouter";
import { ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { Deciding } from "./active-model.tsx";
import { Bring } from "./install-guide.tsx";
import { ModelView } from "./model-detail.tsx";
import { Registry } from "./registry.tsx";
import { ReportView } from "./report/report-view.tsx";
import { useModels } from "./use-models.ts";

/** The registry; one model at `?model=`; one of its reports at `?model=…&replay=`. */
export default function ModelsPage() {
  const [search] = useSearchParams();
  const model = search.get("model");
  const replay = search.get("replay");
  if (model === null) return <Library />;
  if (replay !== null) return <ReportView key={replay} model={model} replayId={replay} />;
  return <ModelView key={model} model={model} />;
}

function Library() {
  const models = useModels();
  return (
    <Page
      title="Models"
      lead="A model turns a booking into a probability of fraud, and that is the score. One decides; others can watch, be tried on what happened, and take its place."
    >
      {models.error && <ErrorNotice error={models.error} retry={() => void models.refetch()} />}
      {models.isPending && (
        <div className="card">
          <SkeletonRows rows={5} />
        </div>
      )}
      {models.data && (
        <>
          <Deciding here={models.data} />
          <Registry here={models.data} />
          <Bring dataFolder={models.data.dataFolder} isOpen={models.data.models.length === 1} />
        </>
      )}
    </Page>
  );
}
