/** The numbers that mistakes are weighed by: an owner keeps them, anybody may try others. */
import { useQueryClient } from "@tanstack/react-query";
import { type MoneyTerms, never, type TermName } from "../../../decisions/money-terms.ts";
import { api, unwrap } from "../../api/client.ts";
import { can, useProject } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { Form } from "../../components/form.tsx";
import { Notice } from "../../components/page.tsx";
import { showToast } from "../../components/toast.tsx";
import { type TriedTerms, termText } from "./draft-terms.ts";
import { moneyKey, type useTried } from "./use-money.ts";

interface Props {
  /** The project's; null: nobody has said. */
  own: MoneyTerms | null;
  numbers: TriedTerms;
  tried: ReturnType<typeof useTried>;
}

export function NumbersForm({ own, numbers, tried }: Props) {
  const project = useProject();
  const { projectId } = project;
  const client = useQueryClient();
  const maySave = can(project, "project.set");
  const save = async () => {
    await unwrap(api.projects({ projectId }).money.terms.put(numbers.texts));
    await client.invalidateQueries({ queryKey: moneyKey(projectId) });
    tried.forget();
    showToast("Saved for everybody in the project");
  };
  return (
    <section className="card" aria-label="Your numbers">
      <header>
        <h2>Your numbers</h2>
        <p>
          {maySave
            ? "Try what you like; only what you save is kept."
            : "Try what you like: it stays in this page's address. An owner saves."}
        </p>
      </header>
      <div className="body stack">
        {own === null && (
          <Notice variant="warn">
            These are examples. Nobody has said what your bookings are worth.
          </Notice>
        )}
        {maySave ? (
          <Form action="Save for the project" onSubmit={save}>
            {(faults) => <Fields {...{ own, numbers, tried, faults }} />}
          </Form>
        ) : (
          <div className="form">
            <Fields {...{ own, numbers, tried, faults: {} }} />
          </div>
        )}
        {numbers.isTried && (
          <Button variant="plain" icon="turn" onClick={tried.forget}>
            Back to {own === null ? "the examples" : "the project's numbers"}
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
    label: "Margin, %",
    hint: "The part of it that you earn: lost with a good guest who is refused.",
  },
  { name: "chargebackFee", label: "Chargeback fee", hint: "What the bank takes for each." },
  {
    name: "fraudLossPercent",
    label: "Lost with a fraud, % of the value",
    hint: "100 where the room cannot be sold again and you paid for it; else less.",
  },
  {
    name: "lifetimeValue",
    label: "Lifetime value of a refused guest",
    hint: "The margin on later bookings of a good guest who does not come back.",
  },
];

const maturities = ["30", "60", "90", "120", "180", never];

function Fields({
  numbers: { texts, faults: own },
  tried,
  faults,
}: Props & { faults: Readonly<Record<string, string>> }) {
  const set = (name: TermName) => (text: string) => tried.change({ [name]: text });
  const faultOf = (name: TermName) => own[name] ?? faults[name];
  const days = [...new Set([...maturities, texts.matureDays])];
  return (
    <>
      <TextField
        label="Currency"
        hint="Three letters, ISO 4217. Nothing is converted."
        error={faultOf("currency")}
        value={texts.currency}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => set("currency")(event.target.value)}
      />
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          {...{ label, hint, error: faultOf(name), value: texts[name] }}
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => set(name)(event.target.value)}
        />
      ))}
      <SelectField
        label="No report means a good booking"
        hint="How long your chargebacks take to come in."
        error={faultOf("matureDays")}
        value={texts.matureDays}
        options={days.map((value) => ({ value, label: sayDays(value) }))}
        onChange={set("matureDays")}
      />
    </>
  );
}

function sayDays(text: string): string {
  if (text === termText(null)) return "Never: only what is reported counts";
  return /^\d{1,4}$/.test(text) ? `After ${Number(text)} days` : text.slice(0, 40);
}
