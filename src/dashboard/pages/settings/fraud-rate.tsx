/** The project's own fraud rate, to which scores are shifted: none, estimated, or entered. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { previewDays } from "../../../decisions/settings-preview.ts";
import type { BaseRateEstimate } from "../../../evaluation/money/base-rate-estimate.ts";
import type { ProjectBaseRate } from "../../../http/dashboard-api/base-rate.ts";
import { baseRateLimits, readBaseRate } from "../../../projects/base-rate.ts";
import { type RiskSetting, settingNames } from "../../../projects/risk-setting.ts";
import { shiftPoints } from "../../../risk/base-rate.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { integers } from "../../components/charts/number-format.ts";
import { RadioCards, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { formatDay, numberFormat } from "../../components/format.ts";
import { Notice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { SettingCard } from "./setting-card.tsx";

/** Rates are far below one percent: 0.412%. */
const formatRate = numberFormat({ style: "percent", maximumSignificantDigits: 3 });
const formatShift = numberFormat({ maximumFractionDigits: 0, signDisplay: "exceptZero" });

const queryKey = (projectId: string) => ["base-rate", projectId] as const;

export function FraudRateCard({ canEdit }: { canEdit: boolean }) {
  const { projectId } = useProject();
  const rate = useQuery({
    queryKey: queryKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId })["base-rate"].get()),
  });
  const lead =
    "The share of booking attempts that are fraud. A model is calibrated to one such share. If your rate is " +
    "different, every score shifts by the same number of points.";
  return (
    <SettingCard title="Fraud rate" label="Fraud rate" lead={lead} setting={rate} rows={3}>
      {(data) => <Loaded key={String(data.baseRate)} rate={data} edit={canEdit} />}
    </SettingCard>
  );
}

function Loaded({ rate, edit }: { rate: ProjectBaseRate; edit: boolean }) {
  const { model } = rate;
  return (
    <div className="stack">
      {model && model.baseRate === null && (
        <Notice variant="warn">
          {model.name}@{model.version} does not state the fraud rate that it is calibrated to, so
          its scores cannot be shifted. What is set here takes effect with a model that states one.
        </Notice>
      )}
      {edit ? <RateForm rate={rate} /> : <p>{currentText(rate)}</p>}
      {!edit && <EstimateText rate={rate} />}
    </div>
  );
}

function currentText({ baseRate, basis, model }: ProjectBaseRate): string {
  if (baseRate === null) return "Not set: scores are the model's.";
  const since = basis ? `, ${basis.kind} on ${formatDay(basis.at)}` : "";
  const shift = model?.baseRate ? ` Every score: ${shiftText(baseRate, model.baseRate)}.` : "";
  return `${formatRate(baseRate)}${since}.${shift}`;
}

function shiftText(projectBaseRate: number, modelBaseRate: number): string {
  const points = shiftPoints({ projectBaseRate, modelBaseRate });
  return `${formatShift(points)} points`;
}

type Choice = "model" | "estimated" | "own";

function RateForm({ rate }: { rate: ProjectBaseRate }) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const { baseRate, model, estimate, problem } = rate;
  const [choice, setChoice] = useState<Choice>(baseRate === null ? "model" : "own");
  const [text, setText] = useState(baseRate === null ? "" : percentOf(baseRate));
  const next = { model: null, estimated: estimate?.rate ?? null, own: readOrNull(text) }[choice];

  const save = async () => {
    const sent = { model: null, estimated: "estimated", own: text.trim() }[choice];
    await unwrap(api.projects({ projectId })["base-rate"].put({ rate: sent }));
    showToast("Saved. The change applies from the next booking.");
    await client.invalidateQueries({ queryKey: queryKey(projectId) });
  };
  return (
    <Form action="Save" onSubmit={save} isSetting>
      {(errors) => (
        <>
          <RadioCards<Choice>
            label="Fraud rate"
            value={choice}
            onChange={setChoice}
            options={[
              {
                value: "model",
                label: "The model's",
                badge: <RateBadge rate={model?.baseRate ?? null} />,
                description: "Scores are not shifted.",
              },
              ...(estimate && problem === null
                ? [
                    {
                      value: "estimated" as const,
                      label: "Estimated from outcomes",
                      badge: <RateBadge rate={estimate.rate} />,
                      description: estimateText(estimate),
                    },
                  ]
                : []),
              {
                value: "own",
                label: "Your own figure",
                badge: baseRate === null ? null : <RateBadge rate={baseRate} />,
                description: baseRate === null ? "Such as 0.4 %." : currentText(rate),
              },
            ]}
          />
          {problem !== null && <EstimateText rate={rate} />}
          {choice === "own" && (
            <TextField
              label="Percent"
              name="baseRate"
              inputMode="decimal"
              autoComplete="off"
              hint={`${percentOf(baseRateLimits.min)} to ${percentOf(baseRateLimits.max)}.`}
              error={errors.baseRate}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
          <Preview rate={rate} next={next} isSet={choice === "model" || next !== null} />
        </>
      )}
    </Form>
  );
}

/** As in the field: 0.4 for 0.004. */
const percentOf = (rate: number) => String(Number((rate * 100).toPrecision(6)));

function readOrNull(text: string): number | null {
  try {
    return readBaseRate(text);
  } catch {
    return null;
  }
}

function RateBadge({ rate }: { rate: number | null }) {
  return rate === null ? null : <span className="badge">{formatRate(rate)}</span>;
}

function estimateText(estimate: BaseRateEstimate): string {
  const { low, high, frauds, observed, denied, deniedFrauds, represented } = estimate;
  const ofDenied =
    denied === 0
      ? ""
      : ` Of ${integers.format(denied)} denied attempts, whose outcome nobody knows, ${integers.format(deniedFrauds)} were fraud ${
          represented > 0
            ? `by the control group, which represents ${integers.format(represented)}, and the model's probabilities`
            : "by the model's probabilities"
        }; if none was, the rate is ${formatRate(estimate.withoutDenied)}.`;
  return `${formatRate(low)} to ${formatRate(high)} (95% interval): ${integers.format(frauds)} of ${integers.format(observed)} bookings of the last year are reported as fraud, and recent ones are weighted by the probability that a report has arrived.${ofDenied} It stays as set until you set it again.`;
}

function EstimateText({ rate: { estimate, problem } }: { rate: ProjectBaseRate }) {
  const text = problem === null ? null : `No estimate yet: ${problem}`;
  return (
    <p className="muted small">
      {text ??
        (estimate &&
          `Estimated from outcomes: ${formatRate(estimate.rate)}. ${estimateText(estimate)}`)}
    </p>
  );
}

/** How long typing has to pause before the preview is computed, ms. */
const pauseMs = 400;

interface PreviewProps {
  rate: ProjectBaseRate;
  /** Null: scores are the model's. */
  next: number | null;
  /** Whether what is entered can be set. */
  isSet: boolean;
}

/** What the chosen rate changes: the points, and the decisions of the last days. */
function Preview({ rate: { model, baseRate }, next, isSet }: PreviewProps) {
  const { projectId, riskSetting } = useProject();
  const asked = usePaused(next, pauseMs);
  const preview = useQuery({
    queryKey: ["base-rate-preview", projectId, baseRate, asked],
    queryFn: () =>
      unwrap(
        api
          .projects({ projectId })
          ["base-rate"].preview.get({ query: asked === null ? {} : { rate: percentOf(asked) } }),
      ),
    enabled: isSet,
    placeholderData: (before) => before,
  });
  if (!isSet || !model?.baseRate) return null;
  const isOfAnother = asked !== next || preview.isPlaceholderData;
  const points =
    next === null
      ? "Scores stay as the model gives them."
      : `Every score: ${shiftText(next, model.baseRate)}.`;
  return (
    <p className="preview" role="status" data-preview="base-rate">
      {points}{" "}
      {preview.error
        ? preview.error.message
        : preview.data &&
          (isOfAnother
            ? "Counting decisions …"
            : deniedText(preview.data, riskSetting as RiskSetting))}
    </p>
  );
}

function deniedText(
  { decisions, denied }: { decisions: number; denied: { current: number; next: number } },
  riskSetting: RiskSetting,
): string {
  if (decisions === 0) return `Nothing was decided in the last ${previewDays} days.`;
  const { current, next } = denied;
  return `Of ${integers.format(decisions)} decisions in the last ${previewDays} days, ${settingNames[riskSetting]} would have denied ${integers.format(next)} with this rate and ${integers.format(current)} with the current one.`;
}

/** A value once it has not changed for a time. */
function usePaused<Value>(value: Value, ms: number): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}
