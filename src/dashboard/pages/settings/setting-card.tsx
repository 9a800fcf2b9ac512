/** The card of a setting that is read from the service. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNotice, SkeletonRows } from "../../components/page.tsx";

interface SettingCardProps<Data> {
  title: string;
  /** What it is for. */
  lead: string;
  setting: Pick<UseQueryResult<Data>, "data" | "error" | "isPending" | "refetch">;
  /** Of the region, where the page has other parts that are found by their names. */
  label?: string;
  /** Rows of the skeleton, about as many as the content has. */
  rows?: number;
  children: (data: Data) => ReactNode;
}

export function SettingCard<Data>(props: SettingCardProps<Data>) {
  const { title, lead, label, rows = 2, children } = props;
  const { data, error, isPending, refetch } = props.setting;
  return (
    <section className="settings-card" aria-label={label}>
      <div>
        <h2>{title}</h2>
        <p>{lead}</p>
      </div>
      <div className="stack">
        {error && <ErrorNotice error={error} retry={() => void refetch()} />}
        {isPending && <SkeletonRows rows={rows} />}
        {data !== undefined && children(data)}
      </div>
    </section>
  );
}
