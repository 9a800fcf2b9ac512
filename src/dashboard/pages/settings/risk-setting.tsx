/** The risk settings: what they mean, and a field to choose one. */
import type { ReactNode } from "react";
import { type RiskSetting, riskSettings, settingNames } from "../../../projects/risk-setting.ts";
import { denyFrom } from "../../../risk/score.ts";
import { RadioCards } from "../../components/field.tsx";

/** The odds of fraud at a score: 75 means 1 to 5, and every ten points double them. */
function oddsAt(score: number): string {
  const against = 5 / 2 ** ((score - 75) / 10);
  return against >= 1 ? `1 to ${against}` : `${1 / against} to 1`;
}

const meanings: Readonly<Record<RiskSetting, string>> = {
  maximizeProtection: "Fewer chargebacks, but more good guests turned away.",
  balanced: "A good starting point.",
  maximizeRevenue: "Denies only the clearest cases. More fraud passes.",
};

export function RiskSettingChoice({
  value,
  onChange,
  disabled = false,
  details,
}: {
  value: RiskSetting;
  onChange: (value: RiskSetting) => void;
  disabled?: boolean;
  /** Added to the description of a setting. */
  details?: (setting: RiskSetting) => ReactNode;
}) {
  return (
    <RadioCards
      label="Risk setting"
      value={value}
      onChange={onChange}
      disabled={disabled}
      options={riskSettings.map((setting) => ({
        value: setting,
        label: settingNames[setting],
        badge: <span className="badge">Denies from {denyFrom[setting]}</span>,
        description: (
          <>
            {meanings[setting]} A score of {denyFrom[setting]} means odds of{" "}
            {oddsAt(denyFrom[setting])} for fraud.
            {details?.(setting)}
          </>
        ),
      }))}
    />
  );
}

/** The scores from 0 to 99, divided into allowed and denied. */
export function Scale({ setting }: { setting: RiskSetting }) {
  const from = denyFrom[setting];
  return (
    <figure className="scale">
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="10" rx="0" fill="var(--ok-soft)" />
        <rect x={from} width={100 - from} height="10" fill="var(--danger-soft)" />
        <rect x={from} width="0.4" height="10" fill="var(--danger)" />
      </svg>
      <figcaption className="row between small muted">
        <span>0 to {from - 1}: allow</span>
        <span>{from} to 99: deny</span>
      </figcaption>
    </figure>
  );
}
