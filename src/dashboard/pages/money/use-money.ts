/** The query of the money page and its parameters in the URL. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { readTerm, type TermName, termNames } from "../../../evaluation/money/terms.ts";
import type { Money, Period } from "../../../http/dashboard-api/money.ts";
import { api, unwrap } from "../../api/client.ts";
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

/** The period and the changed terms in the URL, by the names of the fields. */
export function useMoneyUrl() {
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
  const period = search.get("period");
  return {
    period: periods.find(({ value }) => value === period)?.value ?? "365",
    text: (name: TermName) => search.get(name),
    change,
    clearTerms: () => change(Object.fromEntries(termNames.map((name) => [name, null]))),
  };
}

/** @param url for the period, and the currency if the user tries another one. */
export function useMoney({
  period,
  text,
}: Pick<ReturnType<typeof useMoneyUrl>, "period" | "text">) {
  const { projectId } = useProject();
  const tried = readTerm("currency", text("currency") ?? "");
  const query = { period, ...("value" in tried && { currency: tried.value }) };
  return useQuery({
    queryKey: [...moneyKey(projectId), query],
    queryFn: () => unwrap(api.projects({ projectId }).money.get({ query })),
    placeholderData: keepPreviousData,
  });
}
