/** Models that each toolkit exports today, not only the files that are kept in test/fixtures/models. */
import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { outputOf } from "../../scripts/programs/run-quietly.ts";
import { Installation } from "../fixtures/executable.ts";
import { python, toolkits } from "../fixtures/models/install.ts";
import { testWith } from "../fixtures/needs.ts";

const exportScript = resolve(import.meta.dir, "../fixtures/models/export.py");

testWith(toolkits)(
  "models that the toolkits export afresh are accepted, and no others",
  async () => {
    const installation = new Installation();
    const folder = join(installation.folder, "exported");
    await outputOf([python, exportScript, "--out", folder]);
    const models = readdirSync(folder);
    expect(models.length).toBeGreaterThan(8);
    for (const model of models) {
      const { status, error } = await installation.run("model", "check", join(folder, model));
      expect({ model, error, isAccepted: status === 0 }).toMatchObject({
        isAccepted: !model.startsWith("refused-"),
      });
    }
  },
);
