/** The frame of a page, and what it shows while loading, when empty, and on errors. */
import { type ReactNode, useEffect } from "react";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

export function Page({
  title,
  heading,
  lead,
  action,
  children,
}: {
  /** What browsers keep in their history. */
  title: string;
  /** The heading, where it is not the title: it may have guests' data. */
  heading?: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{heading ?? title}</h1>
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
  title: ReactNode;
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

/** Stands in for the rows of a table while it loads. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <div className="stack" role="status" aria-label="Loading" style={{ padding: 18 }}>
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical.
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

/** An error message, with a button to retry. */
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
