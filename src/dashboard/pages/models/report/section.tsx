import type { ReactNode } from "react";
import { Card } from "../../../components/card.tsx";

/** A section of the report. */
export function Section({
  title,
  description,
  children,
}: {
  title: string;
  description: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card title={title} lead={description}>
      <div className="body stack model-stack">{children}</div>
    </Card>
  );
}
