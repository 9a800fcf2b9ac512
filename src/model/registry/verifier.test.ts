import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { featureNames } from "../../risk/features/index.ts";
import { readBundleFolder } from "../bundle.ts";
import { verifierOf } from "./verifier.ts";

describe("a decision is verified with the model that served it, alone or among others", () => {
  const toolkits = join(import.meta.dir, "../../../test/fixtures/models/toolkits");
  const names = readdirSync(toolkits).filter((name) => !/^refused-|\./.test(name));

  test.each(names)("%s", async (name) => {
    const bundle = await readBundleFolder(join(toolkits, name), featureNames);
    const verifier = verifierOf(bundle);
    const rows = bundle.manifest.golden.map(({ features }) =>
      Float64Array.from(features, (value) => value ?? Number.NaN),
    );
    for (const company of [1, 2, 3, 15, 16, 17, 40, 256]) {
      const values = bundle.allocate(company);
      for (let i = 0; i < company; i++) {
        values.set(rows[i % rows.length]!, i * verifier.features.length);
      }
      for (const [i, served] of bundle.predict(values, company).entries()) {
        expect([...verifier.probabilities(rows[i % rows.length]!)]).toContain(served);
      }
    }
    bundle.close();
  });
});
