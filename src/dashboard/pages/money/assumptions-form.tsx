/** The amounts that the figures are calculated with. Everyone can try others; owners can save them. */
import { useQueryClient } from "@tanstack/react-query";
import type { MoneyTerms, TermName } from "../../../decisions/money-terms.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import type { DraftTerms } from "./draft-terms.ts";
import { moneyKey, type useMoneyUrl } from "./use-money.ts";

interface Props {
  /** The project's saved terms; null if none were saved. */
  saved: MoneyTerms | null;
  draft: DraftTerms;
  url: ReturnType<typeof useMoneyUrl>;
}

export function AssumptionsForm({ saved, draft, url }: Props) {
  const project = useProject();
  const { projectId } = project;
  const client = useQueryClient();
  const maySave = can(project, "project.set");
  const save = async () => {
    await unwrap(api.projects({ projectId }).money.terms.put(draft.texts));
    await client.invalidateQueries({ queryKey: moneyKey(projectId) });
    url.clearTerms();
    showToast("Saved for the project");
  };
  return (
    <section className="card" aria-label="Assumptions">
      <header>
        <h2>Assumptions</h2>
        <p>
          {maySave
            ? "Changes update the figures right away. Save them to keep them for the project."
            : "Changes update the figures right away. Only owners can save them."}
        </p>
      </header>
      <div className="body stack">
        {saved === null && (
          <Notice variant="warn">
            These are example values. Enter your own for figures that fit your business.
          </Notice>
        )}
        {maySave ? (
          <Form action="Save for project" onSubmit={save}>
            {(errors) => <Fields {...{ draft, url, serverErrors: errors }} />}
          </Form>
        ) : (
          <div className="form">
            <Fields {...{ draft, url, serverErrors: {} }} />
          </div>
        )}
        {draft.isChanged && (
          <Button variant="plain" icon="turn" onClick={url.clearTerms}>
            Reset to {saved === null ? "the example values" : "the project's values"}
          </Button>
        )}
      </div>
    </section>
  );
}

const fields: readonly { name: TermName; label: string; hint: string }[] = [
  { name: "bookingValue", label: "Average booking value", hint: "What a guest pays for a stay." },
  {
    name: "marginPercent",
    label: "Margin (%)",
    hint: "What you earn of the booking value, and lose when a good guest is denied.",
  },
  { name: "chargebackFee", label: "Chargeback fee", hint: "What your bank charges for each." },
  {
    name: "fraudLossPercent",
    label: "Fraud loss (% of booking value)",
    hint: "100 if the room is paid for and cannot be resold, less otherwise.",
  },
  {
    name: "lifetimeValue",
    label: "Lifetime value of a denied guest",
    hint: "The margin on future bookings of a good guest who does not come back.",
  },
];

interface FieldsProps extends Omit<Props, "saved"> {
  /** Errors that the service returned, by field. */
  serverErrors: Readonly<Record<string, string>>;
}

function Fields({ draft: { texts, errors }, url, serverErrors }: FieldsProps) {
  const set = (name: TermName) => (text: string) => url.change({ [name]: text });
  const errorOf = (name: TermName) => errors[name] ?? serverErrors[name];
  return (
    <>
      <TextField
        label="Currency"
        hint="A three-letter ISO 4217 code. Amounts are not converted."
        error={errorOf("currency")}
        value={texts.currency}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set("currency")(event.target.value)}
      />
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          {...{ label, hint, error: errorOf(name), value: texts[name] }}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => set(name)(event.target.value)}
        />
      ))}
    </>
  );
}
