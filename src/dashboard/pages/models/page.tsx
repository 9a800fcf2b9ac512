import { useSearchParams } from "wouter";
import { ErrorNotice, Page, SkeletonRows } from "../../components/page.tsx";
import { ActiveModel } from "./active-model.tsx";
import { InstallGuide } from "./install-guide.tsx";
import { ModelDetail } from "./model-detail.tsx";
import { Registry } from "./registry.tsx";
import { ReportView } from "./report/report-view.tsx";
import { useModels } from "./use-models.ts";

/** The registry, a model at `?model=`, or one of its replay reports at `?model=…&replay=`. */
export default function ModelsPage() {
  const [search] = useSearchParams();
  const model = search.get("model");
  const replay = search.get("replay");
  if (model === null) return <ModelList />;
  if (replay !== null) return <ReportView key={replay} model={model} replayId={replay} />;
  return <ModelDetail key={model} model={model} />;
}

function ModelList() {
  const models = useModels();
  return (
    <Page
      title="Models"
      lead="A model estimates the fraud probability of a booking, which becomes its score. Run a new model in shadow mode and replay past decisions with it before you promote it."
    >
      {models.error && <ErrorNotice error={models.error} retry={() => void models.refetch()} />}
      {models.isPending && (
        <div className="card">
          <SkeletonRows rows={5} />
        </div>
      )}
      {models.data && (
        <>
          <ActiveModel state={models.data} />
          <Registry state={models.data} />
          <InstallGuide place={models.data} isAlwaysOpen={models.data.models.length === 1} />
        </>
      )}
    </Page>
  );
}
