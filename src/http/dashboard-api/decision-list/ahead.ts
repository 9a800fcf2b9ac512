/** Computes the reasons of the page that is likely to be opened next, so that its rows have them at once. */
import { RecentValues } from "../../../base/recent-values.ts";
import type { DecisionPage } from "../../../decisions/decisions.ts";
import type { RouteDeps } from "../deps.ts";

/** The rows of a page. */
export const pageRows = 50;

/** Pages that are remembered, since the dashboard asks for the same ones every few seconds. */
const rememberedMax = 1000;

/** @returns a function that computes the reasons of a page, after all those that lists wait for. */
export function reasonsAhead({ explainer }: Pick<RouteDeps, "explainer">) {
  const begun = new RecentValues<true>(rememberedMax);
  return async (
    projectId: string,
    name: string,
    read: () => Promise<Pick<DecisionPage, "rows">>,
  ): Promise<void> => {
    const page = `${projectId} ${name}`;
    if (begun.get(page)) return;
    begun.set(page, true);
    try {
      const { rows } = await read();
      await explainer.ahead(
        projectId,
        rows.map(({ decisionId }) => decisionId),
      );
    } catch {
      begun.delete(page); // Opening the page reports the error.
    }
  };
}
