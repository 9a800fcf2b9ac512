/** What the money page counts with: the project's numbers, those tried in the address, and counts. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import type { Money, Period } from "../../../dashboard-api/money/look.ts";
import {
  exampleTerms,
  type MoneyTerms,
  never,
  readTerm,
  type TermName,
  termNames,
} from "../../../decisions/money-terms.ts";
import { api, ask } from "../../api/client.ts";
import { useProject } from "../../api/session.ts";

export type { Money, Period };

export const periods: readonly { value: Period; label: string }[] = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "12 months" },
  { value: "all", label: "All" },
];

export function moneyKey(projectId: string): readonly unknown[] {
  return ["money", projectId];
}

/** How it stands in a field and in the address. */
export function termText(value: MoneyTerms[TermName]): string {
  return value === null ? never : String(value);
}

/** The address's own parts of this page, spelled as the fields are. */
export function useTried() {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Readonly<Record<string, string | null>>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, text] of Object.entries(changes)) {
          if (text === null) next.delete(name);
          else next.set(name, text);
        }
        return next;
      },
      { replace: true },
    );
  const asked = search.get("period");
  return {
    period: periods.find(({ value }) => value === asked)?.value ?? "365",
    text: (name: TermName) => search.get(name),
    change,
    forget: () => change(Object.fromEntries(termNames.map((name) => [name, null]))),
  };
}

export function useMoney(period: Period, matureDays: string | null) {
  const { projectId } = useProject();
  const isReadable = matureDays !== null && "value" in readTerm("matureDays", matureDays);
  const query = { period, ...(isReadable && { matureDays }) };
  return useQuery({
    queryKey: [...moneyKey(projectId), query],
    queryFn: () => ask(api.projects({ projectId }).money.get({ query })),
    placeholderData: keepPreviousData,
  });
}

export interface Numbers {
  /** What is in each field. */
  texts: Record<TermName, string>;
  faults: Partial<Record<TermName, string>>;
  /** To count with: in the place of what cannot be read stands the project's own. */
  terms: MoneyTerms;
  /** Whether anything is tried that is not the project's own. */
  isTried: boolean;
}

/** @param own the project's; null: examples stand in. */
export function numbersOf(
  own: MoneyTerms | null,
  tried: (name: TermName) => string | null,
): Numbers {
  const base = own ?? exampleTerms;
  const texts = {} as Numbers["texts"];
  const faults: Numbers["faults"] = {};
  const terms: Record<string, unknown> = { ...base };
  for (const name of termNames) {
    texts[name] = tried(name) ?? termText(base[name]);
    const read = readTerm(name, texts[name]);
    if ("fault" in read) faults[name] = read.fault;
    else terms[name] = read.value;
  }
  const isTried = termNames.some((name) => texts[name] !== termText(base[name]));
  return { texts, faults, isTried, terms: terms as unknown as MoneyTerms };
}
