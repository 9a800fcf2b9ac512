/** What every page begins with, and what stands in for it while there is nothing to show. */
import { type ReactNode, useEffect } from "react";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

export function Page({
  title,
  lead,
  action,
  children,
}: {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Booking Risk`;
  }, [title]);
}

export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}

const widths = ["58%", "74%", "46%", "66%"];

/** Rows of a table that is not here yet. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <div className="stack" role="status" aria-label="Loading" style={{ padding: 18 }}>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <span className="skeleton" key={i} style={{ width: widths[i % widths.length] }} />
      ))}
    </div>
  );
}

export function Notice({
  variant,
  children,
}: {
  variant?: "danger" | "warn" | "ok";
  children: ReactNode;
}) {
  return (
    <div className={`notice ${variant ?? ""}`} role={variant === "danger" ? "alert" : undefined}>
      <Icon name={variant === "ok" ? "check" : variant ? "warn" : "info"} />
      <div>{children}</div>
    </div>
  );
}

/** What went wrong, and the way on. */
export function ErrorNotice({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <Notice variant="danger">
      <div className="stack tight">
        <span>{error.message}</span>
        {retry && (
          <span>
            <Button onClick={retry}>Try again</Button>
          </span>
        )}
      </div>
    </Notice>
  );
}
