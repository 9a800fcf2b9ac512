import { expect, test } from "bun:test";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { watchedExporter } from "./exporter.ts";

const items = [{}, {}] as ReadableSpan[];

test("an export whose receiver never answers is ended, and counted once", async () => {
  const answers: ((result: ExportResult) => void)[] = [];
  const ended: unknown[][] = [];
  const exporter = watchedExporter(
    "traces",
    {
      export: (_: ReadableSpan[], done: (result: ExportResult) => void) => void answers.push(done),
    },
    (...end) => void ended.push(end),
    20,
  );
  const result = await new Promise<ExportResult>((resolve) => exporter.export(items, resolve));
  expect(result.code).toBe(ExportResultCode.FAILED);
  answers[0]!({ code: ExportResultCode.SUCCESS });
  expect(ended).toEqual([["traces", "failed", 2]]);
});
