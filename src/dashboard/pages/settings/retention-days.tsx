/** How many days a project keeps something: the service's default, a number, or forever. */
import { useState } from "react";
import { retentionDays } from "../../../attempt/telemetry/retention.ts";
import { SelectField, TextField } from "../../components/field.tsx";

type Mode = "default" | "days" | "forever";

/** As the API takes it: null is the default, "0" forever. */
export type ChosenDays = string | null;

function modeOf(days: number | null): Mode {
  if (days === null) return "default";
  return days === retentionDays.forEver ? "forever" : "days";
}

/** @param suggested the number of days that is offered where none is set. */
export function useRetentionDays(
  { days, serviceDays }: { days: number | null; serviceDays: number },
  suggested: number,
) {
  const [mode, setMode] = useState<Mode>(modeOf(days));
  const [text, setText] = useState(String(days || serviceDays || suggested));
  const chosen: ChosenDays = { default: null, forever: "0", days: text.trim() }[mode];
  return { mode, setMode, text, setText, chosen };
}

interface Props {
  value: ReturnType<typeof useRetentionDays>;
  label: string;
  /** The service's default, in words. */
  serviceText: string;
  /** Of the number of days. */
  name: string;
  hint: string;
  error: string | undefined;
}

export function RetentionDaysField({ value, label, serviceText, name, hint, error }: Props) {
  const { mode, setMode, text, setText } = value;
  return (
    <>
      <SelectField<Mode>
        label={label}
        value={mode}
        onChange={setMode}
        options={[
          { value: "default", label: `The default: ${serviceText}` },
          { value: "days", label: "A number of days" },
          { value: "forever", label: "Forever" },
        ]}
      />
      {mode === "days" && (
        <TextField
          label="Days"
          name={name}
          inputMode="numeric"
          autoComplete="off"
          hint={hint}
          error={error}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </>
  );
}
