/** What speaks for and against promoting a model. */
import { Link } from "wouter";
import type {
  ListedReplay,
  ModelReplays,
  Proof,
} from "../../../http/dashboard-api/models/replays.ts";
import { type RiskSetting, settingNames } from "../../../projects/risk-setting.ts";
import { Notice } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { useModelUrls } from "./model-urls.ts";
import { whole } from "./report/report-numbers.ts";
import { ReplayProgress, StartReplay } from "./start-replay.tsx";

/** Whether it can be promoted without being recorded as forced. */
export function isProven({ objections, loosened }: Proof): boolean {
  return objections.length === 0 && loosened.length === 0;
}

interface Props {
  model: string;
  proof: Proof;
  /** The replay that is shown in the list as the last one. */
  newest: ListedReplay | undefined;
  /** Of the project of the page, where one of them would answer an objection; null: it would not. */
  replays: ModelReplays | null;
}

export function PromotionProof({ model, proof, newest, replays }: Props) {
  const { live } = proof;
  if (isProven(proof)) {
    return newest?.finishedAt ? (
      <Notice variant="ok">
        The last replay passed, <Time at={newest.finishedAt} />. In shadow mode, this model scored{" "}
        {whole(live.decisions)} live decisions of the last {live.days} days;{" "}
        {whole(live.decisionsMin)} are required.
      </Notice>
    ) : null;
  }
  return (
    <>
      {proof.objections.map((objection, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: objections have no ID, and their order is fixed.
        <Notice key={i} variant="warn">
          <div className="stack tight">
            <span>
              <ObjectionText objection={objection} model={model} newest={newest} />
            </span>
            {replays && ["required", "outdated"].includes(objection.kind) && (
              <>
                <StartReplay model={model} replays={replays} />
                <ReplayProgress replays={replays} />
              </>
            )}
          </div>
        </Notice>
      ))}
      {proof.loosened.length > 0 && (
        <Notice variant="warn">
          The last replay passed with looser limits than the usual ones:{" "}
          {proof.loosened
            .map((limit) => `${limit.name} ${limit.value} instead of ${limit.default}`)
            .join(", ")}
          . The promotion is recorded as forced.
        </Notice>
      )}
    </>
  );
}

function ObjectionText({
  objection,
  model,
  newest,
}: Pick<Props, "model" | "newest"> & { objection: Proof["objections"][number] }) {
  const urls = useModelUrls();
  const whose = objection.projectName ? ` (${objection.projectName})` : "";
  switch (objection.kind) {
    case "required":
      return (
        <>
          This model has not been replayed on{" "}
          {objection.projectName ? `${objection.projectName}'s` : "these"} bookings yet. A replay
          takes minutes and changes nothing.
        </>
      );
    case "failed":
      return (
        <>
          The last replay did not pass{whose}. Review{" "}
          {newest?.mayOpen ? (
            <Link href={urls.report(model, newest.replayId)}>its report</Link>
          ) : (
            "its report"
          )}{" "}
          before this model decides.
        </>
      );
    case "outdated":
      return (
        <>
          The last replay{whose}{" "}
          {objection.days === null
            ? "was run by an older version, which tested less"
            : `covers no decision of the last ${objection.daysMax} days`}
          . Run it again.
        </>
      );
    case "shadow":
      return (
        <>
          In shadow mode, this model would have{" "}
          {objection.finding === "deniesMore"
            ? `denied ${whole(objection.shadow)} of ${whole(objection.decisions)} live decisions${whose}, where ${whole(objection.served)} were denied`
            : `allowed ${whole(objection.noLonger)} of the ${whole(objection.served)} live bookings${whose} that were denied`}{" "}
          ({settingNames[objection.riskSetting as RiskSetting]}).
        </>
      );
    case "live":
      return (
        <>
          In shadow mode, this model has scored {whole(objection.decisions)} live decisions of the
          last {objection.days} days{whose}; {whole(objection.decisionsMin)} are required. Run it in
          shadow mode until then: it changes no answer.
        </>
      );
  }
}
