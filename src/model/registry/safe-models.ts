/** Checks the models of data that somebody else may have written, before any of them is loaded. */
import type { ModelRecord } from "../../storage/port/models.ts";
import { BundleRefused, oneLine } from "../bundle-refused.ts";
import type { Checker } from "../checker.ts";
import type { Library } from "./library.ts";
import { bundleHash } from "./library-folder.ts";
import { fullName } from "./model-name.ts";

/**
 * The built-in model is trusted. One that cannot be used, such as an altered one, is left to whoever opens it.
 * @throws BundleRefused where a model is not safe to load; its message names it.
 */
export async function assertModelsSafe(library: Library, checker: Checker): Promise<void> {
  const trusted = bundleHash(await library.builtIn());
  for (const model of await library.store.models.list()) {
    const files = await library.filesOf(model).catch(nullIfRefused);
    if (files === null || bundleHash(files) === trusted) continue;
    await checker.assertSafe(files).catch((error) => {
      throw error instanceof BundleRefused ? named(model, error) : error;
    });
  }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof BundleRefused) return null;
  throw error;
}

const named = (model: ModelRecord, { message }: BundleRefused) =>
  new BundleRefused(`the model ${oneLine(fullName(model))} must not be loaded: ${message}`);
