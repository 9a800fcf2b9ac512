/** The model card. The Markdown parser is loaded when a card is first shown. */
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { lazyPage } from "../../components/lazy-page.tsx";
import { SkeletonRows } from "../../components/page.tsx";

const Markdown = lazyPage(() => import("./markdown.tsx"), <SkeletonRows rows={6} />);

export function ModelCard({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Model card"
      lead="Written by the authors of the model and not verified by this service."
    >
      <div className={open ? "body model-card open" : "body model-card"}>
        <Markdown text={text} />
      </div>
      <footer>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Show less" : "Show all"}
        </Button>
      </footer>
    </Card>
  );
}
