/** Which model a door is asked about, and what the registry refuses, in the words of our problems. */
import { Type } from "@sinclair/typebox";
import { Problem } from "../../http/problem.ts";
import { BundleRefused } from "../../model/bundle-refused.ts";
import { fullName, type ModelName } from "../../registry/model-name.ts";
import { RegistryRefused } from "../../registry/refusal.ts";
import type { ModelRecord } from "../../storage/models.ts";
import type { Parts } from "../parts.ts";

/** `NAME@VERSION` in an address; the manifest allows each 64 characters. */
export const ModelTitle = Type.String({ maxLength: 129 });

/** @throws Problem not_found */
export async function modelOf({ store }: Parts, title: string): Promise<ModelRecord> {
  const [name = "", version = "", ...rest] = title.split("@");
  const model = rest.length === 0 ? await store.models.find(name, version) : null;
  if (model) return model;
  throw new Problem("not_found", "There is no such model in the library.");
}

/** Does what the registry may refuse. @throws Problem conflict */
export async function asking<Result>(
  model: ModelName | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BundleRefused) {
      const title = model ? fullName(model) : "The model";
      throw new Problem("conflict", `${title} does not load: ${error.message}`);
    }
    if (!(error instanceof RegistryRefused)) throw error;
    if (error.reason !== "unproven") throw new Problem("conflict", `${capital(error.message)}.`);
    throw new Problem(
      "conflict",
      "No replay has shown that this model may decide. Run one, look at its report, or promote " +
        "it without, and say so.",
    );
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
