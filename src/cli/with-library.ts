/** The model library, for commands. */
import { dataConfig } from "../app/config/data.ts";
import { openModels } from "../app/open.ts";
import { installBuiltIn } from "../model/registry/built-in.ts";
import type { RegistryDeps } from "../model/registry/roles.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

/** Opens the library with the built-in model in it, as a service does. */
export function withLibrary<Result>(
  flags: CommonFlags,
  run: (deps: RegistryDeps) => Promise<Result>,
): Promise<Result> {
  return withStore(flags, async (store) => {
    const library = openModels(dataConfig(flags, process.env), store);
    await installBuiltIn(library, Date.now());
    return run({ library, now: Date.now });
  });
}
