/** Refused calls by endpoint and code, for the metrics and a summary in the log. Both are few. */
import type { PublicEndpoint } from "../admission/refusals.ts";
import type { AnyCode } from "../problems/problem.ts";

export interface RefusalCount {
  endpoint: PublicEndpoint;
  code: AnyCode;
  count: number;
}

export type RefusalCounts = ReturnType<typeof refusalCounts>;

export function refusalCounts() {
  const counts = new Map<string, RefusalCount & { told: number }>();
  return {
    add(endpoint: PublicEndpoint, code: AnyCode): void {
      const name = `${endpoint} ${code}`;
      const before = counts.get(name);
      if (before) before.count += 1;
      else counts.set(name, { endpoint, code, count: 1, told: 0 });
    },

    all(): readonly RefusalCount[] {
      return [...counts.values()];
    },

    /** Those since the last call of this function. */
    sinceLast(): RefusalCount[] {
      const since = [...counts.values()].map((one) => {
        const { endpoint, code, count, told } = one;
        one.told = count;
        return { endpoint, code, count: count - told };
      });
      return since.filter(({ count }) => count > 0);
    },
  };
}
