/** The control group: of the bookings that the model denies, a random few are let through. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ControlGroupSetting, ShownControlGroup } from "../../../projects/control-group.ts";
import { api, unwrap } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";
import { percentages } from "../../components/charts/number-format.ts";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import { useReplacing } from "../../components/use-replacing.ts";
import { NumberField, numberOf, percentTyped } from "./number-field.tsx";
import { SettingCard } from "./setting-card.tsx";

const queryKey = (projectId: string) => ["control-group", projectId] as const;

export function ControlGroupCard({ canEdit }: { canEdit: boolean }) {
  const { projectId } = useProject();
  const group = useQuery({
    queryKey: queryKey(projectId),
    queryFn: () => unwrap(api.projects({ projectId })["control-group"].get()),
  });
  const lead =
    "Lets through a random few of the bookings that the model denies, to measure what was denied. Some of them will " +
    "be fraud. Never a guest with reported fraud, nor an entry of the deny list.";
  return (
    <SettingCard title="Control group" lead={lead} setting={group}>
      {(data) => (
        <>
          {data.share > 0 && <p>{usedText(data)}</p>}
          {canEdit ? (
            <ControlGroupForm key={projectId} group={settingOf(data)} />
          ) : (
            data.share === 0 && <p>Off.</p>
          )}
        </>
      )}
    </SettingCard>
  );
}

function usedText({ share, bookingsMax, amountMax, used }: ShownControlGroup): string {
  const amounts = amountMax
    ? ` Their amounts: ${used.amount} of at most ${amountMax.value} ${amountMax.currency}.`
    : "";
  return `${percentages.format(share)} of denied bookings. This month: ${used.bookings} of at most ${bookingsMax}.${amounts}`;
}

/** Without what is used of it, which changes with each booking. */
const settingOf = ({ share, bookingsMax, amountMax }: ShownControlGroup): ControlGroupSetting => ({
  share,
  bookingsMax,
  amountMax,
});

function settingText({ share, bookingsMax, amountMax }: ControlGroupSetting): string {
  const amounts = amountMax ? ` and ${amountMax.value} ${amountMax.currency}` : "";
  return `${percentages.format(share)} of denied bookings, at most ${bookingsMax} bookings${amounts} a month`;
}

function ControlGroupForm({ group }: { group: ControlGroupSetting }) {
  const { share, bookingsMax, amountMax } = group;
  const { projectId } = useProject();
  const client = useQueryClient();
  const [percent, setPercent] = useState(percentTyped(share));
  const [bookings, setBookings] = useState(String(bookingsMax));
  const [amount, setAmount] = useState(amountMax ? String(amountMax.value) : "");
  const [currency, setCurrency] = useState(amountMax?.currency ?? "");
  const route = api.projects({ projectId })["control-group"];
  const replacing = useReplacing(group, {
    read: async () => settingOf(await unwrap(route.get())),
    text: settingText,
  });
  const save = async () => {
    const isLimited = amount.trim() !== "" || currency.trim() !== "";
    const setting = {
      share: Number((numberOf(percent) / 100).toPrecision(12)),
      bookingsMax: numberOf(bookings),
      amountMax: isLimited
        ? { value: numberOf(amount), currency: currency.trim().toUpperCase() }
        : null,
    };
    await replacing(async (replaces) => {
      return settingOf(await unwrap(route.put({ ...setting, replaces })));
    });
    showToast("Saved. The change applies from the next booking.");
    await client.invalidateQueries({ queryKey: queryKey(projectId) });
  };
  return (
    <Form action="Save" onSubmit={save} isSetting>
      {(errors) => (
        <>
          <NumberField
            label="Share of denied bookings, in percent"
            name="share"
            inputMode="decimal"
            hint="At most 5. 0 for none."
            error={errors.share}
            value={percent}
            onType={setPercent}
          />
          <NumberField
            label="Bookings a month, at most"
            name="bookingsMax"
            inputMode="numeric"
            hint="About 100 with a known outcome measure the fraud rate of denied bookings to within 10 percentage points."
            error={errors.bookingsMax}
            value={bookings}
            onType={setBookings}
          />
          <NumberField
            label="Sum of their amounts a month, at most"
            name="amount"
            inputMode="decimal"
            hint="A booking that was sent without an amount in this currency counts as a booking only. Leave both empty for no limit."
            error={errors.amountMax}
            value={amount}
            onType={setAmount}
          />
          <TextField
            label="Currency of the amounts"
            name="currency"
            autoComplete="off"
            placeholder="EUR"
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
          />
        </>
      )}
    </Form>
  );
}
