/** The amounts that the figures are calculated with. Everyone can try others; owners can save them. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { MoneyTerms, TermName } from "../../../evaluation/money/terms.ts";
import { ApiProblem, api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { showToast } from "../../components/toast.tsx";
import { type DraftTerms, termText } from "./draft-terms.ts";
import { type Money, moneyKey, type useMoneyUrl } from "./use-money.ts";

interface Props {
  money: Money;
  draft: DraftTerms;
  url: ReturnType<typeof useMoneyUrl>;
}

export function AssumptionsForm({ money, draft, url }: Props) {
  const { terms: saved } = money;
  const project = useProject();
  const { projectId } = project;
  const client = useQueryClient();
  const maySave = can(project, "project.set");
  // What is read again while something is changed is not what the changes were made to.
  const replaces = useRef(saved);
  if (!draft.isChanged) replaces.current = saved;
  const save = async () => {
    const { money } = api.projects({ projectId });
    const refresh = () => client.invalidateQueries({ queryKey: moneyKey(projectId) });
    try {
      await unwrap(money.terms.put({ ...draft.texts, replaces: replaces.current }));
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === "conflict")) throw error;
      const { terms } = await unwrap(money.get({ query: { period: url.period } }));
      replaces.current = terms;
      await refresh();
      throw new Error(
        `${error.message} ${storedText(terms, draft)}What you have not changed here shows it now. ` +
          "To save yours anyway, save again.",
      );
    }
    await refresh();
    url.clearTerms();
    showToast("Saved for the project");
  };
  return (
    <Card
      title="Assumptions"
      beside={
        <p>
          {maySave
            ? "Changes update the figures right away. Save them to keep them for the project."
            : "Changes update the figures right away. Only owners can save them."}
        </p>
      }
    >
      <div className="body stack">
        {maySave ? (
          <Form action="Save for project" onSubmit={save}>
            {(errors) => <Fields draft={draft} url={url} serverErrors={errors} />}
          </Form>
        ) : (
          <div className="form">
            <Fields draft={draft} url={url} serverErrors={{}} />
          </div>
        )}
        {draft.isChanged && (
          <Button variant="plain" icon="undo" onClick={url.clearTerms}>
            {saved === null ? "Clear" : "Reset to the project's values"}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** What is stored of the terms that the draft has otherwise, in sentences. */
function storedText(stored: MoneyTerms | null, { texts }: DraftTerms): string {
  const named = [...fields, { name: "currency", label: "Currency" } as const];
  const other = named.flatMap(({ name, label }) => {
    const text = stored ? termText(stored[name]) : "";
    return text === texts[name] ? [] : [`${label}: ${text || "none"}`];
  });
  return other.length === 0 ? "" : `Now stored: ${other.join(", ")}. `;
}

const fields: readonly { name: TermName; label: string; hint: string; example: string }[] = [
  {
    name: "bookingValue",
    label: "Average booking value",
    hint: "What a guest pays for a stay, where the request has no amount in this currency.",
    example: "300",
  },
  {
    name: "fraudValue",
    label: "Average fraudulent booking value",
    hint: "Stolen cards often book more expensive rooms. If empty, the average booking value.",
    example: "",
  },
  {
    name: "marginPercent",
    label: "Margin (%)",
    hint: "What you earn of the booking value, and lose when a good guest is denied.",
    example: "15",
  },
  {
    name: "chargebackFee",
    label: "Chargeback fee",
    hint: "What your bank charges for each.",
    example: "25",
  },
  {
    name: "fraudLossPercent",
    label: "Fraud loss (% of booking value)",
    hint: "100 if the room is paid for and cannot be resold, less otherwise.",
    example: "100",
  },
  {
    name: "lifetimeValue",
    label: "Lifetime value of a denied guest",
    hint: "The margin on future bookings of a good guest who does not come back; 0 if you do not count it.",
    example: "0",
  },
];

interface FieldsProps extends Omit<Props, "money"> {
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
        placeholder="such as EUR"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set("currency")(event.target.value)}
      />
      {fields.map(({ name, label, hint, example }) => (
        <TextField
          key={name}
          label={label}
          hint={hint}
          error={errorOf(name)}
          value={texts[name]}
          inputMode="decimal"
          placeholder={example && `such as ${example}`}
          autoComplete="off"
          onChange={(event) => set(name)(event.target.value)}
        />
      ))}
    </>
  );
}
