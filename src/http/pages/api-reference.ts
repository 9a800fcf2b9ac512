/** What `scripts/build/api-reference.ts` made of the page of the API reference. */
// @ts-expect-error Written by the build.
import built from "../../../dist/api-reference/files.js";
import type { BuiltFiles } from "./built-files.ts";

export const apiReference = built as {
  page: string;
  /** Addresses of files for the other pages below `/docs`. */
  assets: { documentStyle: string; featureSearch: string };
  files: BuiltFiles;
};
