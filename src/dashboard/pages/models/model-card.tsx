/** A model's card. Its Markdown is read by a library that is fetched when a card is shown. */
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { SkeletonRows } from "../../components/page.tsx";

const Markdown = lazy(() => import("./markdown.tsx"));

export function Card({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="card" aria-label="Its card">
      <header>
        <div>
          <h2>Its card</h2>
          <p>What its makers say of it. It is theirs: nobody here has checked it.</p>
        </div>
      </header>
      <div className={open ? "body model-card open" : "body model-card"}>
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <Markdown text={text} />
        </Suspense>
      </div>
      <footer>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Show less" : "Show all of it"}
        </Button>
      </footer>
    </section>
  );
}
